import { describe, expect, test } from "vitest";
import type { StoredCounter } from "../../../core/counters/counter.ts";
import { updateSettings } from "../../../core/counters/settings/change-counter.ts";
import type { StoredGroup } from "../../../core/groups/group.ts";
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
  totalBecomes,
  totalOf,
} from "./alert-customer.ts";

const keyOf = ({ organizationId, id }: StoredCounter) => ({ organizationId, counterId: id });

async function putInto(counter: StoredCounter, group: StoredGroup | null): Promise<void> {
  const settings = { groupId: group?.id ?? null };
  const updated = await updateSettings(
    stores,
    {
      key: keyOf(counter),
      settings,
    },
    operator,
  );
  if (updated.result !== "updated") throw new Error(updated.result);
}

/** A full counter in no group, and a half-full group of one counter with an alert at its capacity. */
async function joining() {
  const customer = await alertCustomer();
  const { organization } = customer;
  const steps = { incrementStep: 6, decrementStep: 1 };
  const { group, members } = await groupWith(organization, 1, steps);
  const joiner = await createCounter(organization, { name: "Joiner", ...steps });
  const [member = joiner] = members;
  const alert = await newAlert("group", group, { kind: "at_capacity" });
  await count(joiner);
  await count(member);
  await allEvaluated(organization);
  return { ...customer, group, member, joiner, alert };
}

describe("a counter that joins a group and lifts its total over the threshold fires nothing", () => {
  test.each([
    ["up", 18],
    ["down", 11],
  ] as const)("until the next count, which goes %s", async (direction, level) => {
    const { organization, receiver, group, joiner, alert } = await joining();
    await putInto(joiner, group);
    expect(await totalOf(group)).toBe(12n);
    expect(await storedAlert(alert)).toMatchObject({ state: "armed" });
    await allEvaluated(organization);
    expect(await firingsOf(organization)).toEqual([]);
    const event = await count(joiner, direction);
    const [delivery] = await receiver.verified(1);
    expect(JSON.parse(delivery?.body ?? "{}").data).toMatchObject({
      ...{ counterId: joiner.id, lastEventId: event.lastEventId, threshold: 10 },
      ...{ previousLevel: 12, level },
    });
    expect(await totalOf(group)).toBe(BigInt(level));
  });
});

test("a counter that leaves takes its count along and re-arms nothing: the next counts decide", async () => {
  const { organization, group, member, joiner, alert } = await joining();
  await putInto(joiner, group);
  await count(joiner);
  await totalBecomes(group, 18);
  await putInto(joiner, null);
  expect(await totalOf(group)).toBe(6n);
  expect(await storedAlert(alert)).toMatchObject({ state: "fired" });
  // Up to 12 while it counts as fired; then 5 below the threshold, and back.
  await count(member);
  await totalBecomes(group, 12);
  for (let times = 0; times < 3; times += 1) await count(member, "down");
  await count(joiner);
  await count(member);
  await totalBecomes(group, 15);
  const fired = (await firingsOf(organization)).map(({ counterId, previousLevel, level }) => [
    counterId,
    previousLevel,
    level,
  ]);
  expect(fired).toEqual([
    [joiner.id, 12, 18],
    [member.id, 9, 15],
  ]);
});
