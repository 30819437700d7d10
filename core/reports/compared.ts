import { atLeast0 } from "../at-least-0.ts";
import { dayMs } from "../time-zone.ts";

/** What a comparison needs of a report; the service sends exact numbers as texts where they are large. */
export interface Comparable {
  createdAt: string;
  rows: CountedRow[];
  before: { rows: CountedRow[] };
}

type Exact = bigint | number | string;
type CountedRow = { at: string; in: Exact; out: Exact };

/** When intervals begin, with the end of the last one; and those of the period before. */
export interface Boundaries {
  starts: number[];
  startsBefore: number[];
}

/** From the first interval with data in both periods to the end of the last one: the rest would be unfair. */
export interface Compared {
  now: Counted;
  before: Counted;
  /** Whether these are all intervals of the period. */
  isWhole: boolean;
  /** Of each interval that has begun, whether another stands beside it. */
  has: boolean[];
}

interface Counted {
  in: bigint;
  out: bigint;
  fromMs: number;
  endMs: number;
}

/** Those whose days are compared: of what cannot be added up each is compared by itself. */
export function comparable<Report extends { countsPeople: boolean }>(reports: Report[]): Report[] {
  const added = addable(reports);
  return added.length > 0 ? added : reports;
}

/** Those that can be added up: a single one, or those on people. Wristbands are no visitors. */
export function addable<Report extends { countsPeople: boolean }>(reports: Report[]): Report[] {
  return reports.length === 1 ? reports : reports.filter(({ countsPeople }) => countsPeople);
}

/** The groups with a counter that counts something else than people. */
export function groupsOfMore(
  counters: { groupId: string | null; countsPeople: boolean }[],
): Set<string | null> {
  return new Set(counters.flatMap(({ groupId, countsPeople }) => (countsPeople ? [] : [groupId])));
}

/**
 * What both periods have data of; null where that is nothing. An interval in which the first of the reports
 * was created is no whole one.
 */
export function comparedOf(
  reports: Comparable[],
  { starts, startsBefore, nowMs }: Boundaries & { nowMs: number },
): Compared | null {
  const createdMs = Math.min(...reports.map(({ createdAt }) => Date.parse(createdAt)));
  const begun = starts.slice(0, -1).filter((startMs) => startMs <= nowMs);
  const lengthOf = (bounds: number[], index: number) =>
    (bounds[index + 1] ?? 0) - (bounds[index] ?? 0);
  const has = begun.map((_, index) => {
    // A shorter month lacks days, also of its last week; clocks can only make a day an hour shorter.
    const least = Math.max(0, lengthOf(starts, index) - dayMs / 2);
    return createdMs <= (startsBefore[index] ?? 0) && lengthOf(startsBefore, index) > least;
  });
  const [first, last] = [has.indexOf(true), has.lastIndexOf(true)];
  if (first === -1) return null;
  const counted = (bounds: number[], rows: CountedRow[]): Counted => {
    const ends = { fromMs: bounds[first] ?? 0, endMs: bounds[last + 1] ?? 0 };
    return { ...ends, ...countedBetween(rows, ends) };
  };
  return {
    now: counted(
      starts,
      reports.flatMap(({ rows }) => rows),
    ),
    before: counted(
      startsBefore,
      reports.flatMap(({ before }) => before.rows),
    ),
    isWhole: first === 0 && last === begun.length - 1,
    has,
  };
}

function countedBetween(
  rows: CountedRow[],
  { fromMs, endMs }: Pick<Counted, "fromMs" | "endMs">,
): Pick<Counted, "in" | "out"> {
  const inside = rows.filter(({ at }) => fromMs <= Date.parse(at) && Date.parse(at) < endMs);
  const sum = (of: "in" | "out") => inside.reduce((before, row) => before + BigInt(row[of]), 0n);
  return { in: sum("in"), out: sum("out") };
}

/** What a report has of the days before that are compared; undefined where it did not exist. */
export function inBefore(report: Comparable, compared: Compared | null): bigint | undefined {
  if (compared === null || Date.parse(report.createdAt) >= compared.before.endMs) return undefined;
  return countedBetween(report.before.rows, compared.before).in;
}

/** What a report has of the days that are compared. */
export function inCompared(report: Comparable, compared: Compared): bigint {
  return countedBetween(report.rows, compared.now).in;
}

/** By how much a report's sum has changed in what is compared; undefined where it did not exist. */
export function changeOfReport(report: Comparable, compared: Compared | null): number | undefined {
  if (compared === null || Date.parse(report.createdAt) > compared.before.fromMs) return undefined;
  const [now, before] = [
    countedBetween(report.rows, compared.now),
    countedBetween(report.before.rows, compared.before),
  ];
  return changeOf(atLeast0(now.in), atLeast0(before.in));
}

/** By how much a sum has changed, as a share of the one before; undefined where that was nothing. */
export function changeOf(now: bigint, before: bigint): number | undefined {
  return before > 0n ? Number(now - before) / Number(before) : undefined;
}

/** Whether there can be numbers of it from before a moment. */
export function existedBefore({ createdAt }: Pick<Comparable, "createdAt">, ms: number): boolean {
  return Date.parse(createdAt) < ms;
}
