import type { DeliveryRecord } from "./delivery.ts";

/** Where deliveries are kept. Each write is one conditional write; false means it did not hold. */
export interface DeliveryStore {
  load(deliveryId: string): Promise<DeliveryRecord | undefined>;
  /** Writes the record after the first attempt, unless there is one already. */
  recordFirst(record: DeliveryRecord): Promise<boolean>;
  /** Writes the record after a retry, while `claim` still holds it. */
  recordRetry(record: DeliveryRecord, claim: Claim): Promise<boolean>;
  /**
   * Takes the named attempt for one message, until the lease ends. After that any message with the
   * name may take it: one that was given up and put back into the queue has another id.
   */
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
  /** A message with the name is being handled; should that fail, this one is needed. */
  | "busy"
  /** The attempt has another name by now. */
  | "lost";
