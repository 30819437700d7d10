import { ContentionError } from "../conflict.ts";
import type { BatchHandler, FailedItem } from "../failed-records.ts";

/**
 * A record of a stream as it was read: an item, `unreadable` with the reason, or `restored`, which
 * `data restore` put back and which is skipped.
 */
export type Reading<Item> = { item: Item } | { unreadable: unknown } | { restored: true };

export interface StreamBatchPorts<Item> {
  handle: BatchHandler<Item>;
  /**
   * Whether the cause is a failed call to AWS (timeout, throttling, permission, outage), which can succeed
   * later, and not a request that AWS rejects as invalid.
   */
  isFailedCall(cause: unknown): boolean;
  /** Stores the record at this index of the batch, for a person to look at. */
  store(index: number, why: unknown): Promise<void>;
  /** Whether enough time is left to handle one more record. */
  hasTime(): boolean;
}

/** How many records from the first on are done, and why the next one is not. */
export interface HandledBatch {
  done: number;
  cause?: unknown;
}

/** How often a record may make the code fail when it is handled alone, before it is stored. */
const tries = 3;

/**
 * Handles the records of a batch. One that is not understood is stored. One that makes the code
 * fail is handled again, alone, and stored after three failures. So neither stops the records
 * behind it. A failed call to AWS ends the batch at its record, which must come again, with all
 * behind it, until the call succeeds.
 */
export async function handleRecords<Item>(
  ports: StreamBatchPorts<Item>,
  readings: Reading<Item>[],
): Promise<HandledBatch> {
  const items = readings.flatMap((reading) => ("item" in reading ? [reading.item] : []));
  const failures = new Map(
    (await failuresOf(ports, items)).map(({ item, cause }) => [item, { cause }]),
  );
  for (const [index, reading] of readings.entries()) {
    if ("restored" in reading) continue;
    const failure =
      "item" in reading
        ? await failureAlone(ports, reading.item, failures.get(reading.item))
        : { cause: reading.unreadable };
    if (failure === undefined) continue;
    if (isTransient(ports, failure.cause)) return { done: index, ...failure };
    try {
      await ports.store(index, failure.cause);
    } catch (cause) {
      return { done: index, cause };
    }
  }
  return { done: readings.length };
}

/** The time of this invocation is over; the next one goes on. */
class OutOfTime extends Error {
  override readonly name = "OutOfTime";
}

/** What a record fails with when it is handled alone; undefined when that succeeds. */
async function failureAlone<Item>(
  ports: StreamBatchPorts<Item>,
  item: Item,
  inBatch: { cause: unknown } | undefined,
): Promise<{ cause: unknown } | undefined> {
  let failure = inBatch;
  for (let tried = 0; tried < tries && failure !== undefined; tried += 1) {
    if (isTransient(ports, failure.cause)) return failure;
    if (!ports.hasTime()) return { cause: new OutOfTime("too little time is left") };
    const [alone] = await failuresOf(ports, [item]);
    failure = alone && { cause: alone.cause };
  }
  return failure;
}

function isTransient<Item>({ isFailedCall }: StreamBatchPorts<Item>, cause: unknown): boolean {
  return cause instanceof ContentionError || cause instanceof OutOfTime || isFailedCall(cause);
}

async function failuresOf<Item>(
  { handle }: StreamBatchPorts<Item>,
  items: Item[],
): Promise<FailedItem<Item>[]> {
  if (items.length === 0) return [];
  try {
    return await handle(items);
  } catch (cause) {
    return items.map((item) => ({ item, cause }));
  }
}
