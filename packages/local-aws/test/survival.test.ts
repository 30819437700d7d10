import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import type { Runtime } from "../runtime.ts";
import { eventually } from "./eventually.ts";
import { clientsOf } from "./start-fixture.ts";

let templateFile: string;
let dataDir: string;
const started: ChildProcess[] = [];
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "local-survival-"));
  // Functions of its own, by which a process is known.
  const shared = inject("fixtureTemplate");
  cpSync(dirname(dirname(shared)), join(dataDir, "stack"), { recursive: true });
  templateFile = join(dataDir, "stack", "cdk.out", basename(shared));
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});
afterAll(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

interface Running extends Pick<Runtime, "outputs" | "endpoints"> {
  child: ChildProcess;
}

/** A runtime in a process of its own. */
async function run(): Promise<Running> {
  const program = join(import.meta.dirname, "run-fixture.ts");
  const stdio = ["ignore", "pipe", "inherit"] as const;
  const child = spawn(process.execPath, [program, templateFile, dataDir], { stdio: [...stdio] });
  started.push(child);
  const exited = new Promise<never>((_, reject) =>
    child.once("exit", (code) => reject(new Error(`The runtime exited with ${code}.`))),
  );
  exited.catch(() => {});
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  const line = new Promise<string>((resolve) => lines.once("line", resolve));
  return { child, ...JSON.parse(await Promise.race([line, exited])) };
}

/** The processes that have something of ours in their command line or environment. */
function processesOf(...markers: string[]): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        const text =
          readFileSync(`/proc/${pid}/cmdline`, "utf8") +
          readFileSync(`/proc/${pid}/environ`, "utf8");
        return markers.some((marker) => text.includes(marker));
      } catch {
        return false;
      }
    });
}

const ours = () => processesOf(dataDir);

async function kill({ child }: Running, signal: NodeJS.Signals): Promise<void> {
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await exited;
}

test("data, keys, objects, messages and schedules survive SIGKILL, and no process is left", async () => {
  const before = await run();
  const clients = clientsOf(before.endpoints);
  await fetch(`${before.outputs.ApiUrl}/items/a`);
  const hanging = fetch(`${before.outputs.ApiUrl}/items/a?do=spin`).catch(() => "cut off");
  await clients.dynamodb.putItem({ TableName: "seen", Item: { id: { S: "kept" } } });
  const KeyId = before.outputs.KeyId;
  const { CiphertextBlob } = await clients.kms.generateDataKeyWithoutPlaintext({
    ...{ KeyId, NumberOfBytes: 7 },
  });
  await clients.s3.putObject({ Bucket: "failed-records", Key: "kept", Body: "kept" });
  const { sqs, scheduler, urlOf } = clients;
  await sqs.sendMessage({ QueueUrl: urlOf("dead-letters"), MessageBody: "kept" });
  await scheduler.createSchedule({
    Name: "kept",
    GroupName: "fixture-group",
    ScheduleExpression: `at(${new Date(Date.now() + 1500).toISOString().slice(0, 19)})`,
    FlexibleTimeWindow: { Mode: "OFF" },
    Target: {
      Arn: "arn:aws:sqs:us-east-1:000000000000:scheduled",
      RoleArn: "arn:aws:iam::000000000000:role/any",
      Input: "kept",
    },
  });
  // The runtime, its guard, the emulator and an environment that is too busy to notice anything.
  await eventually("four processes", () => ours().length >= 4 || undefined);
  await kill(before, "SIGKILL");
  expect(await hanging).toBe("cut off");

  const after = await run();
  const again = clientsOf(after.endpoints);
  const { Item } = await again.dynamodb.getItem({ TableName: "seen", Key: { id: { S: "kept" } } });
  expect(Item).toEqual({ id: { S: "kept" } });
  const { Plaintext = [] } = await again.kms.decrypt({ CiphertextBlob });
  expect(Plaintext).toHaveLength(7);
  const { Body } = await again.s3.getObject({ Bucket: "failed-records", Key: "kept" });
  expect(await Body?.transformToString()).toBe("kept");
  for (const queue of ["dead-letters", "scheduled"]) {
    const QueueUrl = again.urlOf(queue);
    await eventually(`the message in ${queue}`, async () => {
      const { Messages } = await again.sqs.receiveMessage({ QueueUrl, WaitTimeSeconds: 1 });
      return Messages?.[0]?.Body === "kept" || undefined;
    });
  }
  await kill(after, "SIGKILL");
  await eventually("no process left", () => ours().length === 0 || undefined);
}, 30_000);

test("stream records that were not processed are processed after a restart", async () => {
  const before = await run();
  const { dynamodb } = clientsOf(before.endpoints);
  const ids = Array.from({ length: 50 }, (_, index) => `restart-${index}`);
  await Promise.all(
    ids.map((id) => dynamodb.putItem({ TableName: "things", Item: { id: { S: id } } })),
  );
  await kill(before, "SIGKILL");
  const after = await run();
  const again = clientsOf(after.endpoints).dynamodb;
  for (const id of ids) {
    await eventually(
      id,
      async () => (await again.getItem({ TableName: "seen", Key: { id: { S: id } } })).Item,
    );
  }
  await kill(after, "SIGTERM");
  expect(after.child.exitCode).toBe(0);
  await eventually("no process left", () => ours().length === 0 || undefined);
}, 30_000);

test("a second runtime on the same folder is refused in plain words", async () => {
  await run();
  const { startRuntime } = await import("../runtime.ts");
  const second = startRuntime({ templateFile, dataDir, portOf: () => 0, onEvent: () => {} });
  await expect(second).rejects.toThrow(`Another service is running on the data folder ${dataDir}`);
}, 30_000);
