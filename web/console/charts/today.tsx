import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
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
  const { data: today, error } = useQuery({
    queryKey: [organizationId, "today", scope, targetId],
    queryFn: () => readToday(organizationId, { scope, targetId }),
    refetchInterval: everyMs,
    refetchIntervalInBackground: false,
  });
  if (today === undefined) {
    if (error === null)
      return <Skeleton height="calc(1.4 * var(--mantine-font-size-sm))" maw={420} />;
    return (
      <Text size="sm" c="red" role="alert">
        What was counted today could not be loaded. {error.message}
      </Text>
    );
  }
  const { startedAt, timeZone, peak, peakAt } = today;
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
          carried over ·{" "}
        </>
      )}
      <DayCounts day={today} />
      {peak !== null && peakAt !== null && (
        <>
          {" · "}
          {peakName(peak, now).toLowerCase()} <b translate="no">{formatExact(peak)}</b> at{" "}
          {formatTime(Date.parse(peakAt), timeZone)}
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

/** Such as "166 in · 73 out · −3 adjusted". */
export function DayCounts({ day }: { day: Pick<TodayView, "in" | "out" | "adjusted"> }) {
  return (
    <span translate="no">
      <b>{formatExact(day.in)}</b> in · <b>{formatExact(day.out)}</b> out
      {BigInt(day.adjusted) !== 0n && (
        <>
          {" "}
          · <b>{formatSigned(day.adjusted)}</b> adjusted
        </>
      )}
    </span>
  );
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
