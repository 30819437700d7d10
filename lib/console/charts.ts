import { showCharts } from "../../lambdas/functions/private-api.ts";
import { grantReading } from "../platform/attribute-conditions.ts";
import type { PrivateApi } from "./private-api.ts";

/** Charts of counters and groups, and the history of counters; it only reads. */
export function serveCharts(api: PrivateApi): void {
  const { organizations, counters, countEvents, countMarks, counterGroups } = api.tables;
  const served = api.serve(showCharts, {
    COUNTERS_TABLE: counters.tableName,
    COUNT_EVENTS_TABLE: countEvents.tableName,
    COUNT_MARKS_TABLE: countMarks.tableName,
    COUNTER_GROUPS_TABLE: counterGroups.tableName,
  });
  served.grant(counters.tableArn, "dynamodb:GetItem");
  served.grant(countEvents.tableArn, "dynamodb:Query");
  served.grant(countMarks.tableArn, "dynamodb:Query");
  served.grant(counterGroups.tableArn, "dynamodb:GetItem");
  grantReading(served, organizations.tableArn, ["timeZone"]);
}
