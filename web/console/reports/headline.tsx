import { Paper, SimpleGrid, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useOrganization } from "../api/session.ts";
import { formatExact, formatShare, formatSigned, formatTime } from "../charts/format.ts";
import { atLeast0, type Combined, type CombinedPeak, changeOf } from "./combined.ts";

interface HeadlineProps {
  report: Combined;
  /** The period before, as people write it. */
  before: string;
  /** Whether there is more than one counter or group: the peak is then that of one of them. */
  isSum: boolean;
}

/** The numbers of a whole period, each with its change against the one before. */
export function Headline({ report, before, isSum }: HeadlineProps) {
  const { total, peak, peakBefore } = report;
  const earlier = report.before;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" className="report-headline">
      <Tile name="In" value={formatExact(atLeast0(total.in))}>
        <Change now={total.in} earlier={earlier.in} before={before} />
      </Tile>
      <Tile name="Out" value={formatExact(atLeast0(total.out))}>
        <Change now={total.out} earlier={earlier.out} before={before} />
      </Tile>
      <Tile
        name={isSum ? "Highest peak" : "Peak"}
        value={peak === undefined ? "–" : formatExact(peak.peak)}
      >
        {peak === undefined ? (
          <Text size="xs" c="dimmed">
            {atLeast0(total.in) > 0n ? "Not known for all of these days" : "Nothing was counted"}
          </Text>
        ) : (
          <>
            <PeakNote peak={peak} isSum={isSum} />
            <Change now={peak.peak} earlier={peakBefore?.peak ?? 0n} before={before} />
          </>
        )}
      </Tile>
      <Tile name="Adjusted" value={formatSigned(total.adjusted)}>
        <Text size="xs" c="dimmed">
          {formatSigned(earlier.adjusted)} in {before}. Set, not counted.
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

function PeakNote({ peak: { peakAt, name }, isSum }: { peak: CombinedPeak; isSum: boolean }) {
  const { timeZone } = useOrganization();
  const at = formatTime(Date.parse(peakAt), timeZone, {
    ...{ weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
  });
  return (
    <Text size="xs" c="dimmed">
      {isSum && (
        <>
          <bdi>{name}</bdi>,{" "}
        </>
      )}
      {at}
    </Text>
  );
}

interface ChangeProps {
  now: bigint;
  earlier: bigint;
  before: string;
}

/** "+12 % against Oct 1 – 31": the arrow says it without color, and the color without the arrow. */
function Change({ now, earlier, before }: ChangeProps) {
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
