import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import fc from "fast-check";
import { parseHTML } from "linkedom";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { atLeast0 } from "../../../core/at-least-0.ts";
import { addDays, type Calendar, dayOf, startOfDayMs } from "../../../core/calendar.ts";
import { readToday } from "../../../core/counters/today.ts";
import { counterTarget } from "../../../core/overview/target.ts";
import { readTileDay } from "../../../core/overview/tile.ts";
import { type ReportSums, readReport } from "../../../core/reports/report.ts";
import { datesBefore, type ReportRange } from "../../../core/reports/report-range.ts";
import { todayView } from "../../../lambdas/charts/chart-views.ts";
import { overviewView } from "../../../lambdas/overview/overview-views.ts";
import { targetReportView } from "../../../lambdas/reports/report-views.ts";
import { newQueryClient } from "../../../web/console/api/query-client.ts";
import { OrganizationContext } from "../../../web/console/api/session.ts";
import { Today } from "../../../web/console/charts/today.tsx";
import { Tile } from "../../../web/console/overview/tile.tsx";
import { ReportBody } from "../../../web/console/reports/report-body.tsx";
import { calendars, life, lived, target } from "../../core/charts/lives.ts";
import { memoryMarks } from "../../core/charts/memory-marks.ts";
import { modelReport } from "../../core/reports/model.ts";
import { runs } from "../../soak/runs.ts";

const Seen = fc.record({
  of: fc.record(life),
  others: fc.tuple(life.batches, life.batches),
  moved: fc.option(fc.record({ before: fc.nat({ max: 25 }), to: fc.constantFrom(...calendars) }), {
    nil: undefined,
  }),
  laterMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 30 * 3_600_000 })),
  days: fc.integer({ min: 1, max: 14 }),
  by: fc.constantFrom("day" as const, "hour" as const),
  against: fc.constantFrom("weeks" as const, "month" as const, "year" as const),
});

type Counter = Awaited<ReturnType<typeof lived>>["taps"];
interface Now {
  calendar: Calendar;
  nowMs: number;
  isMoved: boolean;
}

test("tiles, Today and reports show what the history says, also after the time zone moved", async () => {
  let [peaks, adjusted] = [0, 0];
  await fc.assert(
    fc.asyncProperty(Seen, async ({ of, others, moved, laterMs, days, by, against }) => {
      const all = await Promise.all(
        [of.batches, ...others].map((batches) => lived({ ...of, batches }, moved)),
      );
      const counters = all.map(({ taps }) => taps);
      const nowMs = Math.max(...all.map((one) => one.nowMs)) + laterMs;
      const now = { nowMs, calendar: moved?.to ?? of.calendar, isMoved: moved !== undefined };
      const { date } = dayOf(now.calendar, nowMs);
      for (const counter of counters) {
        const range = { from: date, to: date, by: "day", heatmap: false } as const;
        const { total } = modelReport(counter.events, range, now);
        const { tile, today } = await shownToday(counter, now);
        // On the day of a change the peak can be missing; another one is wrong. Nor has one who only goes.
        const isMoved = now.isMoved && tile.peak === null && today.peak === null;
        const isMissing = isMoved || total.in <= 0n;
        const numbers = {
          ...{ ...shownSums(total), count: total.level },
          peak: isMissing ? null : total.peak,
        };
        const { count, ...counted } = numbers;
        expect([tile, today]).toEqual([{ ...counted, count }, counted]);
        peaks += numbers.peak === null ? 0 : 1;
        adjusted += total.adjusted === 0n ? 0 : 1;
      }
      const range = { from: addDays(date, 1 - days), to: date, by, heatmap: days < 4, against };
      for (const some of [counters.slice(0, 1), counters]) await expectReport(some, range, now);
    }),
    { numRuns: runs(300), endOnFailure: true },
  );
  expect(peaks).toBeGreaterThan(runs(20));
  expect(adjusted).toBeGreaterThan(runs(10));
});

