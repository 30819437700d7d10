import { type Block, countingKey, type DeviceTap, isUndo } from "./device-tap.ts";
import { keyOfBatch } from "./next-batch.ts";

/** Why nothing is sent for a while. `check`: refused, but an earlier request may still be counted. */
type Why = Block | "limited" | "check" | "unsupported";

interface Pause {
  untilMs: number;
  why: Why;
}

/** Undos have a pause of their own where the reason concerns only them: it holds no taps up. */
export function laneOf(tap: DeviceTap): string {
  return isUndo(tap) ? undoLane(countingKey(tap)) : countingKey(tap);
}

export function laneOfBatch([first]: readonly DeviceTap[]): string {
  return first === undefined ? "" : laneOf(first);
}

function undoLane(key: string): string {
  return `${key}/undos`;
}

/** What is not sent for a while: everything of a counting key, or its undos. */
export class Pauses {
  readonly #pauses = new Map<string, Pause>();

  set(lane: string, untilMs: number, why: Why): void {
    this.#pauses.set(lane, { untilMs, why });
  }

  /** The service has answered what is in this batch. */
  end(batch: readonly DeviceTap[]): void {
    for (const lane of [keyOfBatch(batch), laneOfBatch(batch)]) this.#pauses.delete(lane);
  }

  block(key: string): Block | null {
    const why = this.#pauses.get(key)?.why;
    const isBlock = why !== "limited" && why !== "check" && why !== "unsupported";
    return why !== undefined && isBlock ? why : null;
  }

  isPaused(key: string, why: Why, nowMs: number): boolean {
    return [key, undoLane(key)].some((lane) => {
      const pause = this.#pauses.get(lane);
      return pause?.why === why && pause.untilMs > nowMs;
    });
  }

  /** When what is of this lane may be sent; undefined where nothing has paused it. */
  endOf(tap: DeviceTap): number | undefined {
    const ends = [countingKey(tap), laneOf(tap)].flatMap(
      (lane) => this.#pauses.get(lane)?.untilMs ?? [],
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
