import { type Block, countingKey, type DeviceTap, isUndo, nextBlock } from "./device-tap.ts";
import { keyOfBatch } from "./next-batch.ts";

/** Why nothing is sent for a while. `check`: refused, but an earlier request may still be counted. */
type Why = Block | "limited" | "check";

interface Pause {
  untilMs: number;
  why: Why;
}

/** Undos have a pause of their own where the reason concerns only them: it holds no taps up. */
export function pauseKeyOf(tap: DeviceTap): string {
  return isUndo(tap) ? undoPauseKey(countingKey(tap)) : countingKey(tap);
}

export function pauseKeyOfBatch([first]: readonly DeviceTap[]): string {
  return first === undefined ? "" : pauseKeyOf(first);
}

function undoPauseKey(key: string): string {
  return `${key}/undos`;
}

/** What is not sent for a while: everything of a counting key, or its undos. */
export class Pauses {
  readonly #pauses = new Map<string, Pause>();

  /** Pauses a counting key, because the service takes nothing of it. */
  setBlock(key: string, untilMs: number, said: Block): void {
    this.set(key, untilMs, nextBlock(this.block(key), said));
  }

  set(pauseKey: string, untilMs: number, why: Why): void {
    this.#pauses.set(pauseKey, { untilMs, why });
  }

  /** The service has answered what is in this batch. */
  end(batch: readonly DeviceTap[]): void {
    for (const pauseKey of [keyOfBatch(batch), pauseKeyOfBatch(batch)])
      this.#pauses.delete(pauseKey);
  }

  block(key: string): Block | null {
    const why = this.#pauses.get(key)?.why;
    const isBlock = why !== "limited" && why !== "check";
    return why !== undefined && isBlock ? why : null;
  }

  isPaused(key: string, why: Why, nowMs: number): boolean {
    return [key, undoPauseKey(key)].some((pauseKey) => {
      const pause = this.#pauses.get(pauseKey);
      return pause?.why === why && pause.untilMs > nowMs;
    });
  }

  /** When this may be sent; undefined where nothing has paused it. */
  endOf(tap: DeviceTap): number | undefined {
    const ends = [countingKey(tap), pauseKeyOf(tap)].flatMap(
      (pauseKey) => this.#pauses.get(pauseKey)?.untilMs ?? [],
    );
    return ends.length === 0 ? undefined : Math.max(...ends);
  }

  /** Ends every wait. What was paused still goes last. */
  endWaits(): void {
    for (const pause of this.#pauses.values()) pause.untilMs = 0;
  }

  /** The service takes what is made with this credential again. */
  unblock(key: string): void {
    if (this.block(key) !== null) this.#pauses.delete(key);
  }
}
