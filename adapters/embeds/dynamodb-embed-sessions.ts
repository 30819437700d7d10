import {
  BatchGetItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  type KeysAndAttributes,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { Clock } from "../../core/clock.ts";
import { EmbedSession, maximumEmbedSessions } from "../../core/embeds/embed-session.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { failedCondition, transact } from "../aws/dynamodb-transaction.ts";

export interface EmbedSessions {
  /** Strongly consistent, so that a revoked session is gone at the next look. */
  get(sessionId: string): Promise<EmbedSession | undefined>;
  /** Stores a session, unless its organization holds the most it may. */
  create(session: EmbedSession): Promise<"created" | "limit_reached">;
  /** The sessions of an organization, oldest first. */
  list(organizationId: string): Promise<EmbedSession[]>;
  /** Removes a session of this organization; undefined when there is none. */
  revoke(key: { organizationId: string; sessionId: string }): Promise<EmbedSession | undefined>;
}

/**
 * Beside its sessions an organization has one item, under its own id, that names them all: so the
 * list is consistent and the limit is one condition. A session and its name are written together.
 */
export function dynamodbEmbedSessions(
  client: DynamoDBClient,
  tableName: string,
  clock: Clock,
): EmbedSessions {
  async function get(sessionId: string) {
    const { Item } = await client.send(
      new GetItemCommand({ TableName: tableName, ...consistently(sessionId) }),
    );
    return Item === undefined ? undefined : sessionOf(Item);
  }

  return {
    get,

    async create(session) {
      const { id: sessionId, ...stored } = session;
      for (let attempt = 1; attempt <= maximumAttempts; attempt += 1) {
        const written = await transact(client, [
          { Update: { TableName: tableName, ...nameAdded(session) } },
          { Put: { TableName: tableName, Item: marshall({ sessionId, ...stored }) } },
        ]);
        if (written.result === "written") return "created";
        if (failedCondition(written.reasons[0])) return "limit_reached";
        await clock.backOff(attempt);
      }
      throw overtaken();
    },

    async list(organizationId) {
      const { Item } = await client.send(
        new GetItemCommand({ TableName: tableName, ...consistently(organizationId) }),
      );
      const ids = Item === undefined ? [] : [...parseItem(Names, Item).sessionIds];
      const sessions: EmbedSession[] = [];
      for (let from = 0; from < ids.length; from += batchItems) {
        sessions.push(...(await getBatch(client, tableName, ids.slice(from, from + batchItems))));
      }
      return sessions.sort(
        (a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id),
      );
    },

    async revoke({ organizationId, sessionId }) {
      for (let attempt = 1; attempt <= maximumAttempts; attempt += 1) {
        const session = await get(sessionId);
        if (session?.organizationId !== organizationId) return undefined;
        const written = await transact(client, [
          { Update: { TableName: tableName, ...nameRemoved(session) } },
          { Delete: { TableName: tableName, ...existing(sessionId) } },
        ]);
        if (written.result === "written") return session;
        await clock.backOff(attempt);
      }
      throw overtaken();
    },
  };
}

const maximumAttempts = 30;

/** The most items that DynamoDB gives in one batch. */
const batchItems = 100;

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

async function getBatch(client: DynamoDBClient, tableName: string, ids: string[]) {
  const sessions: EmbedSession[] = [];
  const Keys = ids.map((sessionId) => ({ sessionId: { S: sessionId } }));
  let wanted: Record<string, KeysAndAttributes> = { [tableName]: { Keys, ConsistentRead: true } };
  while (Object.keys(wanted).length > 0) {
    const answer = await client.send(new BatchGetItemCommand({ RequestItems: wanted }));
    sessions.push(...(answer.Responses?.[tableName] ?? []).map(sessionOf));
    wanted = answer.UnprocessedKeys ?? {};
  }
  return sessions;
}

function overtaken(): Error {
  return new Error("the organization's live views were changed by others all the time; try again");
}
