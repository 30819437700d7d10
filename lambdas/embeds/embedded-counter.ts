import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbCounters } from "../../adapters/counters/dynamodb-counters.ts";
import { dynamodbEmbedSessionReader } from "../../adapters/embeds/dynamodb-embed-sessions.ts";
import { dynamodbOrganizationName } from "../../adapters/organizations/dynamodb-organizations.ts";
import { ApiError } from "../../core/api-error.ts";
import type { Counter } from "../../core/counters/counter.ts";
import { isEmbedSessionId } from "../../core/embeds/embed-session.ts";
import { publicCache } from "../http/site-handler.ts";

/** Returns the counter that a session shows; undefined when it is not shared, or no longer. */
export type ReadEmbeddedCounter = (sessionId: string) => Promise<Counter | undefined>;

export function embeddedCounterReader({
  tables,
}: {
  tables: Record<"organizations" | "embedSessions" | "counters", string>;
}): ReadEmbeddedCounter {
  const client = dynamodbClient();
  const sessions = dynamodbEmbedSessionReader(client, tables);
  const organizationName = dynamodbOrganizationName(client, tables);
  const counters = dynamodbCounters(client, tables);
  return async (sessionId) => {
    const session = isEmbedSessionId(sessionId) ? await sessions.get(sessionId) : undefined;
    if (session === undefined) return undefined;
    // The embeds of an organization that is deleted are removed one by one, after it.
    const [counter, name] = await Promise.all([
      counters.get(session),
      organizationName(session.organizationId),
    ]);
    return name === undefined ? undefined : counter;
  };
}

/** Cached for 5 s: a million viewers of a revoked embed cost little. */
export const notAvailableCaching = publicCache(5);

export function notAvailable(headers: Record<string, string> = {}): ApiError {
  return new ApiError(404, "This embed does not exist or is no longer shared", { headers });
}
