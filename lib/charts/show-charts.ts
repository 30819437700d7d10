import { showCharts } from "../../lambdas/functions/private-api.ts";
import { grantReading } from "../platform/attribute-conditions.ts";
import type { PrivateApi } from "../platform/private-api.ts";
import { tablesOf } from "../platform/tables.ts";

/** Charts of counters and groups, and the history of counters; it only reads. */
export function serveCharts(api: PrivateApi): void {
  const served = api.serve(showCharts, {});
  const { organizations, counters, countEvents, countMarks, counterGroups } = tablesOf(served);
  served.grant(counters.tableArn, "dynamodb:GetItem");
  served.grant(countEvents.tableArn, "dynamodb:Query");
  served.grant(countMarks.tableArn, "dynamodb:Query");
  served.grant(counterGroups.tableArn, "dynamodb:GetItem");
  grantReading(served, organizations.tableArn, {
    attributes: ["organizationId", "timeZone", "dayStarts"],
  });
}
