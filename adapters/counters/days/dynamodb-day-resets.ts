import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Clock } from "../../../core/clock.ts";
import { conflict, retryConflicts } from "../../../core/conflict.ts";
import type { DayReset, DayResets } from "../../../core/counters/days/start-days.ts";
import { contended } from "../../../core/counters/taps/count-batch.ts";
import type { Tables } from "../../../core/tables.ts";
import { transact } from "../../aws/dynamodb-transaction.ts";
import { organizationItems } from "../../aws/organization-items.ts";
import { dynamodbStoredCounters, storedCounterOf } from "../dynamodb-counters.ts";
import { countItems } from "../dynamodb-taps.ts";

/** Writes each reset as one transaction on condition of the counter's version. */
export function dynamodbDayResets(
  client: DynamoDBClient,
  tables: Tables<"counters" | "countEvents" | "countMarks">,
  clock: Pick<Clock, "backOff">,
): DayResets {
  const { get } = dynamodbStoredCounters(client, tables);
  return {
    async daily(organizationId) {
      const query = { tableName: tables.counters, organizationId, onlyTrue: "resetDaily" };
      return (await organizationItems(client, query)).map(storedCounterOf);
    },

    async reset(listed, decide) {
      const key = { organizationId: listed.organizationId, counterId: listed.id };
      return await retryConflicts<DayReset["result"]>(clock, contended(key), async (conflicts) => {
        const before = conflicts === 0 ? listed : await get(key);
        if (before === undefined) return "not_needed";
        const reset = await decide(before);
        if (reset.result !== "reset") return reset.result;
        const { counter: after, event, marks } = reset;
        const items = countItems(tables, { before, after, taps: [{ event }], marks });
        const { result } = await transact(client, items);
        return result === "written" ? "reset" : conflict;
      });
    },
  };
}
