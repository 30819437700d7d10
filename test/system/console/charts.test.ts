import { beforeAll, expect, test } from "vitest";
import { ChartView, HistoryView } from "../../../api/private/charts.ts";
import { eventually } from "../../eventually.ts";
import { newGroup } from "../group-service.ts";
import { createStaff, type Staff } from "../people-service.ts";
import { askConsole, createCounter, tapOnce } from "../service.ts";

let staff: Staff;

beforeAll(async () => {
  staff = await createStaff();
});

const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

async function chartOf(path: string, query: Record<string, string>, headers = {}) {
  const { cookie } = staff.member;
  const search = new URLSearchParams(query);
  return await askConsole(`${path}?${search}`, { cookie, headers });
}

const pathOf = (counterId: string) => `/api/charts/${staff.organization.id}/counters/${counterId}`;

test("a chart has the exact ups and downs, and is live to the last count", async () => {
  const counter = await createCounter(staff.organization, { incrementStep: 3 });
  await tapOnce(counter, "up");
  const query = { resolution: "hour", from: hourAgo() };
  const first = await chartOf(pathOf(counter.id), query);
  const tag = first.headers.get("etag") ?? "";
  const start = expect.stringMatching(/T\d\d:00:00\.000Z$/);
  expect(ChartView.parse(await first.json())).toMatchObject({
    ...{ resolution: "hour", timeZone: "UTC", from: start, to: null, level: 0, endLevel: 3 },
    points: [{ at: start, level: 0, ups: 3, downs: 0, late: 0, position: 1 }],
    now: { level: 3, lastCountAt: expect.any(String) },
  });
  const again = await chartOf(pathOf(counter.id), query, { "if-none-match": tag });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const tappedAt = new Date(Date.now() - 180_000).toISOString();
  await tapOnce(counter, "down", { metadata: { gate: "gat_1", tappedAt } });
  const after = await chartOf(pathOf(counter.id), query, { "if-none-match": tag });
  const { points, endLevel } = ChartView.parse(await after.json());
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  expect(endLevel).toBe(2);
  // The two counts may be on two sides of a full hour.
  expect([
    sum(points.map(({ ups }) => Number(ups))),
    sum(points.map(({ downs }) => Number(downs))),
    sum(points.map(({ late }) => late)),
  ]).toEqual([3, 1, 1]);
});

test.each([
  ["no query", {}, /resolution/],
  ["the future", { resolution: "day", from: "2999-01-01T00:00:00Z" }, /in the future/],
  [
    "an end before the beginning",
    { resolution: "day", from: "2026-01-02T00:00:00Z", to: "2026-01-01T00:00:00Z" },
    /`to` must be after `from`/,
  ],
  [
    "25 hours by the minute",
    { resolution: "minute", from: "2026-01-01T00:00:00Z", to: "2026-01-02T01:00:00Z" },
    /too long/,
  ],
])("%s is refused with a sentence", async (_, query, sentence) => {
  const response = await chartOf(pathOf(staff.counter.id), query);
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: expect.stringMatching(sentence), code: "INVALID_PARAMETER" },
  ]);
});

test("a group's chart follows its total", async () => {
  const group = await newGroup(staff.organization);
  const counter = await createCounter(staff.organization, { groupId: group.id, decrementStep: 2 });
  for (const direction of ["up", "up", "up", "down"] as const) await tapOnce(counter, direction);
  await tapOnce(counter, "up", { metadata: { adjustment: { to: 2 } } });
  const path = `/api/charts/${staff.organization.id}/groups/${group.id}`;
  const chart = await eventually("the counts are evaluated", async () => {
    const response = await chartOf(path, { resolution: "day", from: hourAgo() });
    const view = ChartView.parse(await response.json());
    return view.now.level === 2 && view.points.some(({ adjusted }) => adjusted === 1)
      ? view
      : undefined;
  });
  expect(chart).toMatchObject({ level: 0, endLevel: 2, now: { level: 2 } });
  expect(chart.points.reduce((sum, { downs }) => sum + Number(downs), 0)).toBe(2);
  expect(chart.points.reduce((sum, { ups }) => sum + Number(ups), 0)).toBe(3);
});

test("the history pages as the read API's does, and says who counted and what came late", async () => {
  const counter = await createCounter(staff.organization);
  const now = Date.now();
  const tappedAt = new Date(now - 600_000).toISOString();
  await tapOnce(counter, "up");
  await tapOnce(counter, "up", { metadata: { member: "mem_1", tappedAt } });
  await tapOnce(counter, "down", { metadata: { gate: "gat_1", tappedAt: "no time" } });
  const path = `/api/charts/${staff.organization.id}/counters/${counter.id}/history`;
  const { cookie } = staff.member;
  const page = await askConsole(`${path}?limit=2`, { cookie });
  expect(HistoryView.parse(await page.json())).toMatchObject({
    counterId: counter.id,
    events: [
      { lastEventId: 3, delta: -1, count: 1, by: { kind: "gate", id: "gat_1" }, tappedAt: null },
      { lastEventId: 2, by: { kind: "member", id: "mem_1" }, tappedAt, late: true },
    ],
  });
  const next = await askConsole(`${path}?beforeEventId=2`, { cookie });
  expect(HistoryView.parse(await next.json()).events).toMatchObject([
    { lastEventId: 1, by: { kind: "operator", id: null }, late: false },
  ]);
  const wrong = await askConsole(`${path}?limit=501`, { cookie });
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: "INVALID_PARAMETER" }]);
});

test("what was set and what was undone is told from what people counted", async () => {
  const counter = await createCounter(staff.organization, { incrementStep: 4 });
  const startedMs = Date.now();
  await tapOnce(counter, "up");
  await tapOnce(counter, "up", { metadata: { gate: "gat_1" } });
  await tapOnce(counter, "up", { metadata: { adjustment: { to: 12, reason: "Floor count" } } });
  await tapOnce(counter, "down", { metadata: { gate: "gat_1", undoes: 2 } });
  const from = new Date(startedMs - 60_000).toISOString();
  const chart = await chartOf(pathOf(counter.id), { resolution: "minute", from });
  const { points, endLevel } = ChartView.parse(await chart.json());
  const sum = (what: "ups" | "downs" | "adjusted") =>
    points.reduce((total, point) => total + Number(point[what]), 0);
  // A tap down takes 1, and so does its undo of a tap up: it is taken from the ups.
  expect([endLevel, sum("ups"), sum("downs"), sum("adjusted")]).toEqual([11, 7, 0, 4]);
  const history = await askConsole(`${pathOf(counter.id)}/history`, staff.member);
  const [undo, set, tap] = HistoryView.parse(await history.json()).events;
  expect(undo).toMatchObject({ undoes: 2, by: { kind: "gate", id: "gat_1" } });
  expect(set).toMatchObject({ adjustment: { to: 12, reason: "Floor count" } });
  expect([tap?.adjustment, tap?.undoes]).toEqual([undefined, undefined]);
});
