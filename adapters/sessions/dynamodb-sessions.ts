import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  PutItemCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { expiresAtSeconds, Session, type Sessions } from "../../core/sessions/session.ts";
import type { Tables } from "../../core/tables.ts";
import { batchGet } from "../aws/dynamodb-batch-get.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { isRoster, memberOf, personOf, rosterKey } from "../members/people-items.ts";

export type SessionTables = Tables<"sessions" | "people" | "members">;

export function dynamodbSessions(client: DynamoDBClient, tables: SessionTables): Sessions {
  const ofMembers = (organizationId: string, memberKey: string) => ({
    tableName: tables.members,
    key: marshall({ organizationId, memberKey }),
  });

  return {
    async find({ sessionHash, personId, organizationId, skipDeletionCheck = false }) {
      const found = await batchGet(client, [
        { tableName: tables.sessions, key: marshall({ sessionHash }) },
        { tableName: tables.people, key: marshall({ personId }) },
        ...(organizationId === undefined ? [] : [ofMembers(organizationId, personId)]),
        ...(organizationId === undefined || skipDeletionCheck
          ? []
          : [ofMembers(organizationId, rosterKey)]),
      ]);
      const [session] = found.get(tables.sessions) ?? [];
      const [person] = found.get(tables.people) ?? [];
      const ofOrganization = found.get(tables.members) ?? [];
      const roster = ofOrganization.find(isRoster);
      const member = ofOrganization.find((item) => !isRoster(item));
      if (session === undefined || person === undefined) return undefined;
      return {
        session: parseItem(Session, session),
        person: personOf(person),
        member: member && memberOf(member),
        isBeingDeleted: roster?.deletedAt !== undefined,
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
