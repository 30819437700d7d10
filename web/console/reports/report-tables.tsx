import { Anchor, Table } from "@mantine/core";
import type { ReactNode } from "react";
import { atLeast0 } from "../../../core/at-least-0.ts";
import { addable, changeOfReport, inBefore, inCompared } from "../../../core/reports/compared.ts";
import type { ReportUnit } from "../../../core/reports/report-range.ts";
import { formatExact, formatShare, formatSigned, formatTime } from "../charts/format.ts";
import { levelBefore } from "../charts/today.tsx";
import { Foreign } from "../shell/foreign.tsx";
import type { Combined, CombinedRow, NamedReport, Sums } from "./combined.ts";

interface IntervalTableProps {
  rows: CombinedRow[];
  combined: Combined;
  nameOf(row: CombinedRow): string;
  /** Opens the day, or the week, of a row; absent where rows are hours. */
  onRow: ((row: CombinedRow) => void) | undefined;
  timeZone: string;
  /** What is compared of the period before, as people write it. */
  before: string;
  by: ReportUnit;
  /** The only counter or group of the report, if it is of one: the level of a sum is not known. */
  only: NamedReport | undefined;
}

/** The exact numbers of each interval. */
export function IntervalTable(props: IntervalTableProps) {
  const { rows, combined, nameOf, onRow, timeZone, before, by, only } = props;
  const hasLevels = only !== undefined;
  const hasPeaks = hasLevels && by !== "hour";
  const heads = [
    ...headsOf(rows),
    `In, ${before}`,
    ...(hasLevels ? [`At end of ${by}`] : []),
    ...(hasPeaks ? ["Peak", "Peak at"] : []),
  ];
  let level: CombinedRow["level"] = null;
  return (
    <ReportTable
      name="Numbers by interval"
      className="report-intervals"
      first="When"
      heads={heads}
      total={[
        ...totalOf(combined, heads),
        ...(hasLevels ? [""] : []),
        ...(hasPeaks ? peakOf(only, timeZone) : []),
      ]}
      before={carriedOver(rows, heads)}
      rows={rows.map((row) => {
        level = row.level ?? level;
        const cells = [
          ...sumsOf(row, heads),
          shownBefore(row.inBefore),
          ...(!hasLevels ? [] : [level === null ? "" : formatExact(level)]),
          ...(hasPeaks ? [row.peak === null ? "" : formatExact(row.peak)] : []),
          ...(hasPeaks ? [row.peakAt === null ? "" : clock(row.peakAt, timeZone)] : []),
        ];
        const open = onRow && (() => onRow(row));
        return { key: row.startMs, name: rowName(nameOf(row), open), cells };
      })}
    />
  );
}

type LevelRow = Pick<CombinedRow, "level" | "in" | "out" | "adjusted">;

/** Where numbers were set, the level before the first row: from there on each row adds up. */
export function carriedOver(rows: LevelRow[], heads: string[]): string[] | undefined {
  const first = rows.find(({ level }) => level !== null);
  if (!addsUp(heads) || first === undefined) return undefined;
  const start = levelBefore({ ...first, level: first.level ?? 0 });
  return heads.map((head) => (isLevel(head) ? formatExact(start) : ""));
}

function isLevel(head: string): boolean {
  return head.startsWith("At end of");
}

/** Whether levels stand beside all that changes them. */
function addsUp(heads: string[]): boolean {
  return heads.includes("Adjusted") && heads.some(isLevel);
}

function rowName(name: string, open: (() => void) | undefined): ReactNode {
  if (open === undefined) return name;
  return (
    <Anchor component="button" type="button" fz="inherit" onClick={open}>
      {name}
    </Anchor>
  );
}

interface TargetTableProps {
  reports: NamedReport[];
  combined: Combined;
  /** What is compared, and what of the period before, as people write it. */
  now: string;
  before: string;
  first: "Counter" | "Group";
  timeZone: string;
}

/** The exact numbers of each counter or group, the busiest first. */
export function TargetTable(props: TargetTableProps) {
  const { reports, combined, now, before, first, timeZone } = props;
  const { compared } = combined;
  const sums = reports.map((report) => exactSums(report.total));
  // A sum of all days is not compared with one of some.
  const isPart = compared?.isWhole === false;
  const pair = [...(isPart ? [`In, ${now}`] : []), `In, ${before}`];
  const heads = [...headsOf(sums), ...pair, "Change", "Peak", "Peak at"];
  const added = addable(reports);
  const busiest = [...reports].sort((a, b) => {
    if (a.countsPeople !== b.countsPeople) return a.countsPeople ? -1 : 1;
    const [one, other] = [BigInt(a.total.in), BigInt(b.total.in)];
    return one === other ? 0 : one > other ? -1 : 1;
  });
  return (
    <ReportTable
      name={`Numbers by ${first.toLowerCase()}`}
      first={first}
      heads={heads}
      total={
        added.length === 0
          ? undefined
          : [
              ...sumsOf(combined.total, heads),
              ...(isPart ? [formatExact(atLeast0(compared.now.in))] : []),
              shownBefore(compared?.before.in),
            ]
      }
      totalName={added.length < reports.length ? "All people" : "All"}
      rows={busiest.map((report) => {
        const { id, name, total: own } = report;
        const change = changeOfReport(report, compared);
        const cells = [
          ...sumsOf(exactSums(own), heads),
          ...(isPart ? [shownBefore(inCompared(report, compared))] : []),
          shownBefore(inBefore(report, compared)),
          change === undefined ? "" : formatShare(change),
          ...peakOf(report, timeZone),
        ];
        const shown = (
          <>
            <Foreign>{name}</Foreign>
            {!report.countsPeople && (
              <span className="report-apart">
                {first === "Group" ? " not only people" : " not people"}
              </span>
            )}
          </>
        );
        return { key: id, name: shown, cells };
      })}
    />
  );
}

