import { handleRecords } from "../../../core/batches/stream-batch.ts";
import type { StoredCount } from "../../../core/counters/count-event.ts";
import { type AttemptMessage, firstMessage } from "../../../core/webhooks/attempt-message.ts";
import { countResolvers, countWebhook } from "../../../core/webhooks/count-webhooks.ts";
import {
  type DeliverPorts,
  deliver,
  RetryLater,
  type RetryScheduler,
  type SentAttempt,
} from "../../../core/webhooks/deliver.ts";
import type { DeliveryRecord, DeliveryStore } from "../../../core/webhooks/delivery.ts";
import { type DispatchPorts, dispatch } from "../../../core/webhooks/dispatch.ts";
import type { Lane } from "../../../core/webhooks/endpoint-health.ts";
import { type RecoverPorts, recover } from "../../../core/webhooks/recover.ts";
import { recoveryPage } from "../../../core/webhooks/recovery-page.ts";
import { resend } from "../../../core/webhooks/resend.ts";
import { contractRetryDelays } from "../../../core/webhooks/retry-schedule.ts";
import type { WebhookEvent } from "../../../core/webhooks/webhook-event.ts";
import { maxReceives, visibilitySeconds } from "../../../lib/webhooks/redelivery.ts";
import { operator } from "../../core/audit/operator.ts";
import type { Chance } from "../chance.ts";
import { VirtualTime } from "../virtual-time.ts";
import { memoryDeliveries, openKeysInMemory, restartInMemory } from "./memory-deliveries.ts";
import { memoryRetryScheduler } from "./memory-retry-scheduler.ts";
import { type Outage, type OutageKind, Unavailable } from "./outages.ts";
import { endpointId, PausableEndpoint } from "./pausable-endpoint.ts";

/** One POST as the receiver saw it. */
export interface Post {
  deliveryId: string;
  attempt: number;
  startedMs: number;
  endedMs: number;
  body: string;
  /** True when whoever sent it ended before its outcome was recorded for sure. */
  crashed: boolean;
}

/** One handling of one received message. */
interface Handling {
  posts: Post[];
  /** How far this instance's clock is off. */
  skewMs: number;
  /** Where the message was received. */
  lane: Lane;
  /** Before the message is received again, by any clock. */
  heldUntilMs: number;
}

/** Two instances' clocks differ by twice this at most. */
export const largestSkewMs = 1_000;

export type Receiver = "answers" | "refuses" | "hangs" | "flaps" | "gone later" | "stops";

/** What a defect may replace: the very ports that the workflow gets. */
export type Sabotage = (ports: DeliverPorts, message: AttemptMessage) => DeliverPorts;

class Crash extends Error {}

// What breaks off a resend is wrapped in what to do about it.
function isFault(error: unknown): boolean {
  if (error instanceof Crash || error instanceof Unavailable) return true;
  return error instanceof Error && isFault(error.cause);
}

const visibilityMs = visibilitySeconds * 1_000;
const timeoutMs = 10_000;

/** A queue delivers a message once more at any time, also while it is handled. */
const repeatedWithinMs = 540_000;

/** Each recovery resends what failed, too: with more lost schedules, worlds would not come to rest. */
const mostVanished = 2;

/** A simulated world: virtual time, one queue, one table, receivers, and seeded faults. */
export class World {
  readonly time = new VirtualTime();
  readonly records = new Map<string, DeliveryRecord>();
  readonly posts: Post[] = [];
  readonly writes = new Map<string, number>();
  /** When a delivery was given a fresh schedule. */
  readonly restarts = new Map<string, number[]>();
  /** Which deliveries each run of sending what waits has restarted, and when. */
  readonly runs: { deliveryId: string; atMs: number }[][] = [];
  /** The one endpoint, with its pauses. */
  readonly endpoint = new PausableEndpoint();
  resent = 0;
  deadLetters = 0;
  crashes = 0;
  vanished = 0;
  /** Events that dispatching gave up, into the failed-record store. */
  failedRecords = 0;
  /** Calls that met an outage. */
  unavailable = 0;
  /** Deliveries that were on record as paused at some time, and when they were last ended so. */
  readonly heldBack = new Map<string, number>();
  /** When the newest recovery of what a pause held back began, of those that came to their end. */
  recoveredFromMs = 0;
  /** True once any message came twice. */
  repeated = false;
  readonly #chance: Chance;
  readonly #faults: number;
  readonly #outages: Outage[];
  /** How often a message is received before it is a dead letter. */
  readonly #receives: number;
  readonly #sabotage: Sabotage;
  /** Whether operators recover what is overdue. */
  readonly #recovers: boolean;
  readonly #receivers = new Map<string, Receiver>();
  readonly #goneAtMs = new Map<string, number>();
  readonly #deleted = new Set<string>();
  readonly #received = new Map<string, number>();
  readonly #counts = new Map<number, StoredCount>();
  readonly #lanes = new Map<string, Lane>();
  #ids = 0;

