import type { TargetReportView } from "../../api/private/reports.ts";
import type { BeforeRow, Report, ReportedInterval, ReportSums } from "../../core/reports/report.ts";
import { exactNumber } from "../charts/chart-views.ts";

export function targetReportView(id: string, report: Report): TargetReportView {
  const { createdAt, rows, total, before, heatmap } = report;
  return {
    ...{ id, createdAt },
    rows: rows.map((row) => ({ at: row.at, ...intervalView(row) })),
    total: intervalView(total),
    before: { ...intervalView(before), rows: before.rows.map(beforeRowView) },
    heatmap: heatmap?.map((hours) => hours.map(exactNumber)) ?? null,
  };
}

function beforeRowView({ at, in: ups, out }: BeforeRow) {
  return { at, in: exactNumber(ups), out: exactNumber(out) };
}

function sumsView({ in: ups, out, adjusted, late }: ReportSums) {
  return {
    ...{ in: exactNumber(ups), out: exactNumber(out) },
    ...{ adjusted: exactNumber(adjusted), late },
  };
}

function intervalView(interval: ReportedInterval) {
  const { level, peak, peakAt } = interval;
  return {
    ...sumsView(interval),
    ...{ level: exactNumber(level), peak: peak === null ? null : exactNumber(peak), peakAt },
  };
}
