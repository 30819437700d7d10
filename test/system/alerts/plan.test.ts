import { expect, test } from "vitest";
import { changePlan } from "../../../core/organizations/organization-changes.ts";
import { operator } from "../../core/audit/operator.ts";
import { newAlert } from "../alert-service.ts";
import { createCounter, stores } from "../service.ts";
import {
  alertCustomer,
  allEvaluated,
  count,
  firingsOf,
  groupWith,
  storedAlert,
} from "./alert-customer.ts";

test("after Enterprise nothing fires, and on return an alert starts from the level of then", async () => {
  const { organization, receiver } = await alertCustomer();
  const { id: organizationId } = organization;
  const { group, members } = await groupWith(organization, 1, { capacity: 2 });
  const counter = await createCounter(organization, { goalTarget: 2 });
  const watched = [counter, members[0]];
  const inTurn = async (...directions: ("up" | "down")[]) => {
    for (const direction of directions) for (const one of watched) await count(one, direction);
    await allEvaluated(organization);
  };
  const all = [
    await newAlert("counter", counter, { kind: "at_capacity" }),
    await newAlert("group", group, { kind: "at_capacity" }),
  ];
  const states = async () => (await Promise.all(all.map(storedAlert))).map(({ state }) => state);

  await inTurn("up", "up", "down");
  expect(await firingsOf(organization)).toHaveLength(2);
  expect(await states()).toEqual(["armed", "armed"]);
  await changePlan(stores, { organizationId, plan: "pro" }, operator);
  // Across the threshold twice, and left at it: armed and at the threshold is a state that only a
  // change of plan leaves behind.
  await inTurn("up", "down", "up");
  expect(await firingsOf(organization)).toHaveLength(2);
  expect(await states()).toEqual(["armed", "armed"]);

  await changePlan(stores, { organizationId, plan: "enterprise" }, operator);
  await inTurn("up");
  // It was at the threshold before: it counts as fired.
  expect(await states()).toEqual(["fired", "fired"]);
  expect(await firingsOf(organization)).toHaveLength(2);
  await inTurn("down", "down");
  expect(await states()).toEqual(["armed", "armed"]);
  await inTurn("up");
  const firings = await firingsOf(organization);
  expect(firings.map(({ lastEventId }) => lastEventId)).toEqual([2, 2, 10, 10]);
  const deliveries = await receiver.verified(4);
  expect(new Set(deliveries.map(({ deliveryId }) => deliveryId)).size).toBe(4);
  expect(receiver.received).toHaveLength(4);
});
