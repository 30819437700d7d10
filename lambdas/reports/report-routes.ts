import type { ReportQuery, reportRoutes } from "../../api/private/reports.ts";
import { allInOrder } from "../../core/all-in-order.ts";
import { ApiError } from "../../core/api-error.ts";
import type { Calendar } from "../../core/calendar.ts";
import type { Clock } from "../../core/clock.ts";
import { type Charted, chartedCounter } from "../../core/counters/charted.ts";
import type { MarkReader } from "../../core/counters/count-mark.ts";
import { type CounterKey, isGroupId, type StoredCounter } from "../../core/counters/counter.ts";
import { chartedGroup, type GroupKey, type StoredGroup } from "../../core/groups/group.ts";
import { isOrganizationId } from "../../core/organization-id.ts";
import { readReport } from "../../core/reports/report.ts";
import {
  type InvalidReport,
  longestReport,
  type ReportRange,
  readUnitsOfReport,
  targetsAtOnce,
  validateReport,
} from "../../core/reports/report-range.ts";
import { weakEntityTag } from "../http/entity-tag.ts";
import type { PrivateHandlers } from "../private-api/area-handler.ts";
import { notFound } from "../private-api/resource-errors.ts";
import { targetReportView } from "./report-views.ts";

export interface ReportPorts {
  /** Undefined for a counter that does not exist or is archived. */
  counter(key: CounterKey): Promise<StoredCounter | undefined>;
  group(key: GroupKey): Promise<StoredGroup | undefined>;
  calendar(organizationId: string): Promise<Calendar>;
  marks: MarkReader;
  clock: Pick<Clock, "now">;
}

/** Two round trips, as for a chart: the authorization with all small reads, then the marks. */
export function reportHandlers(ports: ReportPorts): PrivateHandlers<typeof reportRoutes> {
  return {
    "GET /api/reports/{organizationId}": async ({ path, query, authorize }) => {
      const { organizationId } = path;
      const range = rangeOf(query);
      const isPossible = isOrganizationId(organizationId);
      const [, calendar, found] = await allInOrder([
        authorize(readUnitsOfReport(range, query.targets.length)),
        isPossible ? ports.calendar(organizationId) : undefined,
        isPossible ? readTargets(ports, organizationId, query.targets) : [],
      ]);
      if (calendar === undefined || found.length === 0) throw notFound("counter or group");
      const surroundings = { calendar, nowMs: ports.clock.now(), targets: query.targets.length };
      const invalid = validateReport(range, surroundings);
      if (invalid !== undefined) {
        throw new ApiError(400, sentenceOf(invalid, range), { code: "INVALID_PARAMETER" });
      }
      const targets = await allInOrder(
        found.map(async ({ id, charted }) => {
          const target = { organizationId, targetId: id };
          const asked = { charted, calendar, range, nowMs: surroundings.nowMs };
          const report = await readReport(ports.marks, target, asked);
          return targetReportView(id, report);
        }),
      );
      const body = { ...calendar, targets };
      return { body, headers: { etag: weakEntityTag(JSON.stringify(body)) } };
    },
  };
}

function rangeOf({ from, to, by, heatmap, against }: ReportQuery): ReportRange {
  return { from, to, by, heatmap: heatmap === "true", against };
}

/** Those that exist, in the order in which they were asked for. */
async function readTargets(ports: ReportPorts, organizationId: string, ids: string[]) {
  const read = await allInOrder(
    ids.map(async (id): Promise<{ id: string; charted: Charted } | undefined> => {
      if (isGroupId(id)) {
        const group = await ports.group({ organizationId, groupId: id });
        return group && { id, charted: chartedGroup(group) };
      }
      const counter = await ports.counter({ organizationId, counterId: id });
      return counter && { id, charted: chartedCounter(counter) };
    }),
  );
  return read.filter((one) => one !== undefined);
}

function sentenceOf(invalid: InvalidReport, range: ReportRange): string {
  const { hour, day, heatmap } = longestReport;
  const sentences: Record<InvalidReport, string> = {
    ends_before_begin: "`to` must not be before `from`",
    in_future: "`from` is in the future",
    too_many_hours: `By the hour a report has at most ${hour} days; choose fewer, or ask by day`,
    too_many_days: `A report has at most ${day.toLocaleString("en")} days; choose fewer`,
    heatmap_too_long: `With a heatmap a report has at most ${heatmap} days; choose fewer, or leave it out`,
    no_month_before: "Only days of one month can be compared with the month before",
    too_many_targets: `For so many days, ask for at most ${targetsAtOnce(range)} counters or groups at a time`,
  };
  return sentences[invalid];
}
