import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { RebuildPorts } from "../../core/counters/rebuild-marks.ts";
import type { Tables } from "../../core/tables.ts";
import { transact } from "../aws/dynamodb-transaction.ts";
import { counterUpdate } from "./dynamodb-counters.ts";

/** Stores when a counter was last counted, for one that was counted before counters had that. */
export function dynamodbLastCount(
  client: DynamoDBClient,
  { counters: tableName }: Tables<"counters">,
): RebuildPorts["keepLastCount"] {
  return async (before, lastCountAt) => {
    const after = { ...before, version: before.version + 1, lastCountAt };
    const update = counterUpdate(tableName, { before, after }, ["lastCountAt"]);
    const { result } = await transact(client, [update]);
    return result === "written" ? "written" : "conflict";
  };
}
