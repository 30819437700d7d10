import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TargetReportView } from "../../../api/private/reports.ts";
import { type ReportRange, targetsAtOnce } from "../../../core/reports/report-range.ts";
import { nowMs } from "../api/clock.ts";
import { read } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";

/** What is reported on. */
export interface ReportTarget {
  id: string;
  name: string;
  /** Of a group: whether all of its counters do. Only people are added up. */
  countsPeople: boolean;
}

/** The most counters or groups that a report adds up. */
export const mostTargets = 500;

/** The reports on counters or groups, some at a time; `done` says how many have been read. */
export function useReport(targets: ReportTarget[], range: ReportRange) {
  const { from, to, by, heatmap, against } = range;
  const { id: organizationId } = useOrganization();
  const [done, setDone] = useState(0);
  const ids = targets.map(({ id }) => id);
  const query = useQuery({
    queryKey: [organizationId, "report", ids.join(), from, to, by, heatmap, against],
    enabled: ids.length > 0 && ids.length <= mostTargets,
    staleTime: 30_000,
    queryFn: async ({ signal }) => {
      const atOnce = targetsAtOnce({ from, to, by, heatmap });
      const reports: TargetReportView[] = [];
      setDone(0);
      for (let start = 0; start < ids.length && !signal.aborted; start += atOnce) {
        const some = ids.slice(start, start + atOnce);
        const part = await read(
          "GET /api/reports/{organizationId}",
          { organizationId },
          {
            ...{ targets: some.join(), from, to, by, heatmap: heatmap ? "true" : "false" },
            ...(against && { against }),
          },
        );
        reports.push(...part.targets);
        setDone(start + some.length);
      }
      return { reports, range, readMs: nowMs() };
    },
    placeholderData: (before) => before,
    structuralSharing: false,
  });
  return { ...query, done };
}
