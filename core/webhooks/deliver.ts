import type { AttemptMessage, AttemptRecord, DeliveryRecord } from "./delivery.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import type { Lane } from "./endpoint-health.ts";
import { type NextStep, nextStep, type Outcome } from "./retry-schedule.ts";

/** Longer than a handler can run, shorter than the time until its message is received again. */
export const leaseMs = 60_000;

/** Twice a whole schedule and some: what is kept of a delivery that is sent again and again. */
export const keptAttempts = 16;

/** The message must be received again, later. */
export class RetryLater extends Error {}

/** Carries a message to the time it is due; returns when it is safely on its way. */
export interface RetryScheduler {
  carry(message: AttemptMessage, lane: Lane): Promise<void>;
}

/** Who receives: the endpoint's address and secret, or why nothing may be sent any more. */
export type Recipient =
  | {
      recipient: "endpoint";
      lane: Lane;
      send(message: AttemptMessage): Promise<SentAttempt>;
      /** The lane after this attempt; never throws, for it decides only how long others wait. */
      settle(sent: SentAttempt): Promise<Lane>;
    }
  /** Its endpoint was deleted, or its organization left the paid plans. */
  | { recipient: "gone" };

export interface SentAttempt {
  outcome: Outcome;
  durationMs: number;
  answer?: string;
}

export interface DeliverPorts {
  store: DeliveryStore;
  carrier: RetryScheduler;
  recipient(message: AttemptMessage): Promise<Recipient>;
  /** Which endpoints are served here. */
  lane: Lane;
  newToken(): string;
  now(): number;
  retryDelays: number[];
}

export type DeliverResult =
  | { result: "attempted"; next: NextStep }
  | { result: "cancelled" | "rerouted" | "early" | "dropped" | "reissued" };

/**
 * Handles one received message. When it returns, the message may be deleted; when it throws, the
 * message must be received again.
 */
export async function deliver(
  ports: DeliverPorts,
  message: AttemptMessage,
  messageId: string,
): Promise<DeliverResult> {
  const [record, recipient] = await Promise.all([
    ports.store.load(message.deliveryId),
    ports.recipient(message),
  ]);
  const lane = laneOf(recipient);
  if (!isNamed(message, record)) return await reissue(ports, { message, record, lane });
  if (message.dueMs !== undefined && message.dueMs > ports.now()) {
    await ports.carrier.carry(message, lane);
    return { result: "early" };
  }
  // Only a message without a claim: in the other lane it has another id.
  if (message.token === undefined && lane === "slow" && ports.lane === "fast") {
    await ports.carrier.carry(message, lane);
    return { result: "rerouted" };
  }
  if (message.token !== undefined) {
    const nowMs = ports.now();
    const claim = { token: message.token, messageId, nowMs, untilMs: nowMs + leaseMs };
    const claimed = await ports.store.claim(message.deliveryId, claim);
    if (claimed === "busy")
      throw new RetryLater(`${message.deliveryId} is being delivered elsewhere`);
    if (claimed === "lost") return { result: "dropped" };
  }
  const handled = { message, messageId, record };
  if (recipient.recipient === "gone") return await cancel(ports, handled);
  const startedMs = ports.now();
  const sent = await recipient.send(message);
  const laneAfterwards = await recipient.settle(sent);
  return await recordAttempt(ports, handled, { startedMs, lane: laneAfterwards, ...sent });
}

function laneOf(recipient: Recipient): Lane {
  return recipient.recipient === "endpoint" ? recipient.lane : "fast";
}

interface Handled {
  message: AttemptMessage;
  messageId: string;
  record: DeliveryRecord | undefined;
}

/** Only the first message of a delivery, and then the one that the record names, may send. */
function isNamed(message: AttemptMessage, record: DeliveryRecord | undefined): boolean {
  if (record === undefined) return message.token === undefined;
  return message.token !== undefined && record.next?.token === message.token;
}

