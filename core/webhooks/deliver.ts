import { allInOrder } from "../all-in-order.ts";
import type { AttemptMessage } from "./attempt-message.ts";
import type { AttemptRecord, DeliveryRecord, DeliveryStore } from "./delivery.ts";
import type { Lane } from "./endpoint-health.ts";
import { type NextStep, nextStep, type Outcome } from "./retry-schedule.ts";

/** How many attempts a record keeps: those of two schedules and a few more. */
export const keptAttempts = 16;

/** The message must be received again, later. */
export class RetryLater extends Error {}

/** Delivers messages at the time that they are due. */
export interface RetryScheduler {
  /** Returns when the message is stored safely. */
  schedule(message: AttemptMessage, lane: Lane): Promise<void>;
}

/** Sends the attempts of one message. */
export type AttemptSender =
  | {
      kind: "endpoint";
      lane: Lane;
      send(message: AttemptMessage): Promise<SentAttempt>;
      /**
       * Returns the lane after this attempt. Never throws: a delivery must not fail because of it.
       */
      recordHealth(sent: SentAttempt): Promise<Lane>;
    }
  /** The endpoint was deleted, or its organization left the paid plans. */
  | { kind: "gone" }
  /** The endpoint is paused. */
  | { kind: "paused" };

export interface SentAttempt {
  /** When the request was made and signed. */
  startedMs: number;
  durationMs: number;
  outcome: Outcome;
  /** The start of the response body. */
  response?: string;
}

export interface DeliverPorts {
  store: DeliveryStore;
  retryScheduler: RetryScheduler;
  sender(message: AttemptMessage): Promise<AttemptSender>;
  /** The lane of the queue that the message came from. */
  lane: Lane;
  newFencingToken(): string;
  now(): number;
  /** Until when the message is this handler's; afterwards another one may receive it. */
  heldUntilMs: number;
  /** Seconds; without them the contract's. */
  retryDelays?: number[] | undefined;
}

export type DeliverResult =
  | { result: "attempted"; next: NextStep; startedMs: number }
  | { result: "cancelled" | "paused" | "rerouted" | "early" | "dropped" | "reissued" };

/**
 * Handles one received message. When it returns, the message may be deleted; when it throws, the
 * message must be received again.
 */
export async function deliver(
  ports: DeliverPorts,
  message: AttemptMessage,
  messageId: string,
): Promise<DeliverResult> {
  const [record, sender] = await allInOrder([
    ports.store.load(message.deliveryId),
    ports.sender(message),
  ]);
  const lane = sender.kind === "endpoint" ? sender.lane : "fast";
  if (!isCurrent(message, record)) return await reissue(ports, { message, record, lane });
  if (message.dueMs !== undefined && message.dueMs > ports.now()) {
    await ports.retryScheduler.schedule(message, lane);
    return { result: "early" };
  }
  // Only first messages change lanes: a retry is claimed by its message id, which another queue changes.
  if (message.fencingToken === undefined && lane === "slow" && ports.lane === "fast") {
    await ports.retryScheduler.schedule(message, lane);
    return { result: "rerouted" };
  }
  if (message.fencingToken !== undefined) {
    const { deliveryId, fencingToken } = message;
    const claim = { fencingToken, messageId, nowMs: ports.now(), untilMs: ports.heldUntilMs };
    const claimed = await ports.store.claim(deliveryId, claim);
    if (claimed === "busy") throw new RetryLater(`${deliveryId} is being delivered elsewhere`);
    if (claimed === "lost") return { result: "dropped" };
  }
  const handled = { message, messageId, record };
  if (sender.kind === "gone") return await endUnsent(ports, handled, "cancelled");
  if (sender.kind === "paused") return await endUnsent(ports, handled, "paused");
  const sent = await sender.send(message);
  // At the same time as the outcome, which must not wait for it: little time may be left.
  const laneAfterwards = sender.recordHealth(sent);
  try {
    return await recordAttempt(ports, handled, { ...sent, lane: laneAfterwards });
  } finally {
    await laneAfterwards;
  }
}

interface Handled {
  message: AttemptMessage;
  messageId: string;
  record: DeliveryRecord | undefined;
}

/** Only the first message of a delivery, and later the one with the current token, may send. */
function isCurrent(message: AttemptMessage, record: DeliveryRecord | undefined): boolean {
  if (record === undefined) return message.fencingToken === undefined;
  return message.fencingToken !== undefined && record.next?.fencingToken === message.fencingToken;
}

