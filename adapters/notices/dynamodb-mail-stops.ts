import { type DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Clock } from "../../core/clock.ts";
import type { MailEventPorts } from "../../core/notices/mail-events.ts";
import type { ResumingPorts } from "../../core/notices/resume-mail.ts";
import type { TestMailPorts } from "../../core/notices/test-mail.ts";
import type { Tables } from "../../core/tables.ts";
import { conditionalUpdate } from "../aws/conditional-update.ts";
import { personOf } from "../members/people-items.ts";

const ExpressionAttributeNames = { "#address": "address" };

/** Whether mail to a person's address is stopped, and what became of their test mail, on the person. */
export function dynamodbMailStops(
  client: DynamoDBClient,
  { people }: Tables<"people">,
  clock: Pick<Clock, "backOff">,
): Pick<ResumingPorts, "person" | "endStop"> &
  Pick<MailEventPorts, "stopPerson"> &
  Pick<TestMailPorts, "recordTest"> {
  const update = conditionalUpdate(client, people, clock);
  return {
    async person(personId) {
      const input = { TableName: people, Key: marshall({ personId }), ConsistentRead: true };
      const { Item } = await client.send(new GetItemCommand(input));
      return Item && personOf(Item);
    },

    // The first reason stays; a mail from before its reader asked for mail again stops nothing.
    stopPerson: (personId, stop, sentAt) =>
      update(
        { personId },
        {
          UpdateExpression: "SET mailStop = :stop",
          ConditionExpression:
            "email = :address AND (attribute_not_exists(mailStop) OR " +
            "mailStop.#address <> :address OR mailStop.resumedAt < :sentAt)",
          ExpressionAttributeNames,
          ExpressionAttributeValues: marshall({
            ...{ ":stop": stop, ":address": stop.address, ":sentAt": sentAt },
          }),
        },
      ),

    async recordTest(personId, test) {
      await update(
        { personId },
        {
          UpdateExpression: "SET mailTest = :test",
          ConditionExpression: "attribute_exists(personId)",
          ExpressionAttributeValues: marshall({ ":test": test }),
        },
      );
    },

    async endStop(personId, address, nowMs) {
      const at = new Date(nowMs).toISOString();
      await update(
        { personId },
        {
          UpdateExpression: "SET mailStop.resumedAt = :at",
          ConditionExpression: "mailStop.#address = :address",
          ExpressionAttributeNames,
          ExpressionAttributeValues: marshall({ ":at": at, ":address": address }),
        },
      );
    },
  };
}
