import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Tables } from "../../core/tables.ts";
import type { ManageEndpointsPorts } from "../../core/webhooks/manage-endpoints.ts";
import { batchGet } from "../aws/dynamodb-batch-get.ts";

/** Looks up the counters and groups of a filter by their keys, at most 100 in one round trip. */
export function dynamodbFilterTargets(
  client: DynamoDBClient,
  tables: Tables<"counters" | "counterGroups">,
): ManageEndpointsPorts["unknownTargets"] {
  const { counters, counterGroups } = tables;
  return async (organizationId, { counterIds, groupIds }) => {
    const found = await batchGet(
      client,
      [
        ...counterIds.map((counterId) => ({
          tableName: counters,
          key: marshall({ organizationId, counterId }),
        })),
        ...groupIds.map((groupId) => ({
          tableName: counterGroups,
          key: marshall({ organizationId, groupId }),
        })),
      ],
      { [counters]: ["counterId"], [counterGroups]: ["groupId"] },
    );
    const known = new Set(
      [...found.values()].flat().map(({ counterId, groupId }) => counterId?.S ?? groupId?.S),
    );
    return [...counterIds, ...groupIds].filter((id) => !known.has(id));
  };
}
