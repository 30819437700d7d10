import { type AttributeValue, type DynamoDBClient, paginateQuery } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import type { Clock } from "../../../core/clock.ts";
import {
  actionsOnDeletions,
  LoggedDeletions,
} from "../../../core/data/restore/logged-deletions.ts";
import type { LoggedState, RestorePorts } from "../../../core/data/restore/restore-table.ts";
import type { StoredItem } from "../../../core/data/stored-item.ts";
import { keepNewest } from "../../../core/keep-newest.ts";
import type { Tables } from "../../../core/tables.ts";
import { parseItem } from "../../aws/dynamodb-items.ts";

/** The most organizations whose deletions are kept in memory. */
const keptOrganizations = 1_000;

/** How long after its own time an entry can appear, because clocks differ, in milliseconds. */
const latestEntryMs = 5 * 60_000;

/** What an organization's entries say, as far as they were read. */
interface Log {
  deletions: LoggedDeletions;
  /** Every entry of an earlier time has been read. */
  readUntilMs: number;
}

/**
 * What the organizations' audit logs say of deletions and roles. A log is read completely once, and then only
 * its new entries: a restore takes hours, and keys can be revoked meanwhile.
 */
export function loggedStates(
  client: DynamoDBClient,
  { auditEntries }: Tables<"auditEntries">,
  clock: Pick<Clock, "now">,
): RestorePorts<StoredItem>["logged"] {
  const logs = new Map<string, Log>();

  async function readNewEntries(organizationId: string): Promise<LoggedState> {
    const log = logs.get(organizationId) ?? {
      deletions: new LoggedDeletions(),
      readUntilMs: 0,
    };
    keepNewest(logs, [organizationId, log], keptOrganizations);
    const startedMs = clock.now();
    for await (const item of newEntries(client, auditEntries, { organizationId, log })) {
      log.deletions.add(parseItem(ChangeEntry, item));
    }
    log.readUntilMs = Math.max(log.readUntilMs, startedMs - latestEntryMs);
    return { deleted: log.deletions.deleted(), roles: log.deletions.roles() };
  }

  return () => {
    const known = new Map<string, Promise<LoggedState>>();
    return (organizationId) => {
      if (organizationId === "") return Promise.resolve({ deleted: new Set(), roles: new Map() });
      const found = known.get(organizationId) ?? readNewEntries(organizationId);
      known.set(organizationId, found);
      return found;
    };
  };
}

async function* newEntries(
  client: DynamoDBClient,
  TableName: string,
  { organizationId, log }: { organizationId: string; log: Log },
): AsyncGenerator<Record<string, AttributeValue>> {
  const actions = Object.fromEntries(
    actionsOnDeletions.map((action, index) => [`:a${index}`, { S: action }]),
  );
  const pages = paginateQuery(
    { client },
    {
      TableName,
      // An entry's key begins with its time.
      KeyConditionExpression: "organizationId = :organizationId AND entryKey >= :since",
      FilterExpression: `attribute_type(#after, :null) OR #action IN (${Object.keys(actions)})`,
      ProjectionExpression: "entryKey, #action, #target, #before, #after",
      ExpressionAttributeNames: {
        "#after": "after",
        "#before": "before",
        "#action": "action",
        "#target": "target",
      },
      ExpressionAttributeValues: {
        ":organizationId": { S: organizationId },
        ":since": { S: new Date(log.readUntilMs).toISOString() },
        ":null": { S: "NULL" },
        ...actions,
      },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) yield* Items;
}

const Details = z.record(z.string(), z.unknown()).nullable().default(null);

/** An entry of something that is gone, or one of `actionsOnDeletions`. */
const ChangeEntry = z.object({
  entryKey: z.string(),
  action: z.string(),
  target: z.object({ id: z.string().nullable(), name: z.string().nullable().default(null) }),
  before: Details,
  after: Details,
});
