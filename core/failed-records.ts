/** An item of a batch that could not be handled, and why. */
export interface FailedItem<Item> {
  item: Item;
  cause: unknown;
}

/** Handles the items of a batch, and returns those whose handling could not be confirmed. */
export type BatchHandler<Item> = (items: Item[]) => Promise<FailedItem<Item>[]>;

/** The cause of a failure in one line. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** How a long run reports its progress and is stopped. */
export interface RedriveRun {
  /** Whether to delete messages and records that cannot be read. */
  discardUnreadable: boolean;
  isStopped(): boolean;
  /** What is done is handled, left or gone. `total` can rise; a run that is not stopped ends at it. */
  onProgress(done: number, total: number): void;
}

/** How many were sent again, were left and were deleted. */
export interface Redriven {
  redriven: number;
  left: number;
  discarded: number;
}

/** Stream records of one batch that Lambda gave up. */
export interface FailedBatch<Item> {
  items: Item[];
  /** Why each of the other records is not understood. */
  unreadable: string[];
  /** The object with only these records; undefined where it has no others. */
  onlyUnreadable: string | undefined;
}

/** Stores the stream records that could not be handled, one object for each batch. */
export interface FailedRecordStore<Item> {
  list(): Promise<{ key: string; failedAt: Date | undefined }[]>;
  /** Undefined when the object no longer exists. */
  read(key: string): Promise<FailedBatch<Item> | undefined>;
  replace(key: string, text: string): Promise<void>;
  remove(key: string): Promise<void>;
}

export interface RedrivenRecords extends Redriven {
  /** What is wrong with the objects that were left or deleted. */
  problems: { key: string; discarded: boolean; reasons: string[] }[];
}

/** Failed stream records, and what their function would have done with them. */
export interface FailedRecords<Item> {
  store: FailedRecordStore<Item>;
  handle: BatchHandler<Item>;
  /** How an item is named in a report. */
  nameOf(item: Item): string;
}

/**
 * Handles failed stream records again, as things are now. The numbers count objects. An object with
 * unreadable records keeps only these.
 */
export async function redriveRecords<Item>(
  { store, handle, nameOf }: FailedRecords<Item>,
  run: RedriveRun,
): Promise<RedrivenRecords> {
  const objects = await store.list();
  const done = { redriven: 0, left: 0, discarded: 0 };
  const problems: RedrivenRecords["problems"] = [];
  for (const [index, { key }] of objects.entries()) {
    if (run.isStopped()) break;
    const batch = await store.read(key);
    if (batch === undefined) {
      run.onProgress(index + 1, objects.length);
      continue;
    }
    const unhandled = await handle(batch.items);
    const reasons = [
      ...batch.unreadable,
      ...unhandled.map(({ item, cause }) => `${nameOf(item)}: ${reasonOf(cause)}`),
    ];
    const discarded = run.discardUnreadable && unhandled.length === 0 && reasons.length > 0;
    if (reasons.length === 0 || discarded) {
      await store.remove(key);
      done[discarded ? "discarded" : "redriven"] += 1;
    } else {
      const { onlyUnreadable } = batch;
      if (unhandled.length === 0 && onlyUnreadable !== undefined)
        await store.replace(key, onlyUnreadable);
      done.left += 1;
    }
    if (reasons.length > 0) problems.push({ key, discarded, reasons });
    run.onProgress(index + 1, objects.length);
  }
  return { ...done, problems };
}