/**
 * A message whose attempt is recorded comes again when its handler ended between recording and
 * passing on. Whether the next message is on its way is not known: so the next attempt gets a new
 * name, and the message with the old one, if there is one, will be dropped.
 */
async function reissue(
  ports: DeliverPorts,
  { message, record, lane }: Omit<Handled, "messageId"> & { lane: Lane },
): Promise<DeliverResult> {
  const next = record?.next;
  if (next === undefined || next.attempt !== message.attempt + 1) return { result: "dropped" };
  // Somebody has the message with the name.
  if (next.claimedBy !== undefined) return { result: "dropped" };
  const token = ports.newToken();
  const renamed = await ports.store.rename(message.deliveryId, { from: next.token, to: token });
  if (!renamed) throw overtaken(message);
  const { attempt, dueMs } = next;
  await ports.carrier.carry({ ...message, attempt, dueMs, token }, lane);
  return { result: "reissued" };
}

async function recordAttempt(
  ports: DeliverPorts,
  handled: Handled,
  sent: SentAttempt & { startedMs: number; lane: Lane },
): Promise<DeliverResult> {
  const { message } = handled;
  const step = nextStep(message.attempt, sent.outcome, ports.retryDelays);
  const after = recordAfter(handled, [attemptRecord(message, sent)]);
  if (step.step === "finish") {
    if (!(await write(ports, handled, { ...after, state: step.state }))) throw overtaken(message);
    return { result: "attempted", next: step };
  }
  const dueMs = ports.now() + step.afterSeconds * 1_000;
  const next = { attempt: step.attempt, dueMs, token: ports.newToken() };
  const written = await write(ports, handled, { ...after, state: "retry_scheduled", next });
  if (!written) throw overtaken(message);
  await ports.carrier.carry({ ...message, ...next }, sent.lane);
  return { result: "attempted", next: step };
}

/**
 * Another handler has changed the record meanwhile, perhaps of this very message: then the queue
 * deletes the message with the end of either. So it must come again, until nothing is left to do.
 */
function overtaken({ deliveryId }: AttemptMessage): RetryLater {
  return new RetryLater(`${deliveryId} was changed by another handler at the same time`);
}

async function cancel(ports: DeliverPorts, handled: Handled): Promise<DeliverResult> {
  const cancelled = { ...recordAfter(handled, []), state: "cancelled" as const };
  if (!(await write(ports, handled, cancelled))) throw overtaken(handled.message);
  return { result: "cancelled" };
}

function recordAfter({ message, record }: Handled, made: AttemptRecord[]) {
  const { deliveryId, organizationId, eventId, eventType } = message;
  const attempts = [...(record?.attempts ?? []), ...made].slice(-keptAttempts);
  return { deliveryId, organizationId, eventId, eventType, attempts };
}

/** The one conditional write behind an attempt; false when the attempt was not this message's. */
function write(
  ports: DeliverPorts,
  { message, messageId }: Handled,
  record: DeliveryRecord,
): Promise<boolean> {
  if (message.token === undefined) return ports.store.recordFirst(record);
  return ports.store.recordRetry(record, { token: message.token, messageId });
}

function attemptRecord(
  message: AttemptMessage,
  { startedMs, durationMs, outcome, answer }: SentAttempt & { startedMs: number },
): AttemptRecord {
  const resentAt = resentAtOf(message);
  return {
    attempt: message.attempt,
    ...(resentAt !== undefined && { resentAt }),
    at: new Date(startedMs).toISOString(),
    durationMs,
    ...(outcome.kind === "answered" ? { status: outcome.status } : { reason: outcome.reason }),
    ...(answer !== undefined && { answer }),
  };
}

/** Only a message that was sent again by hand names its first attempt, and is due at once. */
function resentAtOf({ attempt, token, dueMs }: AttemptMessage): string | undefined {
  if (attempt !== 1 || token === undefined || dueMs === undefined) return undefined;
  return new Date(dueMs).toISOString();
}
