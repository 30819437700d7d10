import { createHash } from "node:crypto";
import {
  type DynamoDBStreamsClient,
  GetShardIteratorCommand,
  type Shard,
} from "@aws-sdk/client-dynamodb-streams";
import { streamArn } from "../template/arns.ts";
import { Signal } from "./signal.ts";
import { type BatchContext, processBatch } from "./stream-batch.ts";
import type { ShardPosition, StreamCheckpoints } from "./stream-checkpoints.ts";
import type { StreamPages } from "./stream-pages.ts";
import { type StreamRecord, streamRecord } from "./stream-record.ts";

export interface ShardReaderOptions extends Omit<BatchContext, "shardId" | "finish"> {
  client: DynamoDBStreamsClient;
  pages: StreamPages;
  checkpoints: StreamCheckpoints;
  /** The ARN that the emulator uses. */
  emulatorArn: string;
  shard: Shard;
  /** Notified when there may be new records; without it the reader looks every 100 ms. */
  changes: Signal;
  changesAreSignalled: boolean;
}

// Enough to keep every worker busy, and a bound on memory.
const maxOutstanding = 2000;

/** Reads one shard from its checkpoint on; resolves when the shard has ended or at the stop. */
export async function readShard(options: ShardReaderOptions): Promise<void> {
  const { mapping, shard, checkpoints, stopping } = options;
  const shardId = shard.ShardId ?? "";
  const position = { mappingId: mapping.id, streamArn: options.emulatorArn, shardId };
  const progressed = new AbortController();
  const finished = AbortSignal.any([stopping, progressed.signal]);
  const progress = new StreamProgress((sequence) => checkpoints.save(position, sequence));
  const context: BatchContext = {
    ...options,
    shardId,
    finish: (records) => progress.finish(records.map((record) => record.sequenceNumber)),
  };
  const workers = Array.from(
    { length: mapping.parallelization },
    () =>
      new StreamWorker({
        ...mapping,
        stopping: finished,
        process: (r) => processBatch(r, context),
      }),
  );
  for (const worker of workers) worker.done.catch(() => progressed.abort());
  try {
    let iterator = await firstIterator(options, position);
    while (iterator && !finished.aborted) {
      if (progress.outstanding > maxOutstanding) {
        await options.changes.wait(50);
        continue;
      }
      const page = await options.pages.read(iterator);
      const dropped: string[] = [];
      for (const raw of page.Records ?? []) {
        const record = streamRecord(raw, streamArn(mapping.tableName));
        progress.add(record.sequenceNumber);
        if (mapping.passes(record.event))
          workers[workerOf(record.key, workers.length)]?.add(record);
        else dropped.push(record.sequenceNumber);
      }
      // All in one call, because each checkpoint is a write to the disk.
      if (dropped.length > 0) progress.finish(dropped);
      iterator = page.NextShardIterator;
      if (iterator && !page.Records?.length) {
        await options.changes.wait(options.changesAreSignalled ? 1000 : 100);
      }
    }
    while (progress.outstanding > 0 && !finished.aborted) await options.changes.wait(50);
  } finally {
    progressed.abort();
    await Promise.all(workers.map((worker) => worker.done));
  }
}

async function firstIterator(
  { client, checkpoints, mapping, shard }: ShardReaderOptions,
  position: ShardPosition,
): Promise<string | undefined> {
  const checkpoint = checkpoints.read(position) ?? startOf(mapping.startingPosition, shard);
  // A mapping that starts at the latest record must not skip what comes before its first success.
  if (checkpoint !== undefined) checkpoints.save(position, checkpoint);
  const { ShardIterator } = await client.send(
    new GetShardIteratorCommand({
      StreamArn: position.streamArn,
      ShardId: position.shardId,
      ...(checkpoint
        ? { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: checkpoint }
        : { ShardIteratorType: checkpoint === "" ? "TRIM_HORIZON" : "LATEST" }),
    }),
  );
  return ShardIterator;
}

// Dynoxide reports the number of the last record of the active shard too; DynamoDB Local does not.
function startOf(position: "TRIM_HORIZON" | "LATEST", shard: Shard): string | undefined {
  if (position === "TRIM_HORIZON") return "";
  return shard.SequenceNumberRange?.EndingSequenceNumber;
}

function workerOf(key: string, workers: number): number {
  return createHash("sha1").update(key).digest().readUInt32BE(0) % workers;
}

/**
 * Tracks which records of a shard are done while several workers process it, and reports the last
 * record before which all are done.
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

  /** Adds a record that was read, in the order of the shard. */
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

interface StreamWorkerOptions {
  batchSize: number;
  windowMs: number;
  stopping: AbortSignal;
  process(records: StreamRecord[]): Promise<void>;
}

/** Processes its records in order, one batch after the other. */
class StreamWorker {
  readonly done: Promise<void>;
  readonly #options: StreamWorkerOptions;
  readonly #pending: StreamRecord[] = [];
  readonly #arrival = new Signal();

  constructor(options: StreamWorkerOptions) {
    this.#options = options;
    options.stopping.addEventListener("abort", () => this.#arrival.notify());
    this.done = this.#work();
  }

  add(record: StreamRecord): void {
    this.#pending.push(record);
    this.#arrival.notify();
  }

  async #work(): Promise<void> {
    const { batchSize, windowMs, stopping, process } = this.#options;
    while (!stopping.aborted) {
      if (this.#pending.length === 0) {
        await this.#arrival.wait(60_000);
        continue;
      }
      await this.#fill(Date.now() + windowMs);
      if (!stopping.aborted) await process(this.#pending.splice(0, batchSize));
    }
  }

  /** Waits until a batch is full or its window is over. */
  async #fill(deadline: number): Promise<void> {
    while (this.#pending.length < this.#options.batchSize && !this.#options.stopping.aborted) {
      const waitMs = deadline - Date.now();
      if (waitMs <= 0) return;
      await this.#arrival.wait(waitMs);
    }
  }
}
