import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useEffect } from "react";
import type { ExactNumber, TodayView } from "../../../api/private/charts.ts";
import { read } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { dayStartOf } from "../dates/format.ts";
import { formatExact, formatSigned, formatTime } from "./format.ts";
import type { ChartTarget } from "./use-chart.ts";

const everyMs = 15_000;

interface TodayProps extends ChartTarget {
  /** The number that the page shows: it is read more often than the rest. */
  now: ExactNumber;
}

/** What was counted today: in, out, and the peak with its time. */
export function Today({ scope, targetId, now }: TodayProps) {
  const { id: organizationId } = useOrganization();
  const {
    data: today,
    error,
    refetch,
  } = useQuery({
    queryKey: [organizationId, "today", scope, targetId],
    queryFn: () => readToday(organizationId, { scope, targetId }),
    refetchInterval: everyMs,
    refetchIntervalInBackground: false,
  });
  // In and out belong to the number above them.
  const isBehind = today !== undefined && BigInt(today.level) !== BigInt(now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each number
  useEffect(() => {
    if (isBehind) void refetch();
  }, [now, isBehind]);
  if (today === undefined) {
    if (error === null)
      return <Skeleton height="calc(1.4 * var(--mantine-font-size-sm))" maw={420} />;
    return (
      <Text size="sm" c="red" role="alert">
        What was counted today could not be loaded. {error.message}
      </Text>
    );
  }
  const { startedAt, timeZone } = today;
  const { peak, peakAt } = shownPeak(today);
  const start = dayStartOf(startedAt, timeZone);
  const carriedOver = levelBefore(today);
  return (
    <Text role="region" aria-label="Today" size="sm" className="figures">
      <Text span inherit c="dimmed">
        Today{start !== undefined && ` since ${start}`}:
      </Text>{" "}
      {carriedOver !== 0n && (
        <>
          <span translate="no">
            <b>{formatExact(carriedOver)}</b>
          </span>{" "}
          carried over{dot}
        </>
      )}
      <DayCounts day={today} />
      {peak !== null && peakAt !== null && (
        <>
          {dot}
          <span className="whole" title={peakMeaning}>
            {peakName(peak, now).toLowerCase()} <b translate="no">{formatExact(peak)}</b> at{" "}
            {formatTime(Date.parse(peakAt), timeZone)}
          </span>
        </>
      )}
    </Text>
  );
}

interface Changes {
  level: ExactNumber | bigint;
  in: ExactNumber | bigint;
  out: ExactNumber | bigint;
  adjusted: ExactNumber | bigint;
}

/** The level that a day or a row began with: with it, its changes add up to the level at its end. */
export function levelBefore({ level, in: ups, out, adjusted }: Changes): bigint {
  return BigInt(level) - BigInt(ups) + BigInt(out) - BigInt(adjusted);
}

/** Ends a line, and never begins one. */
const dot = "\u00a0· ";

/** Such as "166 in · 73 out · −3 adjusted"; nothing of what did not happen beside something that did. */
export function DayCounts({ day }: { day: Pick<TodayView, "in" | "out" | "adjusted"> }) {
  const [ups, downs] = [BigInt(day.in), BigInt(day.out)];
  const parts = [
    ...(ups !== 0n || downs === 0n ? [[formatExact(ups), "in"]] : []),
    ...(downs !== 0n || ups === 0n ? [[formatExact(downs), "out"]] : []),
    ...(BigInt(day.adjusted) !== 0n ? [[formatSigned(day.adjusted), "adjusted"]] : []),
  ];
  return (
    <span translate="no">
      {parts.map(([number, word], index) => (
        <Fragment key={word}>
          {index > 0 && dot}
          <span className="whole">
            <b>{number}</b> {word}
          </span>
        </Fragment>
      ))}
    </span>
  );
}

/** No peak where people only count down: what they began with was set, and is above it. */
export function shownPeak({ in: ups, peak, peakAt }: Pick<TodayView, "in" | "peak" | "peakAt">) {
  return BigInt(ups) > 0n ? { peak, peakAt } : { peak: null, peakAt: null };
}

/** A number that was set can be above all that was counted. */
export function peakName(peak: ExactNumber | null, now: ExactNumber): string {
  return peak !== null && BigInt(now) > BigInt(peak) ? "Peak counted" : "Peak";
}

/** Nobody can say what it would be without them: only the highest number of a day is kept. */
export const peakMeaning = "The highest number that stood here, also if its taps were undone";

function readToday(organizationId: string, { scope, targetId }: ChartTarget): Promise<TodayView> {
  return scope === "counter"
    ? read("GET /api/charts/{organizationId}/counters/{counterId}/today", {
        ...{ organizationId, counterId: targetId },
      })
    : read("GET /api/charts/{organizationId}/groups/{groupId}/today", {
        ...{ organizationId, groupId: targetId },
      });
}
