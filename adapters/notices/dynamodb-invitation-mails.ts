import { type DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { allInOrder } from "../../core/all-in-order.ts";
import type { Clock } from "../../core/clock.ts";
import type { InvitationMailPorts } from "../../core/notices/invitation-mail.ts";
import type { MailEventPorts } from "../../core/notices/mail-events.ts";
import type { Tables } from "../../core/tables.ts";
import { conditionalUpdate } from "../aws/conditional-update.ts";
import { invitationOf } from "../members/people-items.ts";
import { dynamodbWrittenTo } from "./dynamodb-recipients.ts";

type InvitationMails = Pick<InvitationMailPorts, "invitation" | "claim" | "recordSent"> &
  Pick<MailEventPorts, "failInvitation">;

/** What became of an invitation's mail, on the invitation itself: it goes with it. */
export function dynamodbInvitationMails(
  client: DynamoDBClient,
  { invitations, organizations }: Tables<"invitations" | "organizations">,
  clock: Pick<Clock, "backOff">,
): InvitationMails {
  const update = conditionalUpdate(client, invitations, clock);
  return {
    async invitation(key) {
      const input = { TableName: invitations, Key: marshall({ ...key }), ConsistentRead: true };
      const [{ Item }, organization] = await allInOrder([
        client.send(new GetItemCommand(input)),
        dynamodbWrittenTo(client, { organizations })(key.organizationId),
      ]);
      if (Item === undefined || organization === undefined) return undefined;
      return { invitation: invitationOf(Item), organization };
    },

    claim: ({ organizationId, invitationId }, nowMs, untilMs) =>
      update(
        { organizationId, invitationId },
        {
          UpdateExpression: "SET mailClaimedUntilMs = :until",
          // Not of one that was accepted, sent or revoked meanwhile.
          ConditionExpression:
            "usedAt = :unset AND attribute_not_exists(mailedAt) AND " +
            "(attribute_not_exists(mailClaimedUntilMs) OR mailClaimedUntilMs < :now)",
          ExpressionAttributeValues: marshall({ ":until": untilMs, ":now": nowMs, ":unset": null }),
        },
      ),

    async recordSent({ organizationId, invitationId }, nowMs) {
      await update(
        { organizationId, invitationId },
        {
          UpdateExpression: "SET mailedAt = :at",
          ConditionExpression: "attribute_exists(invitationId)",
          ExpressionAttributeValues: marshall({ ":at": new Date(nowMs).toISOString() }),
        },
      );
    },

    failInvitation: ({ organizationId, invitationId }, { address, reason }) =>
      update(
        { organizationId, invitationId },
        {
          UpdateExpression: "SET mailFailed = :reason",
          ConditionExpression: "email = :address",
          ExpressionAttributeValues: marshall({ ":reason": reason, ":address": address }),
        },
      ),
  };
}
