import { expect, test } from "vitest";
import { dynamodbDueOutboxes } from "../../../adapters/notices/dynamodb-outboxes.ts";
import { dynamodbReportSchedules } from "../../../adapters/notices/dynamodb-report-schedules.ts";
import { client, createOrganization, outputs, tables } from "../../system/service.ts";

const named = { ...tables, notices: outputs.NoticesTable ?? "" };
const schedules = dynamodbReportSchedules(client, named);
const beginMs = Date.parse("2001-01-01T00:00:00.000Z");

test("a schedule begins once, is due from its time on, apart from outboxes, and is stored as it is", async () => {
  const { id: organizationId } = await createOrganization("free");
  const isDue = async (nowMs: number) =>
    (await schedules.due(nowMs, 1_000)).includes(organizationId);
  await schedules.begin(organizationId, beginMs);
  expect([await isDue(beginMs - 1), await isDue(beginMs)]).toEqual([false, true]);
  const outboxes = await dynamodbDueOutboxes(client, named)(beginMs, 1_000);
  expect(outboxes.filter((one) => one.organizationId === organizationId)).toEqual([]);
  const later = { organizationId, dueAtMs: Date.now() + 3_600_000, monday: "2026-11-30" };
  await schedules.put(later);
  // Another person chooses it, too.
  await schedules.begin(organizationId, beginMs);
  expect(await schedules.get(organizationId)).toEqual(later);
  expect(await isDue(Date.now())).toBe(false);
});

test("the schedule of a deleted organization does not come back", async () => {
  const organizationId = "org_00000000000000000gone";
  await schedules.put({ organizationId, dueAtMs: beginMs });
  expect(await schedules.get(organizationId)).toBeUndefined();
});
