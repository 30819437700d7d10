import { type DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { Clock } from "../../core/clock.ts";
import { conflict, retryConflicts } from "../../core/conflict.ts";
import { EmbedSession, maximumEmbedSessions } from "../../core/embeds/embed-session.ts";
import type { EmbedCreation, EmbedSessions } from "../../core/embeds/embeds.ts";
import { sortByAge } from "../../core/list-order.ts";
import type { Tables } from "../../core/tables.ts";
import { batchGet } from "../aws/dynamodb-batch-get.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { failedCondition, passed } from "../aws/dynamodb-transaction.ts";
import { readableItems } from "../aws/readable-items.ts";
import { type MemberAuditTables, transactAudited } from "../members/member-audit-items.ts";
import { firstUseOf } from "../members/used-ids.ts";
import { organizationCheck } from "../organization-check.ts";

/**
 * In addition to its sessions an organization has one item, under its own id, that names them all:
 * so the list is consistent and the limit is one condition. A session and its name are written
 * together. The item stays when the last session is revoked.
 */
export function dynamodbEmbedSessions(
  client: DynamoDBClient,
  tables: MemberAuditTables & Tables<"organizations" | "embedSessions" | "rateLimits">,
  clock: Clock,
): EmbedSessions {
  const tableName = tables.embedSessions;
  const { get } = dynamodbEmbedSessionReader(client, { embedSessions: tableName });

  async function namesOf(organizationId: string) {
    const { Item } = await client.send(
      new GetItemCommand({ TableName: tableName, ...consistently(organizationId) }),
    );
    return Item;
  }

  return {
    get,

    async create(session, audit) {
      const { id: sessionId, ...stored } = session;
      return await retryConflicts<EmbedCreation>(clock, contention(session), async () => {
        const put = {
          TableName: tableName,
          Item: marshall({ sessionId, ...stored }),
          ConditionExpression: "attribute_not_exists(sessionId)",
        };
        const items = [
          organizationCheck(tables.organizations, session.organizationId),
          { Update: { TableName: tableName, ...nameAdded(session) } },
          { Put: put },
          ...(audit?.member ? [firstUseOf(tables.rateLimits, sessionId, clock.now())] : []),
        ];
        const written = await transactAudited(client, items, { tables, audit, action });
        if (written.result === "written") return "created";
        const [existence, room, absence, use] = written.reasons;
        if (failedCondition(existence)) return "no_such_organization";
        if (written.forbidden) return "forbidden";
        // Checked before the limit, so that a repeated request finds the embed it created.
        if (failedCondition(absence)) return "id_used";
        if (failedCondition(use) && passed(absence)) return "id_used";
        return failedCondition(room) ? "limit_reached" : conflict;
      });
    },

    async list(organizationId) {
      const names = await namesOf(organizationId);
      const ids = names === undefined ? [] : [...parseItem(Names, names).sessionIds];
      const wanted = ids.map((sessionId) => ({ tableName, key: { sessionId: { S: sessionId } } }));
      const items = (await batchGet(client, wanted)).get(tableName) ?? [];
      return sortByAge(readableItems("embedSessions", items, sessionOf));
    },

    hadAny: async (organizationId) => (await namesOf(organizationId)) !== undefined,

    async revoke({ organizationId, sessionId }, auditOf) {
      type Revoked = Awaited<ReturnType<EmbedSessions["revoke"]>>;
      return await retryConflicts<Revoked>(clock, contention({ organizationId }), async () => {
        const session = await get(sessionId);
        if (session?.organizationId !== organizationId) return undefined;
        const audit = await auditOf?.(session);
        const items = [
          { Update: { TableName: tableName, ...nameRemoved(session) } },
          { Delete: { TableName: tableName, ...existing(sessionId) } },
        ];
        const written = await transactAudited(client, items, { tables, audit, action });
        if (written.result === "written") return session;
        return written.forbidden ? "forbidden" : conflict;
      });
    },
  };
}

/** What showing embeds needs. */
export function dynamodbEmbedSessionReader(
  client: DynamoDBClient,
  { embedSessions: tableName }: Tables<"embedSessions">,
): Pick<EmbedSessions, "get"> {
  return {
    async get(sessionId) {
      const { Item } = await client.send(
        new GetItemCommand({ TableName: tableName, ...consistently(sessionId) }),
      );
      return Item === undefined ? undefined : sessionOf(Item);
    },
  };
}

const action = "manage_counters";

function contention({ organizationId }: { organizationId: string }) {
  return { attempts: 30, what: `the list of embeds of organization ${organizationId}` };
}

const StoredSession = EmbedSession.omit({ id: true }).extend({ sessionId: z.string() });
// DynamoDB has no empty set: the attribute goes with the last name.
const Names = z.object({ sessionIds: z.set(z.string()).default(new Set()) });

function sessionOf(item: Parameters<typeof parseItem>[1]): EmbedSession {
  const { sessionId: id, ...session } = parseItem(StoredSession, item);
  return { id, ...session };
}

function consistently(key: string) {
  return { Key: { sessionId: { S: key } }, ConsistentRead: true };
}

function existing(sessionId: string) {
  return { Key: marshall({ sessionId }), ConditionExpression: "attribute_exists(sessionId)" };
}

function nameAdded({ id, organizationId }: EmbedSession) {
  return {
    Key: marshall({ sessionId: organizationId }),
    UpdateExpression: "ADD sessionIds :name",
    ConditionExpression: "attribute_not_exists(sessionIds) OR size(sessionIds) < :most",
    ExpressionAttributeValues: marshall({ ":name": new Set([id]), ":most": maximumEmbedSessions }),
  };
}

function nameRemoved({ id, organizationId }: EmbedSession) {
  return {
    Key: marshall({ sessionId: organizationId }),
    UpdateExpression: "DELETE sessionIds :name",
    ExpressionAttributeValues: marshall({ ":name": new Set([id]) }),
  };
}
