import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import * as z from "zod";

/** Where a mapping stands in a shard. */
export interface ShardPosition {
  mappingId: string;
  streamArn: string;
  shardId: string;
}

/** How far each stream was processed; kept in the data folder. */
export class StreamCheckpoints {
  readonly #database: DatabaseSync;
  readonly #saving: StatementSync;

  constructor(dataDir: string) {
    this.#database = new DatabaseSync(join(dataDir, "checkpoints.db"));
    // A killed process loses nothing; only after a power cut are some records repeated.
    this.#database.exec(`
      PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
      CREATE TABLE IF NOT EXISTS checkpoints (
        mapping_id TEXT, stream_arn TEXT, shard_id TEXT, sequence_number TEXT,
        PRIMARY KEY (mapping_id, stream_arn, shard_id)
      )`);
    this.#saving = this.#database.prepare("INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?, ?)");
  }

  /** The last processed sequence number; "" for the start of the shard, undefined for none. */
  read({ mappingId, streamArn, shardId }: ShardPosition): string | undefined {
    const row = this.#database
      .prepare(
        "SELECT sequence_number FROM checkpoints " +
          "WHERE mapping_id = ? AND stream_arn = ? AND shard_id = ?",
      )
      .get(mappingId, streamArn, shardId);
    return row && z.object({ sequence_number: z.string() }).parse(row).sequence_number;
  }

  save({ mappingId, streamArn, shardId }: ShardPosition, sequenceNumber: string): void {
    this.#saving.run(mappingId, streamArn, shardId, sequenceNumber);
  }

  close(): void {
    this.#database.close();
  }
}
