import { beforeAll, expect, test } from "vitest";
import { ReportView } from "../../../api/private/reports.ts";
import { addDays } from "../../../core/calendar.ts";
import { eventually } from "../../eventually.ts";
import { newGroup } from "../group-service.ts";
import { createStaff, type Staff } from "../people-service.ts";
import { askConsole, createCounter, tapOnce } from "../service.ts";

let staff: Staff;

beforeAll(async () => {
  staff = await createStaff();
});

/** Of an organization in UTC; midnight may pass in a test. */
const today = () => new Date().toISOString().slice(0, 10);
const thisWeek = () => ({ from: addDays(today(), -3), to: addDays(today(), 3), by: "day" });

function ask(query: Record<string, string>, headers = {}) {
  const path = `/api/reports/${staff.organization.id}?${new URLSearchParams(query)}`;
  return askConsole(path, { cookie: staff.member.cookie, headers });
}

test("a report has what was counted in each of several counters, in the order of the query", async () => {
  const [one, other] = await Promise.all([
    createCounter(staff.organization, { incrementStep: 3 }),
    createCounter(staff.organization),
  ]);
  const startedAt = new Date().toISOString();
  await tapOnce(one, "up");
  await tapOnce(one, "down");
  await tapOnce(one, "up", { metadata: { adjustment: { to: 5 } } });
  const targets = [other.id, one.id, "ctr_0123456789ABCDEFGHIJ"].join(",");
  const response = await ask({ ...thisWeek(), targets, heatmap: "true" });
  expect(response.status).toBe(200);
  const { timeZone, targets: reports } = ReportView.parse(await response.json());
  expect([timeZone, reports.map(({ id }) => id)]).toEqual(["UTC", [other.id, one.id]]);
  const [empty, counted] = reports;
  const nothing = { in: 0, out: 0, adjusted: 0, late: 0 };
  expect(empty).toMatchObject({
    rows: [],
    total: { ...nothing, level: 0, peak: null, peakAt: null },
    before: { ...nothing, peak: null, rows: [] },
  });
  expect(counted?.total).toMatchObject({ in: 3, out: 1, adjusted: 3, late: 0, level: 5, peak: 3 });
  expect(Date.parse(counted?.total.peakAt ?? "")).toBeGreaterThanOrEqual(Date.parse(startedAt));
  expect(counted?.rows[0]?.at).toMatch(/T00:00:00\.000Z$/);
  const hours = counted?.heatmap?.flat() ?? [];
  expect([hours.length, hours.filter((sum) => sum !== 0)]).toEqual([7 * 24, [3]]);
});

test("by the hour the same is told as of the days, and what is unchanged is not sent again", async () => {
  const counter = await createCounter(staff.organization);
  await tapOnce(counter, "up");
  const query = { ...thisWeek(), by: "hour", targets: counter.id };
  const first = await ask(query);
  const [report] = ReportView.parse(await first.json()).targets;
  expect(report).toMatchObject({
    rows: [{ in: 1, level: 1, peak: null }],
    total: { in: 1, level: 1, peak: 1 },
    heatmap: null,
  });
  const tag = first.headers.get("etag") ?? "";
  expect((await ask(query, { "if-none-match": tag })).status).toBe(304);
});

test("a group's report follows its total", async () => {
  const group = await newGroup(staff.organization);
  const counter = await createCounter(staff.organization, { groupId: group.id });
  for (const direction of ["up", "up", "down"] as const) await tapOnce(counter, direction);
  const report = await eventually("the counts are evaluated", async () => {
    const response = await ask({ ...thisWeek(), targets: group.id });
    const [view] = ReportView.parse(await response.json()).targets;
    return view?.total.out === 1 ? view : undefined;
  });
  expect(report.total).toMatchObject({ in: 2, out: 1, level: 1, peak: 2 });
});

const unknown = Array.from({ length: 2 }, (_, index) => `ctr_${String(index).padStart(20, "0")}`);
const january = { from: "2026-01-01", to: "2026-01-31", by: "day" };

test.each<[string, Record<string, string>, RegExp, string[]?]>([
  ["no range", {}, /from/],
  ["the end first", { ...january, from: "2026-02-01" }, /must not be before/],
  ["the future", { ...january, from: "2999-01-01", to: "2999-01-02" }, /in the future/],
  ["63 days by the hour", { ...january, to: "2026-03-04", by: "hour" }, /at most 62 days/],
  ["five years", { ...january, from: "2021-01-31" }, /at most 1,461 days; choose fewer/],
  [
    "three years of heat",
    { ...january, from: "2025-02-01", heatmap: "true" },
    /at most 2 counters or groups at a time/,
    unknown,
  ],
])("%s is refused with a sentence", async (_, query, sentence, others = []) => {
  const response = await ask({ ...query, targets: [staff.counter.id, ...others].join(",") });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: expect.stringMatching(sentence), code: "INVALID_PARAMETER" },
  ]);
});

test("of counters that do not exist there is no report", async () => {
  const response = await ask({ ...january, targets: unknown.join(",") });
  expect([response.status, await response.json()]).toEqual([
    404,
    { error: "The organization has no such counter or group" },
  ]);
});
