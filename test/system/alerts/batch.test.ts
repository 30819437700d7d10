import { marshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newAlert } from "../alert-service.ts";
import { createCounter, outputs, stubFunctionEnvironment } from "../service.ts";
import { alertCustomer, firingsOf, groupWith, storedAlert, totalOf } from "./alert-customer.ts";
import { countImage, type UnstoredCount } from "./count-image.ts";

type Handler = typeof import("../../../lambdas/alerts/evaluate-alerts.ts")["handler"];
let handler: Handler;

beforeAll(async () => {
  stubFunctionEnvironment({
    ORGANIZATIONS_TABLE: outputs.OrganizationsTable,
    COUNTER_GROUPS_TABLE: outputs.CounterGroupsTable,
    GROUP_MEMBERS_TABLE: outputs.GroupMembersTable,
    ALERTS_TABLE: outputs.AlertsTable,
    ALERT_FIRINGS_TABLE: outputs.AlertFiringsTable,
    COUNT_MARKS_TABLE: outputs.CountMarksTable,
    FAILED_RECORDS_BUCKET: outputs.FailedEvaluationsBucket,
  });
  ({ handler } = await import("../../../lambdas/alerts/evaluate-alerts.ts"));
});

afterAll(() => vi.unstubAllEnvs());

/** Counts that are stored nowhere, so that only this batch evaluates them. */
async function evaluateBatch(counts: UnstoredCount[]) {
  const Records = counts.map((count, index) => ({
    eventID: `event-${index}`,
    dynamodb: { SequenceNumber: `${index}`, NewImage: marshall(countImage(count)) },
  }));
  return await handler({ Records: Records as DynamoDBRecord[] });
}

const allHandled = { batchItemFailures: [] };

/** The counts after which something fired, in the order of the counts. */
async function firedBy(organization: Parameters<typeof firingsOf>[0]): Promise<number[]> {
  const firings = await firingsOf(organization);
  return firings.map(({ lastEventId }) => lastEventId).sort((a, b) => a - b);
}

test("counts that cross up, down and up within one batch fire at each crossing, once", async () => {
  const { organization, receiver } = await alertCustomer();
  const counter = await createCounter(organization);
  const alert = await newAlert("counter", counter, { kind: "absolute", at: 2, rearmBelow: 1 });
  // 1 is not below 1, so the third crossing is the next to fire.
  const levels = [1, 2, 1, 2, 1, 0, 1, 2, 1];
  const batch = levels.map((count, at) => ({
    counter,
    lastEventId: at + 1,
    previousCount: levels[at - 1] ?? 0,
    count,
  }));
  expect(await evaluateBatch(batch)).toEqual(allHandled);
  expect(await firedBy(organization)).toEqual([2, 8]);
  const fired = await storedAlert(alert);
  expect(fired).toMatchObject({ state: "fired", position: 8 });
  for (const again of [batch, batch.slice(3), batch.slice(0, 4)])
    expect(await evaluateBatch(again)).toEqual(allHandled);
  expect(await firedBy(organization)).toEqual([2, 8]);
  expect(await storedAlert(alert)).toEqual(fired);
  const deliveries = await receiver.verified(2);
  expect(new Set(deliveries.map(({ event }) => event.id)).size).toBe(2);
});

test("a hundred counts of two members within one batch keep the total and fire at each crossing", async () => {
  const { organization } = await alertCustomer();
  const { group, members } = await groupWith(organization, 2, { capacity: 3 });
  const alert = await newAlert("group", group, { kind: "at_capacity" });
  const [one, two] = members;
  if (one === undefined || two === undefined) throw new Error("no counters");
  // The first goes to 2 and back, over and over; the second stands at 1 from its first count on.
  const steps = [1, 2, 1, 0];
  const batch = Array.from({ length: 99 }, (_, at) => ({
    counter: one,
    lastEventId: at + 1,
    previousCount: steps[(at + 3) % 4] ?? 0,
    count: steps[at % 4] ?? 0,
  }));
  const last = { counter: two, lastEventId: 1, previousCount: 0, count: 1 };
  expect(await evaluateBatch([last, ...batch])).toEqual(allHandled);
  const expected = batch.filter(({ count }) => count === 2).map(({ lastEventId }) => lastEventId);
  expect(await firedBy(organization)).toEqual(expected);
  expect(await totalOf(group)).toBe(2n);
  const armed = await storedAlert(alert);
  expect(await evaluateBatch([...batch.slice(50), last])).toEqual(allHandled);
  expect(await firedBy(organization)).toEqual(expected);
  expect(await totalOf(group)).toBe(2n);
  expect(await storedAlert(alert)).toEqual(armed);
});