interface ReportTableProps {
  name: string;
  first: string;
  heads: string[];
  /** The first cells of the first row; none where nothing is added up. */
  total: string[] | undefined;
  totalName?: string;
  /** The cells of a row before the first: what was carried over. */
  before?: string[] | undefined;
  className?: string;
  rows: { key: string | number; name: ReactNode; cells: string[] }[];
}

function ReportTable(props: ReportTableProps) {
  const { name, first, heads, total, totalName = "All", className = "", before, rows } = props;
  const all =
    before === undefined ? rows : [{ key: "before", name: "Carried over", cells: before }, ...rows];
  // On paper, a column without a value is only in the way.
  const isEmpty = (index: number) =>
    (total?.[index] ?? "") === "" && all.every(({ cells }) => (cells[index] ?? "") === "");
  const shown = heads.map((_, index) => index).filter((index) => !isEmpty(index));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <section className={`report-table ${className}`} aria-label={name} tabIndex={0}>
      <Table className="figures" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{first}</Table.Th>
            {shown.map((index) => (
              <Table.Th key={heads[index]} scope="col" className={classOf(heads[index], heads)}>
                {first === "When" ? <HeadName of={heads[index] ?? ""} /> : heads[index]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {total !== undefined && (
            <Table.Tr className="report-total">
              <Table.Th scope="row">{totalName}</Table.Th>
              {shown.map((index) => (
                <Table.Td key={heads[index]} className={classOf(heads[index], heads)}>
                  {total[index] || none}
                </Table.Td>
              ))}
            </Table.Tr>
          )}
          {all.map(({ key, name: rowName, cells }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" className={first === "When" ? undefined : "report-name"}>
                {rowName}
              </Table.Th>
              {shown.map((index) => (
                <Table.Td key={heads[index]} className={classOf(heads[index], heads)}>
                  {cells[index] || none}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

/** Half a sheet and a phone have no room for days, which stand above the table. */
function HeadName({ of: head }: { of: string }) {
  if (!head.startsWith("In, ")) return head;
  return (
    <>
      <span className="no-print report-wide">{head}</span>
      <span className="print-only report-short">In before</span>
    </>
  );
}

/** Where there is no number. */
const none = "—";

/** A phone has room for few columns, and half a sheet for all but one. */
function classOf(head = "", heads: string[] = []): string | undefined {
  if (head === (addsUp(heads) ? "Peak at" : heads.find(isLevel))) return "report-wide no-print";
  const isBefore = !heads.includes("Change") && head.startsWith("In, ");
  return isBefore || ["In", "Out", "Peak", "Change"].includes(head) ? undefined : "report-wide";
}

/** Adjustments have a column where there are any. */
function headsOf(sums: Sums[]): string[] {
  return ["In", "Out", ...(sums.some(({ adjusted }) => adjusted !== 0n) ? ["Adjusted"] : [])];
}

function exactSums({ in: ups, out, adjusted, late }: NamedReport["total"]): Sums {
  return { in: BigInt(ups), out: BigInt(out), adjusted: BigInt(adjusted), late };
}

function sumsOf({ in: ups, out, adjusted }: Sums, heads: string[]): string[] {
  return [
    ...[formatExact(atLeast0(ups)), formatExact(atLeast0(out))],
    ...(heads.includes("Adjusted") ? [adjusted === 0n ? "" : formatSigned(adjusted)] : []),
  ];
}

/** With what was counted in before, unless that is compared with some of the days only. */
export function totalOf(
  { total, compared }: Pick<Combined, "total" | "compared">,
  heads: string[],
): string[] {
  return [...sumsOf(total, heads), compared?.isWhole ? shownBefore(compared.before.in) : ""];
}

/** How many there were at most, and when. */
function peakOf({ total: { peak, peakAt } }: NamedReport, timeZone: string): [string, string] {
  return [peak === null ? "" : formatExact(peak), peakAt === null ? "" : moment(peakAt, timeZone)];
}

function shownBefore(sum: bigint | null | undefined): string {
  return sum == null ? "" : formatExact(atLeast0(sum));
}

function clock(at: string, timeZone: string): string {
  return formatTime(Date.parse(at), timeZone);
}

function moment(at: string, timeZone: string): string {
  return formatTime(Date.parse(at), timeZone, {
    ...{ month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
  });
}
