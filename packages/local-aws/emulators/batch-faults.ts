import { createHash } from "node:crypto";

/** Leaves entries of this share of all batches unprocessed; the same seed makes the same choices. */
export interface BatchFaultOptions {
  seed: number;
  rate: number;
}

/** An entry is processed at the latest when it comes for the third time. */
const mostRefusals = 2;

/** Entries that nobody sends again are forgotten, the oldest first. */
const mostKept = 10_000;

/** Chooses which entries of batches are left unprocessed, as AWS leaves some under load. */
export class BatchFaults {
  readonly #options: BatchFaultOptions;
  /** A sequence for each operation, so that one does not depend on how often others are called. */
  readonly #sequences = new Map<string, () => number>();
  readonly #refusals = new Map<string, number>();

  constructor(options: BatchFaultOptions = { seed: 0, rate: 0 }) {
    this.#options = options;
  }

  /** The entries that are not to be processed; often all, and mostly none. */
  refused<Entry>(
    operation: string,
    entries: readonly Entry[],
    keyOf: (entry: Entry) => unknown,
  ): Set<Entry> {
    const random = this.#sequence(operation);
    if (random() >= this.#options.rate) return new Set();
    // A third of the batches that fail are refused as a whole.
    const share = random() < 1 / 3 ? 1 : 0.5;
    const drawn = entries.filter(() => random() < share);
    const chosen = drawn.length > 0 ? drawn : entries.slice(0, 1);
    return new Set(chosen.filter((entry) => this.#refuse(`${operation} ${textOf(keyOf(entry))}`)));
  }

  #refuse(entry: string): boolean {
    const key = createHash("sha256").update(entry).digest("base64");
    const before = this.#refusals.get(key) ?? 0;
    this.#refusals.delete(key);
    if (before >= mostRefusals) return false;
    this.#refusals.set(key, before + 1);
    for (const oldest of this.#refusals.keys()) {
      if (this.#refusals.size <= mostKept) break;
      this.#refusals.delete(oldest);
    }
    return true;
  }

  #sequence(operation: string): () => number {
    const known = this.#sequences.get(operation);
    if (known) return known;
    const sequence = randomSequence(this.#options.seed + hash(operation));
    this.#sequences.set(operation, sequence);
    return sequence;
  }
}

const textOf = (value: unknown) => JSON.stringify(value) ?? "";

const hash = (text: string) => createHash("sha256").update(text).digest().readUInt32LE();

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomSequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
