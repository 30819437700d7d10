import * as z from "zod";
import type { RandomBase62 } from "../base62.ts";
import type { CreationContext } from "../clock.ts";
import type { CounterKey } from "../counters/counter.ts";
import { DisplayName } from "../display-name.ts";
import type { GroupKey } from "../groups/group.ts";

/** A public link that shows one counter or group; whoever knows its id may see that, and no more. */
export const EmbedSession = z.object({
  id: z.string(),
  organizationId: z.string(),
  /** The id of what it shows: of a counter, or of a group. */
  counterId: z.string(),
  /** Only in sessions of groups. */
  groupId: z.string().exactOptional(),
  createdAt: z.iso.datetime(),
  /** Whom the link was given to, in the operator's words. */
  note: DisplayName.optional(),
});
export type EmbedSession = z.infer<typeof EmbedSession>;

/** What an embed shows. */
export type EmbedTarget =
  | (CounterKey & { groupId?: undefined })
  | (GroupKey & { counterId?: undefined });

/** Keeps the list of an organization's sessions in one item of 30 KB. */
export const maximumEmbedSessions = 1_000;

/** 24 base62 digits are 142 bits: the id is the only thing that guards what it shows. */
const randomLength = 24;

export function newEmbedSessionId(randomBase62: RandomBase62): string {
  return `emb_${randomBase62(randomLength)}`;
}

export function newEmbedSession(
  { note, ...target }: EmbedTarget & { note?: string | undefined },
  { nowMs, randomBase62 }: CreationContext,
): EmbedSession {
  return {
    id: newEmbedSessionId(randomBase62),
    organizationId: target.organizationId,
    ...(target.groupId === undefined
      ? { counterId: target.counterId }
      : { counterId: target.groupId, groupId: target.groupId }),
    createdAt: new Date(nowMs).toISOString(),
    ...(note !== undefined && { note }),
  };
}

export function embedTarget({ organizationId, counterId, groupId }: EmbedSession): EmbedTarget {
  return groupId === undefined ? { organizationId, counterId } : { organizationId, groupId };
}

/** False for text that cannot be a session's id and need not be looked up. */
export function isEmbedSessionId(text: string): boolean {
  return /^emb_[0-9A-Za-z]{24}$/.test(text);
}

/** The public URL of a session's page. */
export function embedUrl(baseUrl: string, sessionId: string): string {
  return `${baseUrl}/embed/${sessionId}`;
}

// Checked as text: a URL parser would remove dot segments, convert backslashes and drop line
// breaks, and so accept text that is not the URL of an embed.
const pageUrl = /^https?:\/\/[^\s/?#\\]+\/embed\/([^\s\p{Cc}/?#\\]+)\/?(?:[?#].*)?$/su;

/**
 * The last part of a page's URL, on whatever host; it need not be a session's id. Undefined for any
 * other text, also when the last part has an encoded slash.
 */
export function sessionIdIn(url: string): string | undefined {
  const normalized = url.replace(/^https?:/i, (scheme) => scheme.toLowerCase());
  const sessionId = pageUrl.exec(normalized)?.[1];
  const hidesSlash = sessionId !== undefined && /%2f/i.test(sessionId);
  return hidesSlash || !URL.canParse(url) ? undefined : sessionId;
}
