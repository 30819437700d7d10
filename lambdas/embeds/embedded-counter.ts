import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbCounters } from "../../adapters/counters/dynamodb-counters.ts";
import { dynamodbEmbedSessions } from "../../adapters/embeds/dynamodb-embed-sessions.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { ApiError } from "../../core/api-error.ts";
import type { Counter } from "../../core/counters/counter.ts";
import { isEmbedSessionId } from "../../core/embeds/embed-session.ts";
import { publicCache } from "../site/site-caching.ts";

/** Finds the counter that a session shows; undefined when it was never shared, or is no longer. */
export type SharedCounter = (sessionId: string) => Promise<Counter | undefined>;

export function sharedCounter(tables: {
  EMBED_SESSIONS_TABLE: string;
  COUNTERS_TABLE: string;
}): SharedCounter {
  const client = dynamodbClient();
  const sessions = dynamodbEmbedSessions(client, tables.EMBED_SESSIONS_TABLE, systemClock);
  const counters = dynamodbCounters(client, tables.COUNTERS_TABLE);
  return async (sessionId) => {
    const session = isEmbedSessionId(sessionId) ? await sessions.get(sessionId) : undefined;
    return session && (await counters.get(session));
  };
}

/** May be cached for a while, so that a million viewers of a revoked session cost little. */
export const notAvailableCaching = publicCache(5);

export function notAvailable(): ApiError {
  return new ApiError(404, "There is no such live view, or it is no longer shared", {
    headers: notAvailableCaching,
  });
}
