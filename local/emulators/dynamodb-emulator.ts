import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { listen } from "../http/listen.ts";
import type { Leash } from "../leash.ts";
import type { OnEvent } from "../runtime-event.ts";
import { StartError } from "../start-error.ts";
import { localCredentials, localRegion } from "../template/arns.ts";
import { dynamodbBinary } from "./dynamodb-binary.ts";
import { addStreamIndex } from "./stream-index.ts";

/** A running DynamoDB; `databaseFile` is absent when it is not ours. */
export interface DynamodbEmulator {
  endpoint: string;
  databaseFile?: string;
  close(): Promise<void>;
}

interface EmulatorOptions {
  dataDir: string;
  leash: Leash;
  onEvent: OnEvent;
}

/** Starts the DynamoDB emulator on a free port and waits until it answers. */
export async function startDynamodbEmulator(options: EmulatorOptions): Promise<DynamodbEmulator> {
  const binary = dynamodbBinary(process.env);
  const databaseFile = join(options.dataDir, "dynamodb.db");
  // The free port can be taken by another program before the emulator binds it.
  for (let attempt = 1; attempt <= 3; attempt++) {
    const port = await freePort();
    const endpoint = `http://127.0.0.1:${port}`;
    const child = start(binary, port, databaseFile);
    options.leash.hold(child);
    if (await answers(endpoint, child)) {
      addStreamIndex(databaseFile, options.onEvent);
      return { endpoint, databaseFile, close: stopper(child, options.onEvent) };
    }
    child.kill("SIGKILL");
  }
  throw new StartError(`The DynamoDB emulator ${binary} does not start on ${databaseFile}.`);
}

/** Another DynamoDB than ours, which must answer. */
export async function reachDynamodb(endpoint: string): Promise<DynamodbEmulator> {
  const client = clientOf(endpoint);
  try {
    await client.send(new ListTablesCommand({ Limit: 1 }));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`DYNAMODB_ENDPOINT ${endpoint} does not answer: ${reason}`, { cause });
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

async function answers(endpoint: string, child: ChildProcess): Promise<boolean> {
  const client = clientOf(endpoint);
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline && child.exitCode === null && child.pid !== undefined) {
    try {
      await client.send(new ListTablesCommand({ Limit: 1 }));
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
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const complain = () =>
    onEvent({ kind: "warning", message: "The DynamoDB emulator ended: restart the service." });
  child.once("exit", complain);
  return async () => {
    child.off("exit", complain);
    if (child.exitCode !== null || child.signalCode !== null) return;
    // SIGTERM waits for open connections; everything committed is on disk anyhow.
    child.kill("SIGKILL");
    await exited;
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, 0);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
