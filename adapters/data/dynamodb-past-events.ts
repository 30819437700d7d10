import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { CountEvent } from "../../core/counters/count-event.ts";
import type { StoredCounter } from "../../core/counters/counter.ts";
import { restoredAttribute } from "../../core/data/stored-item.ts";
import type { Tables } from "../../core/tables.ts";
import { batchWrite } from "../aws/dynamodb-batch-write.ts";
import { eventItem } from "../counters/dynamodb-taps.ts";

export interface PastEventWriter {
  /** Writes events of a counter in the place of those with the same numbers. */
  put(counter: StoredCounter, events: CountEvent[]): Promise<void>;
}

/**
 * Writes events that are no news, marked as restored ones are: no webhook is sent for them, and no alert
 * is evaluated.
 */
export function dynamodbPastEvents(
  client: DynamoDBClient,
  { countEvents: tableName }: Tables<"countEvents">,
): PastEventWriter {
  return {
    async put(counter, events) {
      const puts = events.map((event) => {
        const mark = marshall({ [restoredAttribute]: event.createdAt });
        return { PutRequest: { Item: { ...eventItem(counter, event), ...mark } } };
      });
      await batchWrite(client, tableName, puts);
    },
  };
}
