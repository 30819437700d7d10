import type { DeliveryState } from "../../core/webhooks/delivery.ts";
import type { Fault } from "./faults/fault-runner.ts";

/** A delivery that must have been made: of an event, to an endpoint that subscribed to it. */
export interface ExpectedDelivery {
  deliveryId: string;
  eventId: string;
  body: string;
  /** Of the event, in milliseconds since the epoch. */
  createdAtMs: number;
  /** Of the endpoint's URL. */
  path: string;
  behaviour: string;
  ends: readonly DeliveryState[];
}

/** A request with a good signature, and the response to it. */
export interface ReceivedRequest {
  path: string;
  deliveryId: string;
  eventId: string;
  body: string;
  receivedAtMs: number;
  status: number;
  hangMs: number;
}

/** The receiver at this path cut a connection or all of them. */
export interface Break {
  path: string;
  atMs: number;
}

/** A sender said that it could not handle this delivery's message: its attempt may have no record. */
export interface Unhandled {
  deliveryId: string;
  atMs: number;
}

/** What happened around the deliveries. */
export interface Course {
  faults: readonly Fault[];
  unhandled: readonly Unhandled[];
  breaks: readonly Break[];
  /** Seconds. */
  retryDelays: readonly number[];
}

/** What breaks a promise. */
export type Failing =
  | "lost"
  | "retried twice in parallel"
  | "early"
  | "unexplained"
  | "wrong"
  | "wrong alert";
/** Why a request came a second time. */
export type Explanation =
  | "handler killed"
  | "not recorded"
  | "dispatched twice"
  | "connection broken";

export type ChaosFinding = { what: Failing; text: string } | { what: "duplicate"; by: Explanation };
