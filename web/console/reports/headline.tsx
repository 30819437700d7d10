import { Paper, SimpleGrid, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { atLeast0 } from "../../../core/at-least-0.ts";
import { useOrganization } from "../api/session.ts";
import { formatExact, formatShare, formatSigned, formatTime } from "../charts/format.ts";
import { type Combined, changeOf, type NamedReport } from "./combined.ts";

interface HeadlineProps {
  report: Combined;
  /** The only counter or group of the report, if it is of one: peaks of several do not add up. */
  only: NamedReport | undefined;
  /** The period before, as people write it. */
  before: string;
}

/** The numbers of a whole period, each with its change against the one before. */
export function Headline({ report, only, before }: HeadlineProps) {
  const { total, before: earlier } = report;
  return (
    <SimpleGrid
      cols={{ base: 2, md: only === undefined ? 3 : 4 }}
      spacing="sm"
      className="report-headline"
    >
      <Tile name="In" value={formatExact(atLeast0(total.in))}>
        <Change now={total.in} earlier={earlier?.in} before={before} />
      </Tile>
      <Tile name="Out" value={formatExact(atLeast0(total.out))}>
        <Change now={total.out} earlier={earlier?.out} before={before} />
      </Tile>
      {only !== undefined && (
        <PeakTile report={only} hasBefore={earlier !== null} before={before} />
      )}
      <Tile name="Adjusted" value={formatSigned(total.adjusted)}>
        <Text size="xs" c="dimmed">
          {earlier === null ? "No data" : formatSigned(earlier.adjusted)} in {before}. Set, not
          counted.
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
  hasBefore: boolean;
  before: string;
}

function PeakTile({ report, hasBefore, before }: PeakTileProps) {
  const { timeZone } = useOrganization();
  const { peak, peakAt, in: ups, out } = report.total;
  if (peak === null || peakAt === null) {
    const isCounted = BigInt(ups) !== 0n || BigInt(out) !== 0n;
    return (
      <Tile name="Peak" value="–">
        <Text size="xs" c="dimmed">
          {isCounted ? "Not known for all of these days" : "Nothing was counted"}
        </Text>
      </Tile>
    );
  }
  const at = formatTime(Date.parse(peakAt), timeZone, {
    ...{ weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
  });
  const earlier = hasBefore && report.before.peak !== null ? BigInt(report.before.peak) : undefined;
  return (
    <Tile name="Peak" value={formatExact(peak)}>
      <Text size="xs" c="dimmed">
        {at}
      </Text>
      <Change now={BigInt(peak)} earlier={earlier} before={before} />
    </Tile>
  );
}

interface ChangeProps {
  now: bigint;
  /** Undefined where there is no number to compare with. */
  earlier: bigint | undefined;
  before: string;
}

/** Such as "▲ +12% against Oct 1 – 31": color never says it alone. */
function Change({ now, earlier, before }: ChangeProps) {
  if (earlier === undefined) {
    return (
      <Text size="xs" c="dimmed">
        No data in {before}
      </Text>
    );
  }
  const change = changeOf(atLeast0(now), atLeast0(earlier));
  if (change === undefined) {
    return (
      <Text size="xs" c="dimmed">
        {formatExact(atLeast0(earlier))} in {before}
      </Text>
    );
  }
  const isUp = change > 0;
  return (
    <Text size="xs" c="dimmed">
      <Text span inherit fw={600} c={change === 0 ? "dimmed" : `var(--${isUp ? "up" : "down"})`}>
        {change !== 0 && <span aria-hidden="true">{isUp ? "▲ " : "▼ "}</span>}
        {formatShare(change)}
      </Text>{" "}
      against {before}
    </Text>
  );
}
