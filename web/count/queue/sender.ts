import { maximumBatch } from "../../../core/counters/taps/tap-limits.ts";
import type { CountView } from "../../../core/counting/count-view.ts";
import { backoffMs, blockedMs } from "./backoff.ts";
import { type Block, type DeviceTap, isWaiting } from "./device-tap.ts";
import type { Ledger } from "./ledger.ts";
import { isTooOld, keyOfBatch, nextBatch } from "./next-batch.ts";
import { Pauses, pauseKeyOf, pauseKeyOfBatch } from "./pauses.ts";
import {
  addedBy,
  type Effect,
  isLast,
  keep,
  markSent,
  type Outcome,
  otherSentAtMs,
  type SentTap,
  settled,
  underwayMs,
  unsentAgain,
  viewAfterTaps,
} from "./settle.ts";
import type { StoredChange } from "./tap-store.ts";
import { undoableOrders } from "./undo.ts";

/** What one request for taps or undos came to. */
export type SendResult =
  | { result: "answered"; answers: Outcome[]; counter: CountView }
  /** The service cannot read the request, however often it is sent. */
  | { result: "invalid" }
  /** Not counted: the service refused the request as a whole. */
  | { result: "blocked"; block: Block }
  | { result: "limited"; retryAfterMs: number }
  /** Nobody knows whether the taps were counted. */
  | { result: "failed" };

export interface SenderWiring {
  ledger: Ledger;
  send(batch: readonly DeviceTap[]): Promise<SendResult>;
  /** Runs one at a time on the whole device where the browser can do that. */
  exclusively(run: () => Promise<number | null>): Promise<number | null>;
  /** Milliseconds, by the device's clock as corrected by the service's. */
  now(): number;
  random(): number;
  onState(): void;
  preferredKeys?: readonly string[] | undefined;
}

const storeRetryMs = 1_000;

/** Sends what waits, a batch at a time, until nothing does. Safe with other tabs and devices. */
export class Sender {
  readonly #wiring: SenderWiring;
  readonly #pauses = new Pauses();
  #failures = 0;
  #retryAtMs = 0;
  #sentAtMs = 0;
  #size = maximumBatch;
  #current: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #again = false;

  constructor(wiring: SenderWiring) {
    this.#wiring = wiring;
  }

  /** Failures in a row to reach the service. */
  get failures(): number {
    return this.#failures;
  }

  block(key: string): Block | null {
    return this.#pauses.block(key);
  }

  /** True while the service has asked for a pause. */
  isLimited(key: string): boolean {
    return this.#pauses.isPaused(key, "limited", this.#wiring.now());
  }

  /** True for refused taps that are asked about again, once no request of theirs can be under way. */
  isChecking(key: string): boolean {
    return this.#pauses.isPaused(key, "check", this.#wiring.now());
  }

  /** The service takes what is made with this credential again. */
  unblock(key: string): void {
    this.#pauses.unblock(key);
  }

  /** Something new waits. */
  wake(): void {
    this.#again = true;
    this.#current ??= this.#run()
      .catch(() => {
        // The device could not write what it needs to before it sends; taps wait meanwhile.
        this.#timer = setTimeout(() => this.wake(), storeRetryMs);
      })
      .finally(() => {
        this.#current = undefined;
      });
  }

