import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import {
  CreateTableCommand,
  type DynamoDBClient,
  ListTablesCommand,
  type ScalarAttributeType,
} from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import {
  localDynamodbClient,
  type OperatorStores,
  operatorStores,
  type StackOutputs,
} from "../../adapters/operator-stores.ts";
import { dynamodbBinary } from "../../local/dynamodb-binary.ts";

/** A DynamoDB of its own with the operator's tables, and the data folder of a "running" service. */
export interface TestService {
  dataDir: string;
  endpoint: string;
  outputs: StackOutputs;
  client: DynamoDBClient;
  stores: OperatorStores;
  close(): Promise<void>;
}

export async function startTestService(): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), "ops-test-"));
  const { endpoint, child } = await startDynamodb(join(dataDir, "dynamodb.db"));
  const client = localDynamodbClient(endpoint);
  await answering(client);
  await Promise.all(Object.entries(tableKeys).map((table) => createTable(client, ...table)));
  const runtime = { pid: process.pid, outputs, endpoints: { dynamodb: endpoint } };
  await writeFile(join(dataDir, "runtime.json"), JSON.stringify(runtime));
  return {
    dataDir,
    endpoint,
    outputs,
    client,
    stores: operatorStores(client, outputs),
    async close() {
      client.destroy();
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await exited;
      await rm(dataDir, { recursive: true });
    },
  };
}

const outputs: StackOutputs = {
  ApiUrl: "http://127.0.0.1:3001",
  BaseUrl: "http://127.0.0.1:3000",
  KeyBrand: "cs",
  OrganizationsTable: "organizations",
  ApiKeysTable: "api-keys",
  CountersTable: "counters",
  CountEventsTable: "count-events",
  SettingsChangesTable: "settings-changes",
  IdempotencyKeysTable: "idempotency-keys",
};

type KeyAttribute = readonly [name: string, type: ScalarAttributeType];

const tableKeys: Record<string, readonly KeyAttribute[]> = {
  organizations: [["organizationId", "S"]],
  "api-keys": [["keyHash", "S"]],
  counters: [
    ["organizationId", "S"],
    ["counterId", "S"],
  ],
  "count-events": [
    ["counterId", "S"],
    ["lastEventId", "N"],
  ],
  "settings-changes": [
    ["counterId", "S"],
    ["version", "N"],
  ],
  "idempotency-keys": [
    ["counterId", "S"],
    ["idempotencyKey", "S"],
  ],
};

async function createTable(client: DynamoDBClient, name: string, keys: readonly KeyAttribute[]) {
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: keys.map(([AttributeName, AttributeType]) => ({
        AttributeName,
        AttributeType,
      })),
      KeySchema: keys.map(([AttributeName], index) => ({
        AttributeName,
        KeyType: index === 0 ? "HASH" : "RANGE",
      })),
    }),
  );
}

async function startDynamodb(databaseFile: string) {
  const port = await freePort();
  const address = ["--host", "127.0.0.1", "--port", String(port)];
  const child: ChildProcess = spawn(
    dynamodbBinary(process.env),
    [...address, "--db-path", databaseFile],
    { stdio: "ignore" },
  );
  return { endpoint: `http://127.0.0.1:${port}`, child };
}

async function answering(client: DynamoDBClient): Promise<void> {
  for (let attempt = 1; attempt <= 500; attempt += 1) {
    try {
      await client.send(new ListTablesCommand({ Limit: 1 }));
      return;
    } catch {
      await delay(10);
    }
  }
  throw new Error("the DynamoDB emulator does not answer");
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}
