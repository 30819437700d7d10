import {
  type AttributeValue,
  type DynamoDBClient,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { Clock } from "../../core/clock.ts";
import { Person } from "../../core/members/person.ts";
import type { SignedInPeople } from "../../core/sessions/sign-in.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { besideTransactions } from "../aws/dynamodb-transaction.ts";

/** Joining and leaving an organization write the same item, in transactions. */
export function dynamodbSignedInPeople(
  client: DynamoDBClient,
  tableName: string,
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

// DynamoDB has no empty set.
const PersonItem = Person.omit({ id: true }).extend({
  personId: z.string(),
  organizationIds: z.set(z.string()).default(new Set()),
});

export function personOf(item: Record<string, AttributeValue> | undefined): Person {
  const { personId: id, ...person } = parseItem(PersonItem, item);
  return { id, ...person };
}
