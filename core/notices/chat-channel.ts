import * as z from "zod";
import { DisplayName } from "../display-name.ts";
import { type NoticeKind, noticeKinds } from "../members/preferences.ts";
import type { Plan } from "../organizations/plan.ts";
import { dayMs } from "../time-zone.ts";
import { planTells } from "./who-hears.ts";

/** Where a team reads notices in Slack, Mattermost or the like: an incoming webhook. */
export const ChatChannel = z.object({
  id: z.string(),
  name: DisplayName,
  /** Those that this release knows: a newer one may have stored others. */
  kinds: z
    .array(z.string())
    .transform((kinds) => noticeKinds.filter((kind) => kinds.includes(kind))),
  /** Of its URL, which nobody can read again: whoever has it can post. */
  host: z.string(),
  lastFour: z.string(),
  createdAt: z.iso.datetime(),
  /** Since when nothing is sent, because its server said that it is gone. */
  stoppedAt: z.iso.datetime().exactOptional(),
  failingSince: z.iso.datetime().exactOptional(),
  lastError: z.string().exactOptional(),
});
export type ChatChannel = z.infer<typeof ChatChannel>;

/** The secret is the URL, encrypted as signing secrets are. */
export const StoredChatChannel = ChatChannel.extend({
  sealedSecret: z.string(),
  wrappedKey: z.string(),
});
export type StoredChatChannel = z.infer<typeof StoredChatChannel>;

/**
 * All chat channels of an organization: one item beside its outboxes, so that their limits are one condition, and
 * no reader of endpoints or members has to skip them.
 */
export const ChatChannels = z.object({
  organizationId: z.string(),
  /** Rises with every write. */
  revision: z.int().min(0),
  /** Oldest first. */
  channels: z.array(StoredChatChannel),
  /** When the test messages of the last day were sent. */
  testsAtMs: z.array(z.int()),
});
export type ChatChannels = z.infer<typeof ChatChannels>;

export interface ChatChannelKey {
  organizationId: string;
  channelId: string;
}

export const maximumChatChannels = 5;
export const testsADay = 20;

/** What a new channel hears of unless its owner chooses otherwise. */
export const defaultChatKinds: NoticeKind[] = ["alert", "endpoint"];

export function noChatChannels(organizationId: string): ChatChannels {
  return { organizationId, revision: 0, channels: [], testsAtMs: [] };
}

export function channelIn({ channels }: ChatChannels, channelId: string) {
  return channels.find(({ id }) => id === channelId);
}

export function withChannel(all: ChatChannels, after: StoredChatChannel): ChatChannels {
  const channels = all.channels.map((one) => (one.id === after.id ? after : one));
  return { ...all, channels };
}

/** With one more test message; where 24 hours have no more, when there is one again. */
export function withTest(
  all: ChatChannels,
  nowMs: number,
): { after: ChatChannels } | { resetSeconds: number } {
  const testsAtMs = all.testsAtMs.filter((at) => at > nowMs - dayMs);
  const [first = nowMs] = testsAtMs;
  if (testsAtMs.length < testsADay) return { after: { ...all, testsAtMs: [...testsAtMs, nowMs] } };
  return { resetSeconds: Math.ceil((first + dayMs - nowMs) / 1_000) };
}

export function channelHears(
  { kinds, stoppedAt }: Pick<ChatChannel, "kinds" | "stoppedAt">,
  kind: NoticeKind,
  plan: Plan,
): boolean {
  return stoppedAt === undefined && kinds.includes(kind) && planTells(kind, plan);
}

/** What became of one message. */
export type ChatOutcome =
  | { result: "sent" }
  /** Nobody will read this channel again. */
  | { result: "gone"; reason: string }
  /** `afterSeconds`: not earlier, said the server. */
  | { result: "refused"; reason: string; afterSeconds: number };

/** The channel after a message; the same object where its state is as before. */
export function channelAfter(
  channel: StoredChatChannel,
  outcome: ChatOutcome,
  nowMs: number,
): StoredChatChannel {
  const { stoppedAt, failingSince, lastError, ...healthy } = channel;
  if (outcome.result === "sent") return lastError === undefined ? channel : healthy;
  const now = new Date(nowMs).toISOString();
  const { reason } = outcome;
  if (outcome.result === "gone") return { ...healthy, stoppedAt: now, lastError: reason };
  if (failingSince !== undefined && lastError === reason) return channel;
  const stopped = stoppedAt === undefined ? {} : { stoppedAt };
  return { ...healthy, ...stopped, failingSince: failingSince ?? now, lastError: reason };
}
