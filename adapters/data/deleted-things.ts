import { type AttributeValue, type DynamoDBClient, paginateQuery } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import type { Clock } from "../../core/clock.ts";
import { embedName } from "../../core/data/restorable-tables.ts";
import type { RestorePorts } from "../../core/data/restore-table.ts";
import type { Deleted } from "../../core/data/restore-verdict.ts";
import type { StoredItem } from "../../core/data/stored-item.ts";
import { parseItem } from "../aws/dynamodb-items.ts";

/** So many organizations' deletions are kept in memory. */
const keptOrganizations = 1_000;

/** An entry can be written so long after its time, by a clock that differs so much, in milliseconds. */
const latestEntryMs = 5 * 60_000;

/** What the entries of an organization say that were read so far. */
interface Log {
  everything: boolean;
  names: Set<string>;
  /** Of each address, its invitations' ids and when they were made. */
  invited: Map<string, Map<string, string>>;
  /** Every entry of an earlier time has been read. */
  readUntilMs: number;
}

/**
 * What the organizations' audit logs name as deleted. A log is read as a whole once, and then only
 * its new entries: a restore takes hours, and keys are revoked meanwhile.
 */
export function deletedThings(
  client: DynamoDBClient,
  auditEntries: string,
  clock: Pick<Clock, "now">,
): RestorePorts<StoredItem>["deletions"] {
  const logs = new Map<string, Log>();

  async function readOn(organizationId: string): Promise<Deleted> {
    const log = logs.get(organizationId) ?? emptyLog();
    // The least recently used goes first.
    logs.delete(organizationId);
    logs.set(organizationId, log);
    const [oldest] = logs.keys();
    if (logs.size > keptOrganizations && oldest !== undefined) logs.delete(oldest);
    const startedMs = clock.now();
    for await (const item of newEntries(client, auditEntries, { organizationId, log })) {
      addEntry(log, parseItem(RemovalEntry, item));
    }
    log.readUntilMs = Math.max(log.readUntilMs, startedMs - latestEntryMs);
    return log.everything ? "everything" : log.names;
  }

  return () => {
    const known = new Map<string, Promise<Deleted>>();
    return (organizationId) => {
      if (organizationId === "") return Promise.resolve(new Set());
      const found = known.get(organizationId) ?? readOn(organizationId);
      known.set(organizationId, found);
      return found;
    };
  };
}

function emptyLog(): Log {
  return { everything: false, names: new Set(), invited: new Map(), readUntilMs: 0 };
}

async function* newEntries(
  client: DynamoDBClient,
  TableName: string,
  { organizationId, log }: { organizationId: string; log: Log },
): AsyncGenerator<Record<string, AttributeValue>> {
  const pages = paginateQuery(
    { client },
    {
      TableName,
      // An entry's key begins with its time.
      KeyConditionExpression: "organizationId = :organizationId AND entryKey >= :since",
      FilterExpression: "attribute_type(#after, :null) OR #action IN (:invite, :accept)",
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
        ":invite": { S: "member.invite" },
        ":accept": { S: "invitation.accept" },
      },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) yield* Items;
}

function addEntry(log: Log, { entryKey, action, target, before, after }: RemovalEntry): void {
  const { names } = log;
  if (action === "member.invite") {
    addInvitation(log, { id: String(target.id), email: String(target.name), entryKey }, before);
  } else if (action === "invitation.accept") names.add(String(after?.invitationId));
  else if (after !== null) return;
  else if (action === "org.delete") log.everything = true;
  else if (target.id !== null) names.add(target.id);
  else if (action === "embed.revoke" && before !== null) {
    names.add(embedName(String(before.counterId), String(before.lastFour)));
  }
}

/** An invitation that replaced another one says so by what was before. */
function addInvitation(
  { invited, names }: Log,
  { id, email, entryKey }: { id: string; email: string; entryKey: string },
  before: RemovalEntry["before"],
): void {
  const ofAddress = invited.get(email) ?? new Map<string, string>();
  invited.set(email, ofAddress.set(id, entryKey));
  if (before === null) return;
  for (const [other, madeAt] of ofAddress) if (madeAt < entryKey) names.add(other);
}

const Details = z.record(z.string(), z.unknown()).nullable().default(null);

/** An entry of something that is gone, or of an invitation. */
const RemovalEntry = z.object({
  entryKey: z.string(),
  action: z.string(),
  target: z.object({ id: z.string().nullable(), name: z.string().nullable().default(null) }),
  before: Details,
  after: Details,
});
type RemovalEntry = z.infer<typeof RemovalEntry>;
