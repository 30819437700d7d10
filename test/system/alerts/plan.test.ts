import { expect, test } from "vitest";
import { createAlert } from "../../../core/alerts/manage-alerts.ts";
import { changePlan } from "../../../core/organizations/organization-changes.ts";
import { opsOn } from "../../bin/ops/run-ops.ts";
import { operator } from "../../core/audit/operator.ts";
import { alertSetup, newAlert } from "../alert-service.ts";
import * as service from "../service.ts";
import { createCounter, stores } from "../service.ts";
import {
  alertCustomer,
  allEvaluated,
  count,
  firingsOf,
  groupWith,
  storedAlert,
} from "./alert-customer.ts";

const ops = opsOn(service);

test("an endpoint of a Pro organization may subscribe to alerts, is told so, and stays silent until Enterprise", async () => {
  const { organization, receiver } = await alertCustomer("pro");
  const { group, members } = await groupWith(organization, 1, { capacity: 2 });
  const created = await ops.run(
    ...["endpoint", "create", "--org", organization.id, "--url", "https://localhost:8443/hooks"],
    ...["--events", "threshold.alert.fired"],
  );
  expect(created.exitCode).toBe(0);
  expect(created.stderr).toContain("Enterprise");
  const setup = alertSetup("group", group, { kind: "at_capacity" });
  expect(await createAlert(stores, setup, operator)).toMatchObject({
    result: "refused",
    refusal: { reason: "plan_required", plan: "pro" },
  });
  for (const direction of ["up", "up", "down"] as const) await count(members[0], direction);
  await allEvaluated(organization);
  const org = { organizationId: organization.id };
  await changePlan(stores, { ...org, plan: "enterprise" }, operator);
  const alert = await newAlert("group", group, { kind: "at_capacity" });
  expect(alert.state).toBe("armed");
  await count(members[0]);
  const [delivery] = await receiver.verified(1);
  expect(JSON.parse(delivery?.body ?? "{}").data).toMatchObject({
    ...{ alertId: alert.id, previousLevel: 1, level: 2, lastEventId: 4 },
  });
  expect(await firingsOf(organization)).toHaveLength(1);
});

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
