import type { AttemptMessage, AttemptRecord, DeliveryRecord } from "./delivery.ts";
import { type NextStep, nextStep, type Outcome } from "./delivery-schedule.ts";

/** Where deliveries are kept. Each write is one conditional write; false means it did not hold. */
export interface DeliveryStore {
  load(deliveryId: string): Promise<DeliveryRecord | undefined>;
  /** Writes the record after the first attempt, unless there is one already. */
  recordFirst(record: DeliveryRecord): Promise<boolean>;
  /** Writes the record after a retry, while `claim` still holds it. */
  recordRetry(record: DeliveryRecord, claim: Claim): Promise<boolean>;
  /** Takes the named attempt for one message, until the lease ends. */
  claim(deliveryId: string, claim: Claim & Lease): Promise<ClaimResult>;
  /** Gives the next attempt another name, while nobody has claimed it. */
  rename(deliveryId: string, names: { from: string; to: string }): Promise<boolean>;
}

export interface Claim {
  token: string;
  /** Id of the message that carries the attempt: the same when it is received again. */
  messageId: string;
}

export interface Lease {
  nowMs: number;
  untilMs: number;
}

export type ClaimResult =
  | "claimed"
  /** The same message is being handled elsewhere; should that fail, it is needed again. */
  | "busy"
  /** The attempt is another message's. */
  | "lost";

/** Longer than a handler can run, shorter than the time until its message is received again. */
export const leaseMs = 60_000;

/** The message must be received again, later. */
export class NotNow extends Error {}

/** Carries a message to the time it is due; returns when it is safely on its way. */
export interface AttemptCarrier {
  carry(message: AttemptMessage): Promise<void>;
}

/** Who receives: the endpoint's address and secret, or why nothing may be sent any more. */
export type Recipient =
  | { recipient: "endpoint"; send(message: AttemptMessage): Promise<SentAttempt> }
  /** Its endpoint was deleted, or its organization left the paid plans. */
  | { recipient: "gone" };

export interface SentAttempt {
  outcome: Outcome;
  durationMs: number;
  answer?: string;
}

export interface DeliverPorts {
  store: DeliveryStore;
  carrier: AttemptCarrier;
  recipient(message: AttemptMessage): Promise<Recipient>;
  newToken(): string;
  now(): number;
  retryDelays: number[];
}

export type DeliverResult =
  | { result: "attempted"; next: NextStep }
  | { result: "cancelled" | "early" | "dropped" | "handed_over" };

/**
 * Handles one received message. When it returns, the message may be deleted; when it throws, the
 * message must be received again.
 */
export async function deliver(
  ports: DeliverPorts,
  message: AttemptMessage,
  messageId: string,
): Promise<DeliverResult> {
  const record = await ports.store.load(message.deliveryId);
  if (!isNamed(message, record)) return await handOver(ports, message, record);
  if (message.dueMs !== undefined && message.dueMs > ports.now()) {
    await ports.carrier.carry(message);
    return { result: "early" };
  }
  if (message.token !== undefined) {
    const nowMs = ports.now();
    const claim = { token: message.token, messageId, nowMs, untilMs: nowMs + leaseMs };
    const claimed = await ports.store.claim(message.deliveryId, claim);
    if (claimed === "busy") throw new NotNow(`${message.deliveryId} is being delivered elsewhere`);
    if (claimed === "lost") return { result: "dropped" };
  }
  const recipient = await ports.recipient(message);
  const handled = { message, messageId, record };
  if (recipient.recipient === "gone") return await cancel(ports, handled);
  const startedMs = ports.now();
  const sent = await recipient.send(message);
  return await recordAttempt(ports, handled, { startedMs, ...sent });
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
async function handOver(
  ports: DeliverPorts,
  message: AttemptMessage,
  record: DeliveryRecord | undefined,
): Promise<DeliverResult> {
  const next = record?.next;
  if (next === undefined || next.attempt !== message.attempt + 1) return { result: "dropped" };
  const token = ports.newToken();
  const renamed = await ports.store.rename(message.deliveryId, { from: next.token, to: token });
  if (!renamed) return { result: "dropped" };
  await ports.carrier.carry({ ...message, attempt: next.attempt, dueMs: next.dueMs, token });
  return { result: "handed_over" };
}

async function recordAttempt(
  ports: DeliverPorts,
  handled: Handled,
  sent: SentAttempt & { startedMs: number },
): Promise<DeliverResult> {
  const { message } = handled;
  const step = nextStep(message.attempt, sent.outcome, ports.retryDelays);
  const after = recordAfter(handled, [attemptRecord(message.attempt, sent)]);
  if (step.step === "finish") {
    await write(ports, handled, { ...after, state: step.state });
    return { result: "attempted", next: step };
  }
  const dueMs = ports.now() + step.afterSeconds * 1_000;
  const next = { attempt: step.attempt, dueMs, token: ports.newToken() };
  const written = await write(ports, handled, { ...after, state: "retry_scheduled", next });
  // Somebody else recorded this attempt, and so somebody else passes on the next.
  if (!written) return { result: "dropped" };
  await ports.carrier.carry({ ...message, ...next });
  return { result: "attempted", next: step };
}

async function cancel(ports: DeliverPorts, handled: Handled): Promise<DeliverResult> {
  await write(ports, handled, { ...recordAfter(handled, []), state: "cancelled" });
  return { result: "cancelled" };
}

function recordAfter({ message, record }: Handled, made: AttemptRecord[]) {
  const { deliveryId, organizationId, eventId, eventType } = message;
  const attempts = [...(record?.attempts ?? []), ...made];
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
  attempt: number,
  { startedMs, durationMs, outcome, answer }: SentAttempt & { startedMs: number },
): AttemptRecord {
  return {
    attempt,
    at: new Date(startedMs).toISOString(),
    durationMs,
    ...(outcome.kind === "answered" ? { status: outcome.status } : { reason: outcome.reason }),
    ...(answer !== undefined && { answer }),
  };
}
