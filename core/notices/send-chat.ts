import { nextStep } from "../webhooks/retry-schedule.ts";
import {
  type ChatChannels,
  type ChatOutcome,
  channelAfter,
  channelHears,
  channelIn,
  type StoredChatChannel,
  withChannel,
} from "./chat-channel.ts";
import { composeChat } from "./chat-message.ts";
import { afterRefused, afterSent, nextMail, type OutboxKey, withoutWaiting } from "./outbox.ts";
import {
  composedOf,
  notComposed,
  type Recipient,
  type SendingPorts,
  type Sent,
} from "./send-notices.ts";
import type { TellingPorts } from "./tell-people.ts";

export interface SendingChatPorts
  extends Pick<SendingPorts, "outboxes" | "clock" | "newMailId" | "noteLeftOut" | "consoleUrl">,
    Pick<TellingPorts, "queue"> {
  /** Undefined of an organization that does not exist. */
  organization(organizationId: string): Promise<Recipient["organization"] | undefined>;
  chatChannels(organizationId: string): Promise<ChatChannels>;
  /** Stores the state of a channel that exists. */
  recordState(organizationId: string, after: (all: ChatChannels) => ChatChannels): Promise<void>;
  post(organizationId: string, channel: StoredChatChannel, text: string): Promise<ChatOutcome>;
}

/** Queues delay no message longer; for what is later, the sweep looks. */
const longestDelaySeconds = 900;

export type SentChat = Sent | { result: "gone"; reason: string };

/** Sends what waits for a chat channel as one message, claimed and recorded as mails are. */
export async function sendChat(ports: SendingChatPorts, key: OutboxKey): Promise<SentChat> {
  const { organizationId, recipientId } = key;
  const organization = await ports.organization(organizationId);
  const channel = organization && channelIn(await ports.chatChannels(organizationId), recipientId);
  if (organization === undefined || channel === undefined) {
    await ports.outboxes.change(key, (before) => ({ outbox: withoutWaiting(before) }));
    return { result: "nobody" };
  }
  const mailId = ports.newMailId();
  const next = await ports.outboxes.change(key, (before) =>
    nextMail(before, {
      ...{ mailId, nowMs: ports.clock.now() },
      hears: ({ kind }) => channelHears(channel, kind, organization.plan),
    }),
  );
  if (next.step !== "send") return { result: next.step };
  const { consoleUrl } = ports;
  const content = { ...next, organizationId, organization, consoleUrl };
  const text = composedOf(ports, next.notices, (notices) => composeChat({ ...content, notices }));
  const outcome =
    text === undefined
      ? { ...notComposed, afterSeconds: 0 }
      : await ports.post(organizationId, channel, text);
  const sent = await recordMessage(ports, key, { mailId, outcome });
  await recordOutcome(ports, { organizationId, channel }, outcome);
  return sent;
}

/** Keeps what became of a message in the channel's state, where that differs from before. */
export async function recordOutcome(
  { recordState, clock }: Pick<SendingChatPorts, "recordState" | "clock">,
  of: { organizationId: string; channel: StoredChatChannel },
  outcome: ChatOutcome,
): Promise<void> {
  const nowMs = clock.now();
  if (channelAfter(of.channel, outcome, nowMs) === of.channel) return;
  await recordState(of.organizationId, (all) => {
    const stored = channelIn(all, of.channel.id);
    if (stored === undefined) return all;
    const after = channelAfter(stored, outcome, nowMs);
    return after === stored ? all : withChannel(all, after);
  });
}

interface Message {
  mailId: string;
  outcome: ChatOutcome;
}

/** Retried as webhooks are, and without news not before the server wants it; then it is dropped, as a delivery fails. */
async function recordMessage(
  { outboxes, queue, clock }: SendingChatPorts,
  key: OutboxKey,
  { mailId, outcome }: Message,
): Promise<SentChat> {
  if (outcome.result === "sent") {
    await outboxes.change(key, (before) => ({ outbox: afterSent(before, mailId) }));
    return outcome;
  }
  if (outcome.result === "gone") {
    await outboxes.change(key, (before) => ({ outbox: withoutWaiting(before) }));
    return outcome;
  }
  const nowMs = clock.now();
  const { reason, afterSeconds } = outcome;
  const retryAfterMs = (failures: number) => {
    const next = nextStep(failures + 1, { kind: "no_response", reason });
    if (next.step === "finish") return undefined;
    return Math.max(next.afterSeconds, afterSeconds) * 1_000;
  };
  const refused = await outboxes.change(key, (before) => {
    const after = afterRefused(before, { mailId }, nowMs, retryAfterMs);
    return after.isGivenUp ? { ...after, outbox: withoutWaiting(after.outbox) } : after;
  });
  if (refused.isGivenUp) return { result: "given up", reason };
  const seconds = Math.ceil(((refused.outbox.dueAtMs ?? nowMs) - nowMs) / 1_000);
  if (seconds > 0 && seconds <= longestDelaySeconds) await queue(key, seconds);
  return { result: "refused", reason };
}