  /** Ends every wait: the network is back, a person looks at the page, or has signed in. */
  retryNow(): void {
    this.#retryAtMs = 0;
    this.#pauses.endWaits();
    this.wake();
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#again) {
      this.#again = false;
      const waitMs = await this.#wiring.exclusively(() => this.step());
      if (waitMs === 0) this.#again = true;
      else if (waitMs !== null) this.#timer = setTimeout(() => this.wake(), waitMs);
    }
  }

  /** One request at most. Returns how long to wait before the next; null when nothing waits. */
  async step(): Promise<number | null> {
    const { ledger, now } = this.#wiring;
    const nowMs = now();
    if (nowMs < this.#retryAtMs) return this.#retryAtMs - nowMs;
    const tooOld = ledger.taps.filter((tap) => isTooOld(tap, nowMs));
    if (tooOld.length > 0) await ledger.keepUnclear(tooOld, nowMs);
    const planned = this.#plan(nowMs);
    if (planned.length === 0) {
      // Another tab has sent what this one could not.
      this.#failures = 0;
      return this.#untilPauseEnds(nowMs);
    }
    const before = await this.#markSent(planned, nowMs);
    // Another tab has sent some of them.
    if (before.length < planned.length) await ledger.load();
    if (before.length === 0) return 0;
    this.#sentAtMs = nowMs;
    const waitMs = await this.#conclude(before, await this.#wiring.send(before));
    this.#wiring.onState();
    return waitMs;
  }

  /** Keys that were refused last time go last, so that they hold nobody up. */
  #plan(nowMs: number): DeviceTap[] {
    const { ledger, preferredKeys } = this.#wiring;
    const batchOf = (sendable: (tap: DeviceTap) => boolean) =>
      nextBatch(ledger.taps, { nowMs, size: this.#size, sendable, preferredKeys });
    const batch = batchOf((tap) => this.#pauses.endOf(tap) === undefined);
    if (batch.length > 0) return batch;
    const [next] = [...this.#pausedKeys()]
      .filter(([, untilMs]) => untilMs <= nowMs)
      .sort(([, a], [, b]) => a - b);
    return next === undefined ? [] : batchOf((tap) => pauseKeyOf(tap) === next[0]);
  }

  /** By pause key, when what waits there may be sent. */
  #pausedKeys(): Map<string, number> {
    const ends = this.#wiring.ledger.taps.filter(isWaiting).flatMap((tap): [string, number][] => {
      const untilMs = this.#pauses.endOf(tap);
      return untilMs === undefined ? [] : [[pauseKeyOf(tap), untilMs]];
    });
    return new Map(ends);
  }

  /**
   * Before taps leave the device it is written down that they may have. Returns those that still
   * wait, as they were stored before.
   */
  async #markSent(planned: readonly DeviceTap[], nowMs: number): Promise<DeviceTap[]> {
    const before: DeviceTap[] = [];
    await this.#wiring.ledger.change({
      orders: planned.map(({ order }) => order),
      tap: (tap) => {
        // As it is stored: another tab may have sent it long ago, or have its answer.
        if (!isWaiting(tap) || isTooOld(tap, nowMs)) return tap;
        before.push(tap);
        return markSent(tap, nowMs);
      },
    });
    return before;
  }

  /** `batch` are the taps as they were before this request. */
  async #conclude(batch: readonly DeviceTap[], sent: SendResult): Promise<number> {
    const { now, random } = this.#wiring;
    if (sent.result === "failed") {
      this.#failures++;
      const waitMs = backoffMs(this.#failures, random());
      this.#retryAtMs = now() + waitMs;
      return waitMs;
    }
    this.#failures = 0;
    switch (sent.result) {
      case "answered":
        await this.#settle(batch, sent);
        this.#size = maximumBatch;
        break;
      case "invalid":
        // One of them may be the reason: each goes alone, until it is known which.
        if (this.#size > 1) await this.#markUnsent(batch);
        else await this.#keepInvalid(batch);
        this.#size = this.#size > 1 ? 1 : maximumBatch;
        break;
      case "blocked":
        this.#pauses.setBlock(keyOfBatch(batch), now() + blockedMs, sent.block);
        await this.#markUnsent(batch);
        break;
      case "limited":
        this.#pauses.set(keyOfBatch(batch), now() + sent.retryAfterMs, "limited");
        await this.#markUnsent(batch);
        break;
    }
    return 0;
  }

  async #settle(
    batch: readonly DeviceTap[],
    { answers, counter }: Extract<SendResult, { result: "answered" }>,
  ): Promise<void> {
    const { ledger, now } = this.#wiring;
    const nowMs = now();
    const answerOf = new Map(answers.map((answer) => [answer.id, answer]));
    const undecided = new Map<DeviceTap, number>();
    const added: Effect[] = [];
    const answered = this.#changeOf(batch, (tap, sent) => {
      const answer = answerOf.get(tap.id);
      added.push(...addedBy(tap, answer));
      const after = settled(tap, answer, { nowMs, view: counter, ...sent });
      const waits = answer?.result === "refused" && after !== undefined && isWaiting(after);
      if (waits) undecided.set(sent.before, otherSentAtMs(tap, sent) ?? 0);
      return after;
    });
    const stay = undoableOrders([...ledger.counted, ...batch], nowMs);
    await ledger.change({
      orders: [...answered.orders, ...ledger.counted.map(({ order }) => order)],
      tap(tap) {
        const after = answered.tap(tap);
        return after?.counted === undefined || stay.has(after.order) ? after : undefined;
      },
      view: {
        key: keyOfBatch(batch),
        next: (stored, unanswered) => viewAfterTaps(stored, counter, { added, unanswered }),
      },
    });
    this.#pauses.end(batch);
    if (undecided.size === 0) return;
    // Asked again after that, they are refused for good, or were counted.
    await this.#markUnsent([...undecided.keys()]);
    const otherMs = Math.max(...undecided.values());
    // Another tab that has sent them since asks first: if both asked at once, neither would know.
    const waitMs = otherMs > this.#sentAtMs ? 2 * underwayMs : underwayMs;
    this.#pauses.set(pauseKeyOfBatch(batch), otherMs + waitMs, "check");
  }

  async #keepInvalid(batch: readonly DeviceTap[]): Promise<void> {
    const nowMs = this.#wiring.now();
    // Another request may have been counted, by a version of the service that could read it.
    const kept = this.#changeOf(batch, (tap, sent) => {
      const isOnlyOne = sent.before.sentAtMs === null && isLast(tap, sent);
      return isWaiting(tap) ? keep(tap, isOnlyOne ? "invalid" : "unclear", nowMs) : tap;
    });
    await this.#wiring.ledger.change(kept);
  }

  /** The last request counted nothing of these taps: they are as if it had not been sent. */
  async #markUnsent(batch: readonly DeviceTap[]): Promise<void> {
    await this.#wiring.ledger.change(this.#changeOf(batch, unsentAgain));
  }

  /** A change of taps of the last request. */
  #changeOf(
    batch: readonly DeviceTap[],
    change: (tap: DeviceTap, sent: SentTap) => DeviceTap | undefined,
  ): StoredChange {
    const sent = new Map(batch.map((tap) => [tap.order, tap]));
    const sentAtMs = this.#sentAtMs;
    return {
      orders: [...sent.keys()],
      tap(tap) {
        const before = sent.get(tap.order);
        return before === undefined ? tap : change(tap, { before, sentAtMs });
      },
    };
  }

  #untilPauseEnds(nowMs: number): number | null {
    const ends = [...this.#pausedKeys().values()];
    return ends.length === 0 ? null : Math.max(1, Math.min(...ends) - nowMs);
  }
}