/**
 * A message whose attempt is recorded is received again when its handler ended between recording
 * the attempt and scheduling the next one. Whether the next message was sent is unknown. So the
 * token is rotated and a new message is sent; the message with the old token, if there is one, is
 * dropped.
 */
async function reissue(
  ports: DeliverPorts,
  { message, record, lane }: Omit<Handled, "messageId"> & { lane: Lane },
): Promise<DeliverResult> {
  const next = record?.next;
  if (next === undefined || next.attempt !== message.attempt + 1) return { result: "dropped" };
  // The next message has arrived.
  if (next.claimedBy !== undefined) return { result: "dropped" };
  const tokens = { from: next.fencingToken, to: ports.newFencingToken() };
  if (!(await ports.store.rotate(message.deliveryId, tokens))) throw conflict(message);
  const { attempt, dueMs } = next;
  const reissued = { ...message, attempt, dueMs, fencingToken: tokens.to };
  await ports.retryScheduler.schedule(reissued, lane);
  return { result: "reissued" };
}

async function recordAttempt(
  ports: DeliverPorts,
  handled: Handled,
  sent: SentAttempt & { lane: Promise<Lane> },
): Promise<DeliverResult> {
  const { message } = handled;
  const step = nextStep(message.attempt, sent.outcome, ports.retryDelays);
  const after = recordAfter(handled, [attemptRecord(message, sent)]);
  if (step.step === "finish") {
    if (!(await write(ports, handled, { ...after, state: step.state }))) throw conflict(message);
    return { result: "attempted", next: step, startedMs: sent.startedMs };
  }
  const dueMs = ports.now() + step.afterSeconds * 1_000;
  const next = { attempt: step.attempt, dueMs, fencingToken: ports.newFencingToken() };
  const written = await write(ports, handled, { ...after, state: "retry_scheduled", next });
  if (!written) throw conflict(message);
  await ports.retryScheduler.schedule({ ...message, ...next }, await sent.lane);
  return { result: "attempted", next: step, startedMs: sent.startedMs };
}

/**
 * Another handler has changed the record, perhaps with this very message. The queue deletes a
 * message when either handler ends, so this one must be received again until nothing is left to do.
 */
function conflict({ deliveryId }: AttemptMessage): RetryLater {
  return new RetryLater(`${deliveryId} was changed by another handler at the same time`);
}

/** Ends the delivery without an attempt. */
async function endUnsent(
  ports: DeliverPorts,
  handled: Handled,
  state: "cancelled" | "paused",
): Promise<DeliverResult> {
  const ended = { ...recordAfter(handled, []), state };
  if (!(await write(ports, handled, ended))) throw conflict(handled.message);
  return { result: state };
}

function recordAfter({ message, record }: Handled, made: AttemptRecord[]) {
  const { deliveryId, organizationId, eventId, eventType, eventKey } = message;
  const attempts = [...(record?.attempts ?? []), ...made].slice(-keptAttempts);
  const event = { eventId, eventType, ...(eventKey !== undefined && { eventKey }) };
  return { deliveryId, organizationId, ...event, attempts };
}

/** The one conditional write of an attempt; false when another message made the attempt. */
function write(
  ports: DeliverPorts,
  { message: { fencingToken }, messageId }: Handled,
  record: DeliveryRecord,
): Promise<boolean> {
  if (fencingToken === undefined) return ports.store.recordFirst(record);
  return ports.store.recordRetry(record, { fencingToken, messageId });
}

function attemptRecord(
  message: AttemptMessage,
  { startedMs, durationMs, outcome, response }: SentAttempt,
): AttemptRecord {
  const resentAt = resentAtOf(message);
  return {
    attempt: message.attempt,
    ...(resentAt !== undefined && { resentAt }),
    at: new Date(startedMs).toISOString(),
    durationMs,
    ...(outcome.kind === "response" ? { status: outcome.status } : { reason: outcome.reason }),
    ...(response !== undefined && { response }),
  };
}

/** Only a message that was resent by hand has a token on its first attempt, and is due at once. */
function resentAtOf({ attempt, fencingToken, dueMs }: AttemptMessage): string | undefined {
  if (attempt !== 1 || fencingToken === undefined || dueMs === undefined) return undefined;
  return new Date(dueMs).toISOString();
}