/** All of a report on one counter of people, or on two and one of something else. */
async function expectReport(some: Counter[], range: ReportRange, now: Now) {
  const said = some.map(({ events }) => modelReport(events, range, now));
  const people = said.slice(0, 2);
  const shown = await shownReport(some, range, now);
  const createdMs = Date.parse(some[0]?.stored?.createdAt ?? "");
  // Else only days and hours that it existed in from their begin are compared.
  const before = datesBefore(range);
  // A day that is longer, since days start at another time from then on, is not compared with another.
  const isSteady = (now.calendar.dayStarts ?? []).every(
    ({ from }) => from < before.from || from > addDays(range.to, 1),
  );
  const isWhole = isSteady && createdMs <= startOfDayMs(now.calendar, before.from);
  const sumsOf = (of: typeof said) => ({
    ...shownSums(added(of.map(({ total }) => total))),
    ...(isWhole && { "in before": shownSums(added(of.map(({ before }) => before))).in }),
  });
  const headline = shownSums(added(people.map(({ total }) => total)));
  expect(shown.headline).toMatchObject(headline);
  if (said.every(({ rows }) => rows.length === 0)) return;
  const [all, ...intervals] = shown.byInterval;
  const hasPeaks = some.length === 1 && range.by === "day";
  const peak = hasPeaks ? (said[0]?.total.peak ?? null) : null;
  expect(all).toMatchObject({ ...sumsOf(people), count: null, ...(!now.isMoved && { peak }) });
  if (some.length > 1) {
    const [sum, ...counters] = shown.byCounter;
    expect(sum).toMatchObject(sumsOf(people));
    expect(counters).toHaveLength(some.length);
    for (const one of said) expect(counters).toContainEqual(expect.objectContaining(sumsOf([one])));
  }
  // Of another calendar the hours and days of earlier marks are not.
  if (now.isMoved) return;
  const nameOf = ({ at }: { at: string }) =>
    range.by === "day" ? dayOf(now.calendar, Date.parse(at)).date : at;
  const rows = people.flatMap((one) => one.rows);
  const expected = [...Map.groupBy(rows, nameOf)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const isCounted = (row: ReturnType<typeof shownSums>) =>
    [row.in, row.out, row.adjusted].some((sum) => sum !== 0n);
  expect(intervals.filter(isCounted).map(({ count: _, "in before": __, ...row }) => row)).toEqual(
    expected
      .map(([, own]) => ({
        ...shownSums(added(own)),
        peak: hasPeaks ? (own[0]?.peak ?? null) : null,
      }))
      .filter(isCounted),
  );
  const heat = people.flatMap(({ heatmap }) => heatmap?.flat() ?? []);
  // Within three days each weekday and hour comes once: the average is the sum.
  const averages = heat.filter((sum) => sum > 0n).map(Number);
  if (people.length === 1) expect(shown.heat).toEqual(averages);
}

function added(all: ReportSums[]): ReportSums {
  const sum = (what: "in" | "out" | "adjusted") => all.reduce((most, one) => most + one[what], 0n);
  return { in: sum("in"), out: sum("out"), adjusted: sum("adjusted"), late: 0 };
}

function shownSums({ in: ups, out, adjusted }: ReportSums) {
  return { in: atLeast0(ups), out: atLeast0(out), adjusted };
}

/** What a person reads: the numbers beside these names. */
interface Shown extends ReturnType<typeof shownSums> {
  count: bigint | null;
  peak: bigint | null;
  "in before": bigint | null;
}

const organization = { id: target.organizationId, name: "Fair", plan: "pro" as const };
const history = createMemoryHistory();
const router = createRouter({ routeTree: createRootRoute(), history });

function documentOf(page: ReactNode, { calendar }: Now, cached: [string[], unknown][] = []) {
  const client = newQueryClient();
  for (const [key, data] of cached) client.setQueryData(key, data);
  const value = {
    ...organization,
    ...calendar,
    role: "owner",
    memberId: "mem_1",
    utcOffsetMinutes: 0,
  } as const;
  const inside = createElement(OrganizationContext, { value }, page);
  const routed = createElement(RouterContextProvider, { router, children: inside } as never);
  const themed = createElement(MantineProvider, null, routed);
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, themed));
  client.clear();
  return parseHTML(`<html><body>${html}</body></html>`).document;
}

