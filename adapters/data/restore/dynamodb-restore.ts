import { type DynamoDBClient, GetItemCommand, QueryCommand } from "@aws-sdk/client-dynamodb";
import { summedCount } from "../../../core/counters/count-mark.ts";
import type { CounterHistory } from "../../../core/data/restore/counter-state.ts";
import { restorableTables } from "../../../core/data/restore/restorable-tables.ts";
import type { RestorePorts } from "../../../core/data/restore/restore-table.ts";
import type { StoredItem } from "../../../core/data/stored-item.ts";
import { constructOf, type Tables, tableNames } from "../../../core/tables.ts";
import { dynamodbCountEvents } from "../../counters/dynamodb-count-events.ts";
import { type Service, tablesOf } from "../../stack-outputs.ts";
import { systemClock } from "../../system-clock.ts";
import { loggedStates } from "./logged-states.ts";
import { type CopyTables, tableCopy } from "./table-copy.ts";
import { tableFacts } from "./table-facts.ts";

/** Copies restored tables into the live ones. */
export function dynamodbRestore({ clients: { dynamodb }, outputs }: Service) {
  const tables = tablesOf(outputs);
  const history = counterHistory(dynamodb, tables);
  const logged = loggedStates(dynamodb, tables, systemClock);
  const groupOf = counterGroups(dynamodb, tables);
  const named = new Map(
    tableNames.flatMap((name) => {
      const live = tables[name];
      return live === undefined ? [] : [[constructOf(name) as string, live] as const];
    }),
  );
  return {
    now: systemClock.now,
    /** The live table of a name such as `Counters`; undefined of one that this service does not have. */
    liveName: (name: string) => named.get(name),
    liveNames: new Set(named.values()),
    names: restorableTables.map(({ name }) => name),
    facts: (tableName: string) => tableFacts(dynamodb, tableName),
    copy: (of: CopyTables) => ({ ...tableCopy(dynamodb, of), ...history, logged, groupOf }),
  };
}
export type RestoreStores = ReturnType<typeof dynamodbRestore>;

/** The groups of live counters, read without parsing: a restore must cope with damaged counters. */
function counterGroups(
  client: DynamoDBClient,
  { counters }: Tables<"counters">,
): RestorePorts<StoredItem>["groupOf"] {
  return async ({ organizationId, counterId }) => {
    const { Item } = await client.send(
      new GetItemCommand({
        TableName: counters,
        Key: { organizationId: { S: organizationId }, counterId: { S: counterId } },
        ProjectionExpression: "counterId, groupId, archivedAt",
        ConsistentRead: true,
      }),
    );
    if (Item === undefined) return undefined;
    // An archived counter keeps no group.
    return Item.archivedAt === undefined ? (Item.groupId?.S ?? null) : null;
  };
}

const pageSize = 500;

/** What a counter's history and its changes of settings have of it. */
export function counterHistory(
  client: DynamoDBClient,
  tables: Tables<"countEvents" | "settingsChanges">,
): CounterHistory {
  const events = dynamodbCountEvents(client, tables);
  return {
    async *countsAfter(key, lastEventId) {
      for (let beforeEventId = Number.MAX_SAFE_INTEGER; ; ) {
        const page = await events.page(key, { limit: pageSize, beforeEventId });
        for (const event of page) {
          if (event.lastEventId <= lastEventId) return;
          yield { ...event, ...summedCount(event) };
        }
        const oldest = page.at(-1);
        if (oldest === undefined || page.length < pageSize) return;
        beforeEventId = oldest.lastEventId;
      }
    },

    async newestSettings(counterId) {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: tables.settingsChanges,
          KeyConditionExpression: "counterId = :counterId",
          ProjectionExpression: "#version",
          ExpressionAttributeNames: { "#version": "version" },
          ExpressionAttributeValues: { ":counterId": { S: counterId } },
          ScanIndexForward: false,
          Limit: 1,
          ConsistentRead: true,
        }),
      );
      return Number(Items[0]?.version?.N ?? 0);
    },
  };
}
