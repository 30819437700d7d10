/**
 * Follows which records of a shard are done when several workers work on it, and tells how far all
 * records up to a point are.
 */
export class StreamProgress {
  readonly #order: string[] = [];
  readonly #done = new Set<string>();
  readonly #onCheckpoint: (sequenceNumber: string) => void;

  constructor(onCheckpoint: (sequenceNumber: string) => void) {
    this.#onCheckpoint = onCheckpoint;
  }

  /** The number of records that were read and are not checkpointed. */
  get outstanding(): number {
    return this.#order.length;
  }

  /** Takes note of a record that was read, in the order of the shard. */
  add(sequenceNumber: string): void {
    this.#order.push(sequenceNumber);
  }

  /** Marks records as done, in any order. */
  finish(sequenceNumbers: readonly string[]): void {
    for (const sequenceNumber of sequenceNumbers) this.#done.add(sequenceNumber);
    const open = this.#order.findIndex((sequenceNumber) => !this.#done.has(sequenceNumber));
    const finished = this.#order.splice(0, open < 0 ? this.#order.length : open);
    for (const sequenceNumber of finished) this.#done.delete(sequenceNumber);
    const last = finished.at(-1);
    if (last !== undefined) this.#onCheckpoint(last);
  }
}
