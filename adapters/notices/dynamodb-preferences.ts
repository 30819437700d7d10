import { type DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Clock } from "../../core/clock.ts";
import { conflict, retryConflicts } from "../../core/conflict.ts";
import type { Member } from "../../core/members/member.ts";
import { noPreferences, type Preferences } from "../../core/members/preferences.ts";
import type { PreferenceStore } from "../../core/notices/choose.ts";
import type { OutboxKey } from "../../core/notices/outbox.ts";
import type { Tables } from "../../core/tables.ts";
import { conditionalUpdate } from "../aws/conditional-update.ts";
import { memberOf } from "../members/people-items.ts";

/** What members have chosen, on their own items: it goes when they leave. */
export function dynamodbPreferences(
  client: DynamoDBClient,
  { members }: Tables<"members">,
  clock: Clock,
): PreferenceStore {
  const update = conditionalUpdate(client, members, clock);
  return {
    async change({ organizationId, recipientId }: OutboxKey, decide) {
      const key = { organizationId, memberKey: recipientId };
      const reading = { TableName: members, Key: marshall(key), ConsistentRead: true };
      const contention = { attempts: 20, what: `the choices of ${recipientId}` };
      return await retryConflicts<Member | undefined>(clock, contention, async () => {
        const { Item } = await client.send(new GetItemCommand(reading));
        if (Item === undefined) return undefined;
        const member = memberOf(Item);
        const preferences: Preferences = decide(member.preferences ?? noPreferences);
        const before = Item.preferences;
        const isStored = await update(key, {
          UpdateExpression: "SET preferences = :after",
          ConditionExpression:
            before === undefined
              ? // Who leaves meanwhile has no item.
                "attribute_exists(memberKey) AND attribute_not_exists(preferences)"
              : "preferences = :before",
          ExpressionAttributeValues: {
            ...marshall({ ":after": preferences }),
            ...(before && { ":before": before }),
          },
        });
        return isStored ? { ...member, preferences } : conflict;
      });
    },
  };
}
