import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbCounters } from "../../adapters/counters/contract-counters.ts";
import { dynamodbEmbedSessionReader } from "../../adapters/embeds/dynamodb-embed-sessions.ts";
import { dynamodbGroupReader } from "../../adapters/groups/dynamodb-groups.ts";
import { dynamodbOrganizationLanguage } from "../../adapters/organizations/dynamodb-organizations.ts";
import { allInOrder } from "../../core/all-in-order.ts";
import { ApiError } from "../../core/api-error.ts";
import {
  type EmbedTarget,
  embedTarget,
  isEmbedSessionId,
} from "../../core/embeds/embed-session.ts";
import { embeddedCounter, embeddedGroup } from "../../core/embeds/embedded-count.ts";
import type { EmbeddedCount } from "../../core/embeds/format-count.ts";
import { defaultLanguage } from "../../core/languages.ts";
import { publicCache } from "../http/site-handler.ts";

/** Returns what a session shows; undefined when it is not shared, or no longer. */
export type ReadEmbeddedCount = (sessionId: string) => Promise<EmbeddedCount | undefined>;

export function embeddedCountReader({
  tables,
}: {
  tables: Record<"organizations" | "embedSessions" | "counters" | "counterGroups", string>;
}): ReadEmbeddedCount {
  const client = dynamodbClient();
  const sessions = dynamodbEmbedSessionReader(client, tables);
  const languageOf = dynamodbOrganizationLanguage(client, tables);
  const counters = dynamodbCounters(client, tables);
  const group = dynamodbGroupReader(client, tables);
  return async (sessionId) => {
    const session = isEmbedSessionId(sessionId) ? await sessions.get(sessionId) : undefined;
    if (session === undefined) return undefined;
    // The embeds of an organization that is deleted are removed one by one, after it.
    const [count, language] = await allInOrder([
      countOf(embedTarget(session)),
      languageOf(session.organizationId),
    ]);
    if (count === undefined || language === undefined) return undefined;
    return language === defaultLanguage ? count : { ...count, language };
  };

  // One item either way: the total of a group is kept by evaluate-alerts.
  async function countOf(target: EmbedTarget): Promise<EmbeddedCount | undefined> {
    if (target.groupId === undefined) {
      const counter = await counters.get(target);
      return counter && embeddedCounter(counter);
    }
    const found = await group(target);
    return found && embeddedGroup(found);
  }
}

/** Cached for 5 s: a million viewers of a revoked embed cost little. */
export const notAvailableCaching = publicCache(5);

export function notAvailable(headers: Record<string, string> = {}): ApiError {
  return new ApiError(404, "This embed does not exist or is no longer shared", { headers });
}
