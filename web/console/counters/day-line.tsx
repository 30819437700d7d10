import { useQuery } from "@tanstack/react-query";
import type { DayLevelsView } from "../../../api/private/charts.ts";
import type { CounterView } from "../../../api/private/counters.ts";
import { read } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { levelsByHour } from "../charts/levels-by-hour.ts";
import { Sparkline } from "../charts/sparkline.tsx";
import { useKnownMs } from "../shell/freshness.tsx";

const everyMs = 60_000;

/** How the counters of the visible rows have stood today. */
export function useDayLevels(organizationId: string, ids: string[]): DayLevelsView | undefined {
  const { data } = useQuery({
    queryKey: [organizationId, "counters", "levels", ids.join()],
    queryFn: () =>
      read("GET /api/charts/{organizationId}/levels", { organizationId }, { ids: ids.join() }),
    enabled: ids.length > 0,
    refetchInterval: everyMs,
    refetchIntervalInBackground: false,
    // Rows that scroll into sight are drawn beside those that were there.
    placeholderData: (before) => before,
    gcTime: everyMs,
  });
  return data;
}

interface DayLineProps {
  counter: CounterView;
  day: DayLevelsView | undefined;
}

/** The day of a counter beside its number; nothing where it was not counted today. */
export function DayLine({ counter, day }: DayLineProps) {
  const { timeZone } = useOrganization();
  const untilMs = useKnownMs(60_000);
  const hours = day?.levels[counter.id];
  if (day === undefined || hours === undefined || hours.length === 0) return null;
  const startMs = Date.parse(day.startedAt);
  const times = { startMs, untilMs, endsMs: Date.parse(day.endsAt), timeZone };
  return <Sparkline line={levelsByHour(hours, { ...times, now: counter.count })} height={24} />;
}
