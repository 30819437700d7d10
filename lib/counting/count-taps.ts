import { countTaps } from "../../lambdas/functions/private-api.ts";
import { countAttributes } from "../counters/count-attributes.ts";
import { grantReading, grantUpdating } from "../platform/attribute-conditions.ts";
import type { PrivateApi } from "../platform/private-api.ts";
import type { ServiceFunction } from "../platform/service-function.ts";
import { tablesOf } from "../platform/tables.ts";

/** Counters as members and gates see them, and their taps. */
export function serveCounting(api: PrivateApi): void {
  const served = api.serve(countTaps, api.addressVariables);
  api.grantViewerAddress(served);
  grantCounting(served);
}

/** Taps change a counter's count and nothing else of it, and what happened cannot be rewritten. */
function grantCounting(taps: ServiceFunction<never>): void {
  const { organizations, counters, countEvents, countMarks } = tablesOf(taps);
  const { idempotencyKeys, counterGroups, groupMembers, alerts, gates } = tablesOf(taps);
  taps.grant(counters.tableArn, "dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query");
  grantUpdating(taps, counters.tableArn, {
    attributes: countAttributes,
    // Taps that conflict are told what the counter is now.
    returned: ["ALL_OLD"],
  });
  taps.grant(countEvents.tableArn, "dynamodb:BatchGetItem", "dynamodb:PutItem");
  // The marks of a day say what was counted on it.
  taps.grant(countMarks.tableArn, "dynamodb:PutItem", "dynamodb:Query");
  taps.grant(idempotencyKeys.tableArn, "dynamodb:BatchGetItem", "dynamodb:PutItem");
  // An undo is written to the record of its tap, and nothing else of a record ever changes.
  grantUpdating(taps, idempotencyKeys.tableArn, {
    attributes: ["counterId", "idempotencyKey", "lastEventId", "undoneBy"],
  });
  taps.grant(counterGroups.tableArn, "dynamodb:GetItem");
  // How full a counter or its group is.
  taps.grant(groupMembers.tableArn, "dynamodb:GetItem");
  taps.grant(alerts.tableArn, "dynamodb:Query");
  taps.grant(gates.tableArn, "dynamodb:GetItem");
  // When a gate was used last, and nothing else of it.
  grantUpdating(taps, gates.tableArn, { attributes: ["organizationId", "gateId", "lastHeardAt"] });
  grantReading(taps, organizations.tableArn, {
    attributes: ["organizationId", "name", "plan", "timeZone", "dayStarts"],
  });
}
