import { systemCircumstances } from "../../adapters/circumstances.ts";
import { dynamodbClient } from "../../adapters/dynamodb-client.ts";
import { dynamodbCounters } from "../../adapters/dynamodb-counters.ts";
import { dynamodbEmbedSessions } from "../../adapters/dynamodb-embed-sessions.ts";
import type { Counter } from "../../core/counter.ts";
import { isEmbedSessionId } from "../../core/embed-session.ts";
import { Problem } from "../../core/problem.ts";
import { heldFor } from "../http/site-caching.ts";

/** Finds the counter that a session shows; undefined when it was never shared, or is no longer. */
export type SharedCounter = (sessionId: string) => Promise<Counter | undefined>;

export function sharedCounter(tables: {
  EMBED_SESSIONS_TABLE: string;
  COUNTERS_TABLE: string;
}): SharedCounter {
  const client = dynamodbClient();
  const sessions = dynamodbEmbedSessions(client, tables.EMBED_SESSIONS_TABLE, systemCircumstances);
  const counters = dynamodbCounters(client, tables.COUNTERS_TABLE);
  return async (sessionId) => {
    const session = isEmbedSessionId(sessionId) ? await sessions.get(sessionId) : undefined;
    return session && (await counters.get(session));
  };
}

/** May be cached for a while, so that a million viewers of a revoked session cost little. */
export const notAvailableCaching = heldFor(5);

export function notAvailable(): Problem {
  return new Problem(404, "There is no such live view, or it is no longer shared", {
    headers: notAvailableCaching,
  });
}
