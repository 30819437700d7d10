import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import type { ChildProcessGuard } from "../../child-process-guard.ts";
import { freePort } from "../../loopback-server.ts";
import type { OnEvent } from "../../runtime-event.ts";
import { StartError } from "../../start-error.ts";
import { localCredentials, localRegion } from "../../template/arns.ts";
import { dynamodbBinary } from "./dynamodb-binary.ts";

/** A running DynamoDB; `databaseFile` is absent when the emulator is not used. */
export interface DynamodbEmulator {
  endpoint: string;
  databaseFile?: string;
  close(): Promise<void>;
}

interface EmulatorOptions {
  dataDir: string;
  guard: ChildProcessGuard;
  /** Ends the wait for it. */
  signal?: AbortSignal;
  onEvent: OnEvent;
}

/**
 * Starts the DynamoDB emulator on a free port and waits until it responds. Reports an event when
 * the emulator ends by itself later.
 */
export async function startDynamodbEmulator(options: EmulatorOptions): Promise<DynamodbEmulator> {
  const binary = dynamodbBinary(process.env);
  const databaseFile = join(options.dataDir, "dynamodb.db");
  // The free port can be taken by another program before the emulator binds it.
  for (let attempt = 1; attempt <= 3; attempt++) {
    const port = await freePort();
    const endpoint = `http://127.0.0.1:${port}`;
    const child = start(binary, port, databaseFile);
    options.guard.hold(child);
    if (await responds(endpoint, child, options.signal)) {
      addStreamIndex(databaseFile, options.onEvent);
      return { endpoint, databaseFile, close: stopper(child, options.onEvent) };
    }
    await kill(child);
    options.signal?.throwIfAborted();
  }
  throw new StartError(`The DynamoDB emulator ${binary} does not start on ${databaseFile}.`);
}

/** A DynamoDB that runs elsewhere; throws when it does not respond. */
export async function reachDynamodb(
  endpoint: string,
  signal?: AbortSignal,
): Promise<DynamodbEmulator> {
  const client = clientOf(endpoint);
  try {
    await client.send(new ListTablesCommand({ Limit: 1 }), signal && { abortSignal: signal });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`DYNAMODB_ENDPOINT ${endpoint} does not respond: ${reason}`, { cause });
  } finally {
    client.destroy();
  }
  return { endpoint, close: async () => {} };
}

function start(binary: string, port: number, databaseFile: string): ChildProcess {
  const args = ["--host", "127.0.0.1", "--port", String(port), "--db-path", databaseFile];
  const child = spawn(binary, args, { stdio: "ignore", detached: true, env: {} });
  child.on("error", () => {});
  return child;
}

async function responds(
  endpoint: string,
  child: ChildProcess,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const client = clientOf(endpoint);
  const deadline = Date.now() + 10_000;
  const runs = () => child.exitCode === null && child.signalCode === null && child.pid;
  while (Date.now() < deadline && runs() && !signal?.aborted) {
    try {
      await client.send(new ListTablesCommand({ Limit: 1 }), signal && { abortSignal: signal });
      return true;
    } catch {
      await delay(10);
    } finally {
      client.destroy();
    }
  }
  return false;
}

function clientOf(endpoint: string): DynamoDBClient {
  const local = { region: localRegion, credentials: localCredentials };
  return new DynamoDBClient({ ...local, endpoint, maxAttempts: 1 });
}

function stopper(child: ChildProcess, onEvent: OnEvent): () => Promise<void> {
  const report = (code: number | null, signal: string | null) => {
    const reason = signal ? `signal ${signal}` : `exit status ${code}`;
    onEvent({ kind: "emulator-ended", emulator: "DynamoDB", reason });
  };
  child.once("exit", report);
  return async () => {
    child.off("exit", report);
    await kill(child);
  };
}

/** SIGTERM would wait for open connections; everything committed is on disk anyhow. */
async function kill(child: ChildProcess): Promise<void> {
  const isRunning = child.pid && child.exitCode === null && child.signalCode === null;
  if (!isRunning) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

/**
 * Adds the index that Dynoxide 1.2.1 lacks: without it every write reads all of the stream. When
 * the emulator's tables look different, it only warns.
 */
function addStreamIndex(databaseFile: string, onEvent: OnEvent): void {
  const database = new DatabaseSync(databaseFile, { timeout: 5_000 });
  try {
    const columns = database.prepare("PRAGMA table_info(_stream_records)").all();
    const names = columns.map(({ name }) => name);
    if (!names.includes("table_name") || !names.includes("sequence_number")) {
      throw new Error("the table _stream_records is not as expected");
    }
    database.exec(
      "CREATE INDEX IF NOT EXISTS ix_sr_seq ON _stream_records" +
        "(table_name, CAST(sequence_number AS INTEGER))",
    );
  } catch (error) {
    const message = `Writes will slow down as streams grow: no index on them (${String(error)}).`;
    onEvent({ kind: "warning", message });
  } finally {
    database.close();
  }
}
