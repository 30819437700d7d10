import { setTimeout as delay } from "node:timers/promises";
import { DescribeTableCommand, type DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DescribeStreamCommand, type Shard } from "@aws-sdk/client-dynamodb-streams";
import type { OnEvent } from "../runtime-event.ts";
import { readShard, type ShardReaderOptions } from "./shard-reader.ts";

export interface StreamPollerOptions
  extends Omit<ShardReaderOptions, "shard" | "emulatorArn" | "stopping"> {
  tables: DynamoDBClient;
  onEvent: OnEvent;
}

// DynamoDB Local begins a new shard now and then; Dynoxide never does.
const newShardsEveryMs = 5_000;

/** Invokes a function with the records of a table's stream, as Lambda's event source does. */
export class StreamPoller {
  readonly #options: StreamPollerOptions;
  readonly #stopping = new AbortController();
  readonly #readers = new Map<string, Promise<void>>();
  readonly #ended = new Set<string>();
  readonly #running: Promise<void>;

  constructor(options: StreamPollerOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** Waits for the batches in flight; retries end, and are taken up after the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#options.changes.notify();
    await this.#running;
    await Promise.all(this.#readers.values());
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        const emulatorArn = await this.#streamArn();
        for (const shard of await this.#readableShards(emulatorArn)) {
          this.#read(shard, emulatorArn);
        }
      } catch (error) {
        if (!signal.aborted) this.#warn(error);
      }
      await delay(newShardsEveryMs, undefined, { signal }).catch(() => {});
    }
  }

  #read(shard: Shard, emulatorArn: string): void {
    const shardId = shard.ShardId ?? "";
    const { signal: stopping } = this.#stopping;
    const reader = readShard({ ...this.#options, shard, emulatorArn, stopping })
      .then(() => void this.#ended.add(shardId))
      .catch((error: unknown) => {
        // The next look at the shards begins a new reader at the checkpoint.
        if (!stopping.aborted) this.#warn(error);
      })
      .finally(() => this.#readers.delete(shardId));
    this.#readers.set(shardId, reader);
  }

  /** Shards that nobody reads and whose parent, if it still exists, has been read to its end. */
  async #readableShards(emulatorArn: string): Promise<Shard[]> {
    const shards = await this.#shards(emulatorArn);
    const known = new Set(shards.map((shard) => shard.ShardId));
    return shards.filter(({ ShardId = "", ParentShardId }) => {
      if (this.#readers.has(ShardId) || this.#ended.has(ShardId)) return false;
      return !ParentShardId || !known.has(ParentShardId) || this.#ended.has(ParentShardId);
    });
  }

  async #shards(StreamArn: string): Promise<Shard[]> {
    const shards: Shard[] = [];
    let last: string | undefined;
    do {
      const { StreamDescription } = await this.#options.client.send(
        new DescribeStreamCommand({ StreamArn, ...(last && { ExclusiveStartShardId: last }) }),
      );
      shards.push(...(StreamDescription?.Shards ?? []));
      last = StreamDescription?.LastEvaluatedShardId;
    } while (last);
    return shards;
  }

  async #streamArn(): Promise<string> {
    const { tableName } = this.#options.mapping;
    const { Table } = await this.#options.tables.send(
      new DescribeTableCommand({ TableName: tableName }),
    );
    if (Table?.LatestStreamArn) return Table.LatestStreamArn;
    throw new Error(`The table ${tableName} has no stream.`);
  }

  #warn(error: unknown): void {
    const message = `Stream of ${this.#options.mapping.tableName}: ${String(error)}`;
    this.#options.onEvent({ kind: "warning", message });
  }
}
