import { expect, test } from "vitest";
import type { ChartView } from "../../../../api/private/charts.ts";
import { presetRange, type Range } from "../../../../web/console/charts/range.ts";
import { useChart } from "../../../../web/console/charts/use-chart.ts";
import { pass, renderHook, useDocument } from "../rendered-hook.ts";
import { type Asked, type Scripted, scriptedService } from "../scripted-service.ts";

useDocument();

const target = { scope: "counter", targetId: "ctr_1" } as const;

/** A chart of which each interval begins with a count; the level is its number. */
function chartOf(times: string[], endLevel: number, from = "2026-11-21T11:30:00.000Z"): ChartView {
  const points = times.map((at, level) => ({
    ...{
      at: `2026-11-21T${at}:00.000Z`,
      level,
      ups: 1,
      downs: 0,
      adjusted: 0,
      late: 0,
      position: level + 1,
    },
  }));
  return {
    ...{ resolution: "minute", timeZone: "UTC", createdAt: "2026-01-01T00:00:00.000Z" },
    ...{ from, to: null, level: 0, endLevel, points },
    ...{ now: { level: endLevel, lastCountAt: null } },
  };
}

const fromOf = ({ path: asked }: Asked) => new URL(asked, "http://localhost").searchParams;

async function liveChart(replies: (asked: Asked) => Scripted, range: Range = presetRange("hour")) {
  const requests = scriptedService(replies);
  const hook = (of: { range: Range; resolution: "minute" | "hour" }) => useChart(target, of);
  return { requests, chart: await renderHook(hook, { range, resolution: "minute" }) };
}

test("after the first read only the newest interval is read, and joined to what is known", async () => {
  const replies = [
    { body: chartOf(["12:00", "12:20"], 2) },
    { body: chartOf(["12:20", "12:30"], 9, "2026-11-21T12:20:00.000Z"), etag: "a" },
  ];
  const { requests, chart } = await liveChart(() => replies.shift());
  await pass(2_000);
  expect(requests.map((asked) => fromOf(asked).get("from"))).toEqual([
    "2026-11-21T11:30:00.000Z",
    "2026-11-21T12:20:00.000Z",
  ]);
  expect(chart.current.data?.chart.points.map(({ at }) => at.slice(11, 16))).toEqual([
    "12:00",
    "12:20",
    "12:30",
  ]);
  expect(chart.current.data?.chart.endLevel).toBe(9);
});

test("a tail that has not changed keeps the chart, and moves until when it is known", async () => {
  const tail = { body: chartOf(["12:20"], 2, "2026-11-21T12:20:00.000Z"), etag: "a" };
  const replies = [{ body: chartOf(["12:20"], 2) }, tail];
  const { requests, chart } = await liveChart(() => replies.shift() ?? { status: 304 });
  await pass(6_000);
  expect(requests.map(({ etag }) => etag)).toEqual([undefined, undefined, "a", "a"]);
  expect(chart.current.data?.chart.endLevel).toBe(2);
  expect(chart.current.data?.readMs).toBeGreaterThan(Date.parse("2026-11-21T12:30:05Z"));
});

test("the tag of one tail is not sent for another one", async () => {
  const newer = chartOf(["12:20", "12:30"], 3, "2026-11-21T12:20:00.000Z");
  const replies = [{ body: chartOf(["12:20"], 2) }, { body: newer, etag: "a" }];
  const { requests } = await liveChart(() => replies.shift() ?? { body: newer, etag: "b" });
  await pass(4_000);
  const tails = requests.map((asked) => [fromOf(asked).get("from")?.slice(11, 16), asked.etag]);
  expect(tails).toEqual([
    ["11:30", undefined],
    ["12:20", undefined],
    ["12:30", undefined],
  ]);
});

test("a chart by the hour asks less often, and one of a range that is over does not ask again", async () => {
  const { requests, chart } = await liveChart(() => ({ body: chartOf([], 0) }));
  await chart.show({ range: presetRange("day"), resolution: "hour" });
  requests.length = 0;
  await pass(20_000);
  expect(requests).toHaveLength(2);
  const [fromMs, toMs] = [Date.parse("2026-11-20"), Date.parse("2026-11-21")];
  await chart.show({ range: { kind: "fixed", fromMs, toMs }, resolution: "hour" });
  requests.length = 0;
  await pass(60_000);
  expect(requests).toEqual([]);
});

test("the last hour by minute is 59 whole minutes and the running one", async () => {
  const { chart } = await liveChart(() => ({ body: chartOf(["11:30", "11:31"], 2) }));
  await pass(2_000);
  expect(chart.current.data?.chart).toMatchObject({ from: "2026-11-21T11:31:00.000Z", level: 1 });
});

test("while another range is read, and while reads fail, the chart that is known stays", async () => {
  let isDown = false;
  const { chart } = await liveChart(() => (isDown ? undefined : { body: chartOf(["12:00"], 7) }));
  isDown = true;
  await pass(60_000);
  expect(chart.current.isError).toBe(true);
  expect(chart.current.data?.chart.endLevel).toBe(7);
  expect(chart.current.data?.readMs).toBeLessThan(Date.parse("2026-11-21T12:30:01Z"));
  await chart.show({ range: presetRange("day"), resolution: "hour" });
  expect(chart.current).toMatchObject({ isPlaceholderData: true });
  expect(chart.current.data?.chart.endLevel).toBe(7);
});