async function shownToday(counter: Counter, now: Now) {
  const { charted, ...shown } = counterTarget(storedOf(counter));
  const ports = { marks: memoryMarks(counter.marks).reader, clock: { now: () => now.nowMs } };
  const known = { charted, calendar: now.calendar };
  const day = await readTileDay(ports, target, known);
  const today = todayView(await readToday(ports, target, known));
  const overview = overviewView({
    ...{ day: dayOf(now.calendar, now.nowMs), endsMs: now.nowMs + 1, firings: [], pins: [] },
    ...{ timeZone: now.calendar.timeZone, endpoints: [], quietGates: [] },
    tiles: [{ ...shown, day }],
  });
  const [tile] = overview.tiles;
  if (tile === undefined) throw new Error("there is no tile");
  const onSelect = () => {};
  const props = {
    tile,
    overview,
    usual: undefined,
    now: now.nowMs,
    isSelected: false,
    onSelect,
    menu: null,
  };
  const page = documentOf(createElement(Tile, props), now);
  const counts = [...page.querySelectorAll(".tile-counts")].map((line) => line.textContent);
  const at = { scope: "counter" as const, targetId: shown.id, now: tile.level };
  const key = [organization.id, "today", "counter", shown.id];
  const region = documentOf(createElement(Today, at), now, [[key, today]]);
  return {
    tile: {
      ...numbersIn(counts.join(" ")),
      count: numberOf(page.querySelector(".tile-number")?.textContent),
    },
    today: numbersIn(region.querySelector("[role=region]")?.textContent ?? ""),
  };
}

function numbersIn(text: string) {
  const number = "([+\u2212]?[\\d,]+)";
  const found = (pattern: string) => numberOf(new RegExp(pattern, "i").exec(text)?.[1]);
  return {
    // A zero is left out beside a number that is none.
    ...{ in: found(`${number} in`) ?? 0n, out: found(`${number} out`) ?? 0n },
    adjusted: found(`${number} adjusted`) ?? 0n,
    peak: found(`peak(?: counted)? ${number}`),
  };
}

async function shownReport(counters: Counter[], range: ReportRange, now: Now) {
  const reports = await Promise.all(
    counters.map(async (counter, index) => {
      const { charted } = counterTarget(storedOf(counter));
      const marks = memoryMarks(counter.marks).reader;
      const report = await readReport(marks, target, { charted, range, ...now });
      const named = { name: `Gate ${index}`, countsPeople: index < 2 };
      return { ...targetReportView(`ctr_${index}`, report), ...named };
    }),
  );
  const said = { of: "counters" as const, dates: "these days", onDates: () => {}, step: null };
  const body = createElement(ReportBody, { reports, range, readMs: now.nowMs, ...said });
  const page = documentOf(body, now);
  const tiles = [...page.querySelectorAll(".report-tile")].map((tile) => [
    (tile.querySelector("h2")?.textContent ?? "").toLowerCase(),
    numberOf(tile.querySelector(".section-number")?.textContent),
  ]);
  const rowsOf = (name: string): Shown[] => {
    const table = page.querySelector(`[aria-label="${name}"]`);
    const heads = [...(table?.querySelectorAll("thead th") ?? [])].map((head) =>
      (head.textContent ?? "")
        .toLowerCase()
        .replace(/^in, .*/, "in before")
        .replace(/^at end of .*/, "count"),
    );
    const shown = [...(table?.querySelectorAll("tbody tr") ?? [])];
    const counted = shown.filter((row) => row.firstElementChild?.textContent !== "Carried over");
    return counted.map((row) => {
      const cells = [...row.children].map((cell) => cell.textContent ?? "");
      const cell = (head: string) => numberOf(cells[heads.indexOf(head)]);
      return {
        ...{ in: cell("in") ?? -1n, out: cell("out") ?? -1n, adjusted: cell("adjusted") ?? 0n },
        ...{ count: cell("count"), peak: cell("peak"), "in before": cell("in before") },
      };
    });
  };
  const heat = [...page.querySelectorAll(".heatmap-cell")].map((cell) => {
    const average = /: (\S+) in on average$/.exec(cell.getAttribute("title") ?? "")?.[1];
    return Number(average?.replaceAll(",", ""));
  });
  return {
    headline: Object.fromEntries(tiles),
    byInterval: rowsOf("Numbers by interval"),
    byCounter: rowsOf("Numbers by counter"),
    heat: heat.filter((average) => average !== 0),
  };
}

function storedOf({ stored }: Counter) {
  if (stored === undefined) throw new Error("the counter is gone");
  return stored;
}

/** As people read it; null for no number. */
function numberOf(text = ""): bigint | null {
  const plain = text.replaceAll(",", "").replace("\u2212", "-").replace("+", "");
  return /^-?\d+$/.test(plain) ? BigInt(plain) : null;
}
