import {
  type AttributeValue,
  BatchGetItemCommand,
  type BatchGetItemCommandInput,
  type BatchGetItemCommandOutput,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  PutItemCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { Clock } from "../../core/clock.ts";
import { Member } from "../../core/members/member.ts";
import { expiresAtSeconds, Session, type Sessions } from "../../core/sessions/session.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { personOf } from "./dynamodb-signed-in-people.ts";

export interface SessionTables {
  sessions: string;
  people: string;
  members: string;
}

export function dynamodbSessions(
  client: DynamoDBClient,
  tables: SessionTables,
  clock: Pick<Clock, "backOff">,
): Sessions {
  return {
    async find({ sessionHash, personId, organizationId }) {
      const found = await getTogether(client, clock, [
        [tables.sessions, { sessionHash }],
        [tables.people, { personId }],
        ...(organizationId === undefined
          ? []
          : [[tables.members, { organizationId, memberKey: personId }] as const]),
      ]);
      const session = found.get(tables.sessions);
      const person = found.get(tables.people);
      const member = found.get(tables.members);
      if (session === undefined || person === undefined) return undefined;
      return {
        session: parseItem(Session, session),
        person: personOf(person),
        member: member && memberOf(member),
      };
    },

    async create(session) {
      await client.send(
        new PutItemCommand({
          TableName: tables.sessions,
          Item: marshall({ ...session, expiresAt: expiresAtSeconds(session) }),
          ConditionExpression: "attribute_not_exists(sessionHash)",
        }),
      );
    },

    async touch(session, lastSeenAt) {
      const update = new UpdateItemCommand({
        TableName: tables.sessions,
        Key: marshall({ sessionHash: session.sessionHash }),
        UpdateExpression: "SET lastSeenAt = :now, expiresAt = :expiresAt",
        // Neither brings back a session that has ended, nor writes what another request has written.
        ConditionExpression: "lastSeenAt = :before",
        ExpressionAttributeValues: marshall({
          ":now": lastSeenAt,
          ":before": session.lastSeenAt,
          ":expiresAt": expiresAtSeconds({ ...session, lastSeenAt }),
        }),
      });
      await client.send(update).catch((error) => {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      });
    },

    async end(sessionHash) {
      await client.send(
        new DeleteItemCommand({ TableName: tables.sessions, Key: marshall({ sessionHash }) }),
      );
    },
  };
}

const MemberItem = Member.omit({ id: true }).extend({ memberId: z.string() });

export function memberOf(item: Record<string, AttributeValue>): Member {
  const { memberId: id, ...member } = parseItem(MemberItem, item);
  return { id, ...member };
}

const maximumAttempts = 5;

/** One item of each of several tables, strongly consistent, by the table's name. */
async function getTogether(
  client: DynamoDBClient,
  clock: Pick<Clock, "backOff">,
  keys: (readonly [tableName: string, key: Record<string, string>])[],
): Promise<Map<string, Record<string, AttributeValue>>> {
  const found = new Map<string, Record<string, AttributeValue>>();
  let wanted: BatchGetItemCommandInput["RequestItems"] = Object.fromEntries(
    keys.map(([tableName, key]) => [tableName, { Keys: [marshall(key)], ConsistentRead: true }]),
  );
  for (let attempt = 1; wanted !== undefined && Object.keys(wanted).length > 0; attempt += 1) {
    if (attempt > maximumAttempts)
      throw new Error("DynamoDB left keys unprocessed again and again");
    if (attempt > 1) await clock.backOff(attempt - 1);
    const response: BatchGetItemCommandOutput = await client.send(
      new BatchGetItemCommand({ RequestItems: wanted }),
    );
    for (const [tableName, [item]] of Object.entries(response.Responses ?? {})) {
      if (item !== undefined) found.set(tableName, item);
    }
    wanted = response.UnprocessedKeys;
  }
  return found;
}
