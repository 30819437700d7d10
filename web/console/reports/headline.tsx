import { Paper, SimpleGrid, Text, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { atLeast0 } from "../../../core/at-least-0.ts";
import { changeOf } from "../../../core/reports/compared.ts";
import { useOrganization } from "../api/session.ts";
import { formatExact, formatSigned, formatTime, shownChange } from "../charts/format.ts";
import type { Combined, NamedReport } from "./combined.ts";

interface HeadlineProps {
  report: Combined;
  /** The only counter or group of the report, if it is of one: peaks of several do not add up. */
  only: NamedReport | undefined;
  /** The period that it compares with, as people write it. */
  before: string;
  isRunning: boolean;
}

/** The numbers of a whole period, each with its change against the one before. */
export function Headline({ report, only, before, isRunning }: HeadlineProps) {
  const { total, adjustedBefore, compared } = report;
  // Which days these are stands below, and is not said beside another period's.
  const against = compared?.isWhole === false ? undefined : before;
  return (
    <SimpleGrid
      cols={{ base: 2, md: only === undefined ? 3 : 4 }}
      spacing="sm"
      className="report-headline"
    >
      <Tile name="In" value={formatExact(atLeast0(total.in))}>
        <Change now={compared?.now.in} earlier={compared?.before.in} before={against} />
      </Tile>
      <Tile name="Out" value={formatExact(atLeast0(total.out))}>
        <Change now={compared?.now.out} earlier={compared?.before.out} before={against} isNeutral />
      </Tile>
      {only !== undefined && (
        <PeakTile
          report={only}
          before={before}
          isRunning={isRunning}
          isComparable={compared?.isWhole === true}
        />
      )}
      <Tile name="Adjusted" value={formatSigned(total.adjusted)}>
        <Text size="xs" c="dimmed">
          {adjustedBefore === null
            ? "By setting or resetting"
            : `By setting or resetting; ${formatSigned(adjustedBefore)} before`}
        </Text>
      </Tile>
    </SimpleGrid>
  );
}

interface TileProps {
  name: string;
  value: string;
  children: ReactNode;
}

function Tile({ name, value, children }: TileProps) {
  return (
    <Paper withBorder bg="var(--console-surface)" className="report-tile">
      <Text size="sm" c="dimmed" component="h2" fw={600}>
        {name}
      </Text>
      <Text component="p" className="section-number">
        {value}
      </Text>
      {children}
    </Paper>
  );
}

interface PeakTileProps {
  report: NamedReport;
  before: string;
  isRunning: boolean;
  isComparable: boolean;
}

function PeakTile({ report, before, isRunning, isComparable }: PeakTileProps) {
  const { timeZone } = useOrganization();
  const { peak, peakAt, in: ups, out } = report.total;
  if (peak === null || peakAt === null) {
    const isCounted = BigInt(ups) !== 0n || BigInt(out) !== 0n;
    return (
      <Tile name="Peak" value="–">
        <Text size="xs" c="dimmed">
          {isCounted
            ? "Unknown for some of these days, or a total that only rises"
            : "Nothing was counted"}
        </Text>
      </Tile>
    );
  }
  const at = formatTime(Date.parse(peakAt), timeZone, {
    ...{ weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
  });
  const earlier = report.before.peak === null ? undefined : BigInt(report.before.peak);
  return (
    <Tile name="Peak" value={formatExact(peak)}>
      <Text size="xs" c="dimmed">
        {at}, <span className="report-dates">undone taps included</span>
      </Text>
      {/* Up to a time of a day, a peak is not always known. */}
      {isComparable && !(isRunning && earlier === undefined) && (
        <Change now={BigInt(peak)} earlier={earlier} before={before} />
      )}
    </Tile>
  );
}

interface ChangeProps {
  /** Undefined, as the one before, where there is nothing to compare with. */
  now: bigint | undefined;
  earlier: bigint | undefined;
  /** Undefined where not all days can be compared. */
  before: string | undefined;
  /** Where more is neither better nor worse: fewer people who leave are no bad news. */
  isNeutral?: boolean;
}

/** Such as "▲ 12% against Oct 4 – 31": color never says it alone, and the arrow is the sign. */
function Change({ now, earlier, before, isNeutral = false }: ChangeProps) {
  if (now === undefined || earlier === undefined) {
    return (
      <Text size="xs" c="dimmed">
        No data to compare with
      </Text>
    );
  }
  const change = changeOf(atLeast0(now), atLeast0(earlier));
  if (change === undefined) {
    return (
      <Text size="xs" c="dimmed">
        {formatExact(atLeast0(earlier))} in {before ?? "the days before"}
      </Text>
    );
  }
  const { direction, text, words } = shownChange(change);
  const hasColor = direction !== null && !isNeutral;
  return (
    <Text size="xs" c="dimmed">
      <Text span inherit fw={600} c={hasColor ? `var(--${direction})` : "dimmed"}>
        {direction !== null && <span aria-hidden="true">{direction === "up" ? "▲ " : "▼ "}</span>}
        {text}
        {words !== "" && <VisuallyHidden> {words}</VisuallyHidden>}
      </Text>{" "}
      {before === undefined && (
        <span className="report-dates">
          ({formatExact(atLeast0(now))} against {formatExact(atLeast0(earlier))})
        </span>
      )}{" "}
      <span className="report-dates">
        {before === undefined ? "on the days compared" : `against ${before}`}
      </span>
    </Text>
  );
}
