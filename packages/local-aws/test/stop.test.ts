import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { startRuntime } from "../index.ts";
import { eventually } from "./eventually.ts";
import { type Fixture, startFixture } from "./start-fixture.ts";

const stopLimitMs = 2_000;

let fixture: Fixture;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await fixture.close();
});

async function open(request: string): Promise<Socket> {
  const port = Number(new URL(fixture.runtime.outputs.ApiUrl ?? "").port);
  // A client that does not close its end when the other end is closed.
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  sockets.push(socket);
  // The runtime may end the connection before it was closed here.
  socket.on("error", () => {});
  socket.write(request);
  await once(socket, "data");
  return socket;
}

async function closingMs(): Promise<number> {
  const startedMs = performance.now();
  await fixture.runtime.close();
  return performance.now() - startedMs;
}

test("it stops while clients hold on to connections that it refused", async () => {
  fixture = await startFixture();
  for (const request of [
    "CONNECT a:1 HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nsome body",
    "NONSENSE\r\n\r\n",
    "GET /items/a HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
  ]) {
    await open(request);
  }
  // A reset of such a connection concerns nobody.
  (await open("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n")).resetAndDestroy();
  expect(await closingMs()).toBeLessThan(stopLimitMs);
});

test("it stops in time when requests, batches and schedules hang", async () => {
  fixture = await startFixture();
  const { sqs, urlOf, dynamodb } = fixture.clients;
  const never = join(fixture.dataDir, "never");
  const hanging = fetch(`${fixture.runtime.outputs.ApiUrl}/items/a?do=hang`).catch(() => "cut off");
  const MessageBody = JSON.stringify({ id: "hangs", until: never });
  await sqs.sendMessage({ QueueUrl: urlOf("slow"), MessageBody });
  await eventually("a batch that hangs", async () => {
    const { Item } = await dynamodb.getItem({ TableName: "seen", Key: { id: { S: "hangs" } } });
    return Item;
  });
  expect(await closingMs()).toBeLessThan(stopLimitMs);
  expect(await hanging).toBeDefined();
  expect(fixture.events.filter(({ kind }) => kind === "records-failed")).toEqual([]);
});

test("the death of the DynamoDB emulator is an event, and the rest can be stopped", async () => {
  fixture = await startFixture();
  process.kill(emulatorOf(fixture.dataDir), "SIGKILL");
  const ended = { kind: "emulator-ended", emulator: "DynamoDB", reason: "signal SIGKILL" };
  await eventually("the event", () => fixture.events.find(({ kind }) => kind === ended.kind));
  expect(fixture.events).toContainEqual(ended);
  expect(await closingMs()).toBeLessThan(stopLimitMs);
});

test("a start that is aborted leaves no process and no lock", async () => {
  fixture = await startFixture();
  const { templateFile } = fixture;
  const dataDir = join(fixture.dataDir, "aborted");
  const options = { templateFile, dataDir, portOf: () => 0, onEvent: () => {} };
  for (const waitFor of ["nothing", "emulator"]) {
    const aborting = new AbortController();
    const start = startRuntime({ ...options, signal: aborting.signal });
    const failed = expect(start).rejects.toThrow("no longer wanted");
    if (waitFor === "emulator") await eventually(waitFor, () => processesOf(dataDir)[1]);
    const startedMs = performance.now();
    aborting.abort(new Error("no longer wanted"));
    await failed;
    expect(performance.now() - startedMs).toBeLessThan(stopLimitMs);
    expect(processesOf(dataDir)).toEqual([]);
  }
  const runtime = await startRuntime(options);
  await runtime.close();
});

const emulatorOf = (folder: string) => {
  const database = join(folder, "dynamodb.db");
  const pid = processesOf(folder).find((id) => commandLine(id).includes(database));
  if (pid === undefined) throw new Error("no emulator");
  return pid;
};

function processesOf(folder: string): number[] {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.map(Number).filter((id) => commandLine(id).some((word) => word.includes(folder)));
}

function commandLine(id: number): string[] {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}
