import { Group, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ExactNumber, TodayView } from "../../../api/private/charts.ts";
import { read } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { countNames, formatExact, formatSigned, formatTime } from "./format.ts";
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
  return (
    <Group role="region" aria-label="Today" gap="4px 24px" className="figures">
      <Text size="sm" c="dimmed">
        Today since {formatTime(Date.parse(startedAt), timeZone)}
      </Text>
      <Value name="In" value={formatExact(today.in)} />
      <Value name="Out" value={formatExact(today.out)} />
      {BigInt(today.adjusted) !== 0n && (
        <Value name="Adjusted" value={formatSigned(today.adjusted)} />
      )}
      <Value name={countNames[scope]} value={formatExact(now)} />
      <Value
        name={peakName(peak, now)}
        title={peakMeaning}
        value={peak === null ? "–" : formatExact(peak)}
        at={peakAt === null ? undefined : `at ${formatTime(Date.parse(peakAt), timeZone)}`}
      />
    </Group>
  );
}

/** A number that was set can be above all that was counted. */
export function peakName(peak: ExactNumber | null, now: ExactNumber): string {
  return peak !== null && BigInt(now) > BigInt(peak) ? "Peak counted" : "Peak";
}

/** Nobody can say what it would be without them: only the highest number of a day is kept. */
export const peakMeaning = "The highest number that stood here, also if its taps were undone";

interface ValueProps {
  name: string;
  value: string;
  at?: string | undefined;
  /** On hover. */
  title?: string;
}

function Value({ name, value, at, title }: ValueProps) {
  return (
    <Text size="sm" component="span" title={title}>
      {name} <strong translate="no">{value}</strong>
      {at !== undefined && ` ${at}`}
    </Text>
  );
}

function readToday(organizationId: string, { scope, targetId }: ChartTarget): Promise<TodayView> {
  return scope === "counter"
    ? read("GET /api/charts/{organizationId}/counters/{counterId}/today", {
        ...{ organizationId, counterId: targetId },
      })
    : read("GET /api/charts/{organizationId}/groups/{groupId}/today", {
        ...{ organizationId, groupId: targetId },
      });
}