  constructor(
    chance: Chance,
    options: {
      faults: number;
      outages?: Outage[];
      recovers?: boolean;
      sabotage?: Sabotage;
      receives?: number;
    },
  ) {
    const beganMs = this.time.nowMs;
    this.#outages = (options.outages ?? []).map(({ kind, fromMs, toMs }) => ({
      kind,
      fromMs: beganMs + fromMs,
      toMs: beganMs + toMs,
    }));
    this.#chance = chance;
    this.#faults = options.faults;
    this.#receives = options.receives ?? maxReceives;
    this.#recovers = options.recovers ?? true;
    this.#sabotage = options.sabotage ?? ((ports) => ports);
  }

  /** Counts after a while, and dispatches what was counted; returns the delivery id. */
  count(lastEventId: number, receiver: Receiver, delayMs: number): string {
    const countedMs = this.time.nowMs + delayMs;
    const count = storedCount(lastEventId, countedMs);
    const { deliveryId } = firstMessage(countWebhook(count), endpointId);
    this.time.after(delayMs, () => this.#counts.set(lastEventId, count));
    // The stream is late now and then.
    const lagMs = this.#chance.between(0, this.#chance.happens(this.#faults) ? 1_800_000 : 500);
    this.time.after(delayMs + lagMs, () => void this.#dispatch(count));
    this.#receivers.set(deliveryId, receiver);
    this.#lanes.set(deliveryId, this.#chance.pick(["fast", "slow"]));
    if (receiver === "gone later") {
      this.#goneAtMs.set(deliveryId, this.time.nowMs + this.#chance.between(0, 3_600_000));
    }
    if (this.#chance.happens(this.#faults)) {
      this.repeated = true;
      const again = delayMs + lagMs + this.#chance.between(0, 400_000);
      this.time.after(again, () => void this.#dispatch(count));
    }
    return deliveryId;
  }

  /**
   * Counts at a counter that the endpoint's filter leaves out; returns the id that its delivery would
   * have. It takes no chances, so that other events meet the same ones as without it.
   */
  countElsewhere(lastEventId: number, delayMs: number): string {
    const countedMs = this.time.nowMs + delayMs;
    const count = { ...storedCount(lastEventId, countedMs), counterId: "ctr_elsewhere" };
    this.time.after(delayMs, () => {
      this.#counts.set(lastEventId, count);
      void this.#dispatch(count);
    });
    return firstMessage(countWebhook(count), endpointId).deliveryId;
  }

  /** Dispatches until the stream may forget the event. */
  async #dispatch(count: StoredCount): Promise<void> {
    const ports: DispatchPorts = {
      endpoints: async () => {
        this.#meetOutage("tables");
        return [this.endpoint.stored];
      },
      send: async (attempts) => {
        this.#meetOutage("queues");
        for (const { message } of attempts) {
          // The lane may have changed since the message was sent.
          const lane = this.#chance.pick<Lane>(["fast", "slow"]);
          this.#enqueue(message, lane, this.#chance.between(0, 50));
        }
        return [];
      },
    };
    const readings = [{ item: countWebhook(count) }];
    const batch = {
      handle: (events: WebhookEvent[]) => dispatch(ports, events),
      isFailedCall: isFault,
      store: async () => {
        this.failedRecords += 1;
      },
      hasTime: () => true,
    };
    for (;;) {
      const throttled = this.#isOut("throttling");
      if (!throttled && (await handleRecords(batch, readings)).done > 0) return;
      await this.time.sleep(60_000);
    }
  }

  #isOut(kind: OutageKind): boolean {
    const { nowMs } = this.time;
    return this.#outages.some(
      (one) => one.kind === kind && one.fromMs <= nowMs && nowMs < one.toMs,
    );
  }

  #meetOutage(kind: OutageKind): void {
    if (!this.#isOut(kind)) return;
    this.unavailable += 1;
    throw new Unavailable(`${kind} are not available`);
  }

  /** An operator pauses the endpoint, resumes it, and recovers what the pause held back. */
  async pauseAfter(delayMs: number, lastsMs: number): Promise<void> {
    await this.time.sleep(delayMs);
    await this.#untilDone(() => this.#call("tables", () => this.endpoint.pause(this.time.nowMs)));
    await this.time.sleep(lastsMs);
    await this.#untilDone(() => this.#call("tables", () => this.endpoint.resume(this.time.nowMs)));
    if (!this.#recovers) return;
    const waiting = this.#chance.happens(0.5);
    await this.#recoverAfter(this.#chance.between(0, 7_200_000), { waiting });
  }

  /** An operator resends a delivery, and once more where that broke off. */
  async resendAfter(delayMs: number, deliveryId: string): Promise<void> {
    await this.time.sleep(delayMs);
    await this.#untilDone(async () => {
      const { result } = await resend(this.#operatorPorts(), deliveryId);
      // Refused after a crash: perhaps the first try is under way, and nobody can know.
      if (result === "resent") this.resent += 1;
    });
  }

  /** An operator recovers whatever failed, is overdue or paused; or, without a time, what waits. */
  async #recoverAfter(delayMs: number, { waiting = false } = {}): Promise<void> {
    await this.time.sleep(delayMs);
    await this.#untilDone(async () => {
      const fromMs = this.time.nowMs;
      const run = await recover(this.#operatorPorts(), this.endpoint.stored, {
        ...{ by: operator, sinceMs: waiting ? fromMs : 0, waiting, rate: 100 },
        isStopped: () => false,
        onProgress: () => {},
        onLeftOut: () => {},
      });
      if (run.result === "failed") throw run.error;
      if (run.result === "done") this.recoveredFromMs = Math.max(this.recoveredFromMs, fromMs);
    });
  }

  /**
   * An owner sends what waits, as the console does: in parts, of which each that breaks off is repeated.
   * Afterwards it is done anew, because a delivery may be restarted whose message was never sent.
   */
  async sendNowAfter(delayMs: number): Promise<void> {
    await this.time.sleep(delayMs);
    for (let brokeOff = true; brokeOff; ) {
      brokeOff = false;
      const startedAtMs = this.time.nowMs;
      const run: World["runs"][number] = [];
      this.runs.push(run);
      for (let from: string | null | undefined; from !== null; ) {
        let tries = 0;
        const part = { sinceMs: 0, waiting: true, dryRun: false, startedAtMs, from };
        await this.#untilDone(async () => {
          tries += 1;
          const done = await recoveryPage(this.#operatorPorts(run), this.endpoint.stored, part, {
            entry: { begin: async () => {}, resent: async () => {} },
          });
          if (done.result === "failed") throw done.error;
          from = done.page.next;
        });
        if (tries > 1) brokeOff = true;
      }
      if (brokeOff) await this.time.sleep(this.#chance.between(61_000, 600_000));
    }
  }

  /** Repeats what an operator does until it does not break off. */
  async #untilDone(work: () => Promise<void>): Promise<void> {
    for (let brokeOff = true; brokeOff; ) {
      try {
        await work();
        brokeOff = false;
      } catch (error) {
        if (!isFault(error)) throw error;
        await this.time.sleep(this.#chance.between(61_000, 600_000));
      }
    }
  }

  #operatorPorts(run: World["runs"][number] = []): RecoverPorts {
    const store = memoryDeliveries(this.records);
    return {
      load: (deliveryId) => this.#call("tables", () => store.load(deliveryId)),
      endpoint: () => this.#call("tables", () => this.endpoint.stored),
      resolvers: countResolvers(({ lastEventId }) =>
        this.#call("tables", () => this.#counts.get(lastEventId)),
      ),
      openKeys: (query) =>
        this.#call("tables", () =>
          openKeysInMemory(this.records, query, { lags: this.#chance.happens(this.#faults) }),
        ),
      auditLog: { record: async () => {} },
      clock: { now: () => this.time.nowMs },
      randomBase62: (length) => "a".repeat(length),
      wait: (ms) => this.time.sleep(ms),
      restart: (record, next) =>
        this.#call("tables", () => {
          const held = restartInMemory(this.records, { record, next, nowMs: this.time.nowMs });
          const times = this.restarts.get(record.deliveryId) ?? [];
          if (held) this.restarts.set(record.deliveryId, [...times, this.time.nowMs]);
          if (held) run.push({ deliveryId: record.deliveryId, atMs: this.time.nowMs });
          return held;
        }),
      send: (message, lane) =>
        this.#call("queues", () => this.#enqueue(message, lane, this.#chance.between(0, 50))),
      newFencingToken: () => this.#newId("t"),
      now: () => this.time.nowMs,
    };
  }

  #newId(prefix: string): string {
    this.#ids += 1;
    return `${prefix}${this.#ids}`;
  }

  isGone(deliveryId: string): boolean {
    return (this.#goneAtMs.get(deliveryId) ?? Number.POSITIVE_INFINITY) <= this.time.nowMs;
  }

  /** At least once: a message is received until a handler returns, and sometimes once more. */
  #enqueue(message: AttemptMessage, lane: Lane, delayMs: number): void {
    const messageId = this.#newId("m");
    this.time.after(delayMs, () => void this.#receive(message, messageId, lane));
    if (this.#chance.happens(this.#faults)) {
      this.repeated = true;
      const again = delayMs + this.#chance.between(0, repeatedWithinMs);
      this.time.after(again, () => void this.#receive(message, messageId, lane, "once more"));
    }
  }

  async #receive(
    message: AttemptMessage,
    messageId: string,
    lane: Lane,
    time?: "once more",
  ): Promise<void> {
    const skewMs = this.#chance.between(-largestSkewMs, largestSkewMs);
    const heldUntilMs = this.time.nowMs + visibilityMs - largestSkewMs;
    const handling: Handling = { posts: [], skewMs, lane, heldUntilMs };
    if (this.#deleted.has(messageId)) return;
    try {
      this.#meetOutage("throttling");
      await deliver(this.#sabotage(this.#ports(handling), message), message, messageId);
      // Also when it is being handled a second time elsewhere: it will not come again.
      this.#deleted.add(messageId);
    } catch (error) {
      if (!(isFault(error) || error instanceof RetryLater)) throw error;
      if (isFault(error)) for (const post of handling.posts) post.crashed = true;
      if (this.#deleted.has(messageId)) return;
      // The message itself comes again anyhow.
      if (time === "once more") return;
      const received = (this.#received.get(messageId) ?? 0) + 1;
      this.#received.set(messageId, received);
      if (received < this.#receives) {
        this.time.after(visibilityMs, () => void this.#receive(message, messageId, lane));
      } else {
        // A dead letter, which an operator puts back hours later: as a message with another id.
        this.deadLetters += 1;
        const afterMs = visibilityMs + this.#chance.between(0, 12 * 3_600_000);
        this.time.after(afterMs, () => this.#enqueue(message, lane, 0));
      }
    }
  }

  #ports(handling: Handling): DeliverPorts {
    const now = () => this.time.nowMs + handling.skewMs;
    return {
      store: this.#store(),
      retryScheduler: this.#retryScheduler(now),
      sender: async (message) => {
        await this.#call("tables", () => undefined);
        if (this.isGone(message.deliveryId)) return { kind: "gone" };
        if (this.endpoint.stored.pausedAt !== undefined) return { kind: "paused" };
        return {
          kind: "endpoint",
          lane: this.#lanes.get(message.deliveryId) ?? "fast",
          send: () => this.#post(message, handling),
          recordHealth: async (sent) => {
            const lane = sent.durationMs >= 1_000 ? "slow" : "fast";
            this.#lanes.set(message.deliveryId, lane);
            return lane;
          },
        };
      },
      lane: handling.lane,
      heldUntilMs: handling.heldUntilMs,
      newFencingToken: () => this.#newId("t"),
      now,
      retryDelays: contractRetryDelays,
    };
  }

  /** A call to the outside takes time, and the caller may end before it or after it. */
  async #call<Result>(
    service: OutageKind | undefined,
    effect: () => Result | Promise<Result>,
  ): Promise<Result> {
    await this.time.sleep(this.#chance.between(1, 20));
    if (service !== undefined) this.#meetOutage(service);
    if (this.#chance.happens(this.#faults)) throw this.#crash();
    const result = await effect();
    await this.time.sleep(this.#chance.between(1, 20));
    // Also when the response to a successful write is lost.
    if (this.#chance.happens(this.#faults)) throw this.#crash();
    return result;
  }

  #crash(): Crash {
    this.crashes += 1;
    return new Crash();
  }

  async #noted(record: DeliveryRecord, writing: Promise<boolean>): Promise<boolean> {
    const written = await writing;
    if (written && record.state === "paused") this.heldBack.set(record.deliveryId, this.time.nowMs);
    return written;
  }

  #store(): DeliveryStore {
    const store = memoryDeliveries(this.records, (deliveryId) =>
      this.writes.set(deliveryId, (this.writes.get(deliveryId) ?? 0) + 1),
    );
    return {
      load: (deliveryId) => this.#call("tables", () => store.load(deliveryId)),
      recordFirst: (record) =>
        this.#call("tables", () => this.#noted(record, store.recordFirst(record))),
      recordRetry: (record, claim) =>
        this.#call("tables", () => this.#noted(record, store.recordRetry(record, claim))),
      claim: (deliveryId, claim) => this.#call("tables", () => store.claim(deliveryId, claim)),
      rotate: (deliveryId, names) => this.#call("tables", () => store.rotate(deliveryId, names)),
    };
  }

  /** Now and then a schedule vanishes with its message; an operator notices hours later. */
  #retryScheduler(now: () => number): RetryScheduler {
    const scheduler = memoryRetryScheduler({
      now,
      enqueue: (message, lane, delayMs) => {
        this.#meetOutage("queues");
        this.#enqueue(message, lane, delayMs);
      },
      createSchedule: (message, lane, delayMs) => {
        if (this.#isOut("scheduler")) return false;
        this.time.after(delayMs, () => void this.#fire(message, lane));
        return true;
      },
      lateMs: () => this.#chance.between(0, 5_000),
    });
    return {
      schedule: (message, lane) =>
        // Which service it takes is the scheduler's decision.
        this.#call(undefined, async () => {
          const waitMs = (message.dueMs ?? 0) - now();
          const vanishes = waitMs > 0 && this.vanished < mostVanished;
          if (!vanishes || !this.#chance.happens(this.#faults))
            return await scheduler.schedule(message, lane);
          this.vanished += 1;
          const noticedMs = waitMs + this.#chance.between(6 * 60_000, 12 * 3_600_000);
          if (this.#recovers) void this.#recoverAfter(noticedMs);
        }),
    };
  }

  /** A schedule is due: Scheduler tries until it is up and the queue takes the message. */
  async #fire(message: AttemptMessage, lane: Lane): Promise<void> {
    while (this.#isOut("scheduler") || this.#isOut("queues")) await this.time.sleep(60_000);
    this.#enqueue(message, lane, 0);
  }

  async #post(message: AttemptMessage, handling: Handling): Promise<SentAttempt> {
    await this.time.sleep(this.#chance.between(1, 20));
    // The secret is opened.
    this.#meetOutage("keys");
    const startedMs = this.time.nowMs;
    const receiver = this.#receivers.get(message.deliveryId) ?? "answers";
    const hangs = receiver === "hangs" || (receiver === "flaps" && this.#chance.happens(0.3));
    const durationMs = hangs ? timeoutMs : this.#chance.between(5, 800);
    const post: Post = {
      deliveryId: message.deliveryId,
      attempt: message.attempt,
      startedMs,
      endedMs: startedMs + durationMs,
      body: message.body,
      crashed: false,
    };
    this.posts.push(post);
    handling.posts.push(post);
    await this.time.sleep(durationMs);
    if (this.#chance.happens(this.#faults)) throw this.#crash();
    const timing = { startedMs, durationMs };
    if (hangs) return { ...timing, outcome: { kind: "no_response", reason: "timed out" } };
    return { ...timing, outcome: { kind: "response", status: this.#status(receiver) } };
  }

  #status(receiver: Receiver): number {
    if (receiver === "refuses") return 500;
    if (receiver === "stops") return 410;
    if (receiver === "flaps") return this.#chance.pick([200, 302, 404, 500, 503]);
    return 204;
  }
}

function storedCount(lastEventId: number, countedMs: number): StoredCount {
  return {
    ...{ organizationId: "org", counterId: "ctr", counterName: "Gate", eventType: "increment" },
    ...{ previousCount: lastEventId - 1, count: lastEventId, delta: 1, lastEventId },
    createdAt: new Date(countedMs).toISOString(),
  };
}
