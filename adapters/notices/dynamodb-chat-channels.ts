import {
  type DynamoDBClient,
  GetItemCommand,
  type TransactWriteItem,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Clock } from "../../core/clock.ts";
import { conflict, retryConflicts } from "../../core/conflict.ts";
import { ChatChannels, noChatChannels } from "../../core/notices/chat-channel.ts";
import type { ChatChannelStore } from "../../core/notices/manage-chat-channels.ts";
import type { Tables } from "../../core/tables.ts";
import { parseItem, revisedPut } from "../aws/dynamodb-items.ts";
import { failedCondition, passed, transact } from "../aws/dynamodb-transaction.ts";
import { type MemberAuditTables, memberAuditItems } from "../members/member-audit-items.ts";
import { firstUseOf } from "../members/used-ids.ts";
import { organizationCheck } from "../organization-check.ts";

/**
 * The sort key of an organization's chat channels among the outboxes; no recipient's id is like it. It is
 * in no index, and does not expire.
 */
export const chatChannelsKey = "channels";

type Read = (organizationId: string) => Promise<ChatChannels>;

export function dynamodbChatChannels(client: DynamoDBClient, { notices }: Tables<"notices">): Read {
  return async (organizationId) => {
    const Key = marshall({ organizationId, recipientId: chatChannelsKey });
    const { Item } = await client.send(
      new GetItemCommand({ TableName: notices, Key, ConsistentRead: true }),
    );
    return Item === undefined ? noChatChannels(organizationId) : parseItem(ChatChannels, Item);
  };
}

function put(tableName: string, after: ChatChannels): TransactWriteItem {
  return revisedPut(tableName, { ...after, recipientId: chatChannelsKey });
}

/** How the sender records what became of a message; it adds nothing. */
export function dynamodbChatStates(
  client: DynamoDBClient,
  tables: Tables<"notices">,
  clock: Clock,
) {
  const read = dynamodbChatChannels(client, tables);
  return async (
    organizationId: string,
    change: (all: ChatChannels) => ChatChannels,
  ): Promise<void> => {
    const what = `the chat channels of ${organizationId}`;
    await retryConflicts(clock, { attempts: 20, what }, async () => {
      const before = await read(organizationId);
      const after = change(before);
      if (after === before) return "unchanged";
      const { result } = await transact(client, [put(tables.notices, after)]);
      return result === "written" ? result : conflict;
    });
  };
}

export function dynamodbChatChannelStore(
  client: DynamoDBClient,
  tables: MemberAuditTables & Tables<"notices" | "organizations" | "rateLimits">,
  clock: Clock,
): ChatChannelStore {
  const get = dynamodbChatChannels(client, tables);
  return {
    get,
    async change(organizationId, decide) {
      const what = `the chat channels of ${organizationId}`;
      return await retryConflicts(clock, { attempts: 20, what }, async () => {
        const before = await get(organizationId);
        const { result, after, audit, newId } = decide(before);
        if (after === undefined) return result;
        const { check, entries } = memberAuditItems(tables, audit, "manage_notices");
        const written = await transact(client, [
          put(tables.notices, after),
          organizationCheck(tables.organizations, organizationId),
          ...entries,
          ...(check ? [check] : []),
          ...(newId ? [firstUseOf(tables.rateLimits, newId.id, clock.now())] : []),
        ]);
        if (written.result === "written") return result;
        const [revision, existence, ...reasons] = written.reasons;
        if (failedCondition(existence)) return { result: "no_such_organization" } as const;
        if (!passed(revision)) return conflict;
        const [member, use] = reasons.slice(entries.length);
        if (check && failedCondition(member)) return { result: "forbidden" } as const;
        return newId && failedCondition(check ? use : member) ? newId.otherwise : conflict;
      });
    },
  };
}
