import * as z from "zod";
import type { RandomBase62 } from "./base62.ts";
import type { CounterKey } from "./counter.ts";

/** A public link that shows one counter; whoever knows its id may see that counter, and no more. */
export const EmbedSession = z.object({
  id: z.string(),
  organizationId: z.string(),
  counterId: z.string(),
  createdAt: z.iso.datetime(),
});
export type EmbedSession = z.infer<typeof EmbedSession>;

/** Keeps the list of an organization's sessions in one item of 30 KB. */
export const maximumEmbedSessions = 1_000;

/** 24 base62 digits are 142 bits: the id is the only thing that guards what it shows. */
const randomLength = 24;

export function newEmbedSession(
  { organizationId, counterId }: CounterKey,
  circumstances: { nowMs: number; randomBase62: RandomBase62 },
): EmbedSession {
  return {
    id: `emb_${circumstances.randomBase62(randomLength)}`,
    organizationId,
    counterId,
    createdAt: new Date(circumstances.nowMs).toISOString(),
  };
}

/** False for text that cannot be a session's id, so that it need not be looked up. */
export function isEmbedSessionId(text: string): boolean {
  return /^emb_[0-9A-Za-z]{24}$/.test(text);
}

/** The public address of a session's page. */
export function embedUrl(baseUrl: string, sessionId: string): string {
  return `${baseUrl}/embed/${sessionId}`;
}
