import {
  type DynamoDBClient,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Clock } from "../../core/clock.ts";
import type { SignedInPeople } from "../../core/sessions/sign-in.ts";
import type { Tables } from "../../core/tables.ts";
import { besideTransactions } from "../aws/dynamodb-transaction.ts";
import { personOf } from "../members/people-items.ts";

/** Joining and leaving an organization write the same item, in transactions. */
export function dynamodbSignedInPeople(
  client: DynamoDBClient,
  { people: tableName }: Tables<"people">,
  clock: Pick<Clock, "backOff">,
): SignedInPeople {
  const update = (input: Omit<UpdateItemCommandInput, "TableName">) =>
    besideTransactions(clock, () =>
      client.send(new UpdateItemCommand({ TableName: tableName, ...input })),
    );

  return {
    async signIn(personId, identity, at) {
      const { Attributes } = await update({
        Key: marshall({ personId }),
        UpdateExpression: [
          "SET issuer = :issuer, subject = :subject, email = :email",
          "emailVerified = :emailVerified, #name = :name, lastSignInAt = :at",
          "createdAt = if_not_exists(createdAt, :at)",
          "sessionEpoch = if_not_exists(sessionEpoch, :first)",
        ].join(", "),
        ExpressionAttributeNames: { "#name": "name" },
        ExpressionAttributeValues: marshall({
          ":issuer": identity.issuer,
          ":subject": identity.subject,
          ":email": identity.email,
          ":emailVerified": identity.emailVerified,
          ":name": identity.name,
          ":at": at,
          // Higher than ever before, also where the person was removed: no session of then is valid.
          ":first": Date.parse(at),
        }),
        ReturnValues: "ALL_NEW",
      });
      return personOf(Attributes);
    },

    async endSessions(personId) {
      await update({
        Key: marshall({ personId }),
        UpdateExpression: "ADD sessionEpoch :one",
        ConditionExpression: "attribute_exists(personId)",
        ExpressionAttributeValues: { ":one": { N: "1" } },
      });
    },
  };
}
