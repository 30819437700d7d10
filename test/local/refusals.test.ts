import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { diskError, openDataFolder } from "../../local/data-folder.ts";
import { listen } from "../../local/ports.ts";
import {
  endsInTime,
  launch,
  newFolder,
  nodeStart,
  npmStart,
  printed,
  processesOf,
  ready,
} from "./npm-start.ts";

// A machine with much to do takes long to start a program; what must be quick is measured.
vi.setConfig({ testTimeout: 120_000 });

async function refusal(service: ReturnType<typeof nodeStart>): Promise<string> {
  expect(await service.exited).toEqual([1, null]);
  // In words, without a stack trace, and before anything was built.
  expect(service.output()).not.toMatch(/\n\s+at |Building/);
  return service.output();
}

test("two services run side by side; a third on the same folder or port is told why not", async () => {
  const [one, two] = [newFolder(), newFolder()];
  const quiet = npmStart(two, "--no-demo", "--quiet");
  const services = [npmStart(one, "--no-demo"), quiet] as const;
  const [first, second] = [await ready(one, services[0]), await ready(two, services[1])];
  expect(first.organizations).toEqual([]);
  expect(first.apiUrl).not.toBe(second.apiUrl);

  expect(await refusal(nodeStart(one))).toContain("Another service is running");
  expect(existsSync(join(one, "connection.json"))).toBe(true);
  const { port } = new URL(first.apiUrl);
  const told = await refusal(nodeStart(newFolder(), ["--api-port", port]));
  expect(told).toContain(`Port ${port} is taken by another program: choose another`);
  expect(told).toContain("--api-port");

  for (const { apiUrl } of [second, first]) await fetch(`${apiUrl}/api/v1/counters`);
  await printed(services[0], "GET /api/v1/counters");
  expect(quiet.output()).toBe("Ready. Stop with Ctrl-C.\n");
});

test("one port for two purposes is refused", async () => {
  const service = nodeStart(newFolder(), ["--api-port", "4999", "--site-port", "4999"]);
  expect(await refusal(service)).toContain("a port each");
});

test.each(["--site-port", "--api-port", "--receiver-port"])(
  "a port that another program has is refused by the name of its option: %s",
  async (option) => {
    const other = createServer();
    const port = await listen(other, 0);
    const told = await refusal(nodeStart(newFolder(), [option, String(port)]));
    other.close();
    expect(told).toContain(`choose another with ${option}`);
  },
);

test.each([
  ["SIGINT", "Building"],
  ["SIGTERM", "Building"],
  ["SIGINT", "Starting its tables"],
] as const)("%s at %j ends the start in time, with no process left", async (signal, phase) => {
  const folder = newFolder();
  const service = nodeStart(folder);
  await printed(service, phase);
  await endsInTime(service, signal);
  expect(service.output()).toMatch(/Stopping …\nStopped\.\n$/);
  await expect.poll(() => processesOf(folder)).toEqual([]);
});

test("however many signals come, the exit code is the documented one", async () => {
  const service = nodeStart(newFolder());
  await printed(service, "Building");
  let running = true;
  void service.exited.then(() => {
    running = false;
  });
  // Without a pause: one of them falls into the last moment of the process.
  while (running) {
    service.child.kill("SIGINT");
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await service.exited).toEqual([0, null]);
});

test("a folder that is another person's is refused, also with --fresh", async () => {
  const foreign = newFolder();
  writeFileSync(join(foreign, "thesis.txt"), "the only copy");
  expect(await refusal(nodeStart(foreign, ["--fresh"]))).toContain("choose another --data-dir");
  expect(readFileSync(join(foreign, "thesis.txt"), "utf8")).toBe("the only copy");
});

const markerOf = (folder: string) => join(folder, "counting-service-data.txt");

test.each([
  ["an older", "Data of a local counting service. `npm start -- --fresh` empties this folder.\n"],
  ["a newer", "Data of a local counting service, format 3. Whatever.\n"],
])("data of %s version are refused with what helps, and kept", async (age, marker) => {
  const folder = newFolder();
  writeFileSync(markerOf(folder), marker);
  writeFileSync(join(folder, "dynamodb.db"), "data");
  const told = await refusal(nodeStart(folder));
  expect(told).toContain(`holds the data of ${age} version of this service`);
  const quoted = `'${folder.replaceAll("'", `'\\''`)}'`;
  expect(told).toContain(`  npm start -- --fresh --data-dir ${quoted}\n`);
  expect(readFileSync(join(folder, "dynamodb.db"), "utf8")).toBe("data");
});

test("an older version's folder without data, and its data with --fresh, are no obstacle", async () => {
  for (const [options, hasData] of [
    [[], false],
    [["--fresh"], true],
  ] as const) {
    const folder = newFolder();
    writeFileSync(markerOf(folder), "Data of a local counting service.\n");
    mkdirSync(join(folder, "ca"));
    if (hasData) writeFileSync(join(folder, "dynamodb.db"), "data");
    const service = nodeStart(folder, [...options]);
    await printed(service, "Building");
    service.child.kill("SIGKILL");
    await service.exited;
    expect(readFileSync(markerOf(folder), "utf8")).toContain("format 2");
    expect(existsSync(join(folder, "dynamodb.db"))).toBe(false);
  }
});

test("a data folder that cannot be one is named", async () => {
  const file = join(newFolder(), "file");
  writeFileSync(file, "");
  for (const folder of [file, join(file, "below")]) {
    expect(await refusal(nodeStart(folder))).toContain("cannot be used as data folder");
  }
});

test.each([
  ["new", false],
  ["used", true],
])("a disk that takes no more data is told in a sentence: a %s folder", async (_, used) => {
  const folder = newFolder();
  if (used) openDataFolder(folder);
  // No file may grow, which needs no file system of its own to be full.
  const script = `ulimit -f 0 && exec "$0" local/start.ts --data-dir "$1"`;
  const service = launch("sh", ["-c", script, process.execPath, folder]);
  expect(await refusal(service)).toMatch(/^.*data folder .* cannot be|^Nothing can be written/);
});

test.each([
  ["ENOSPC", "its disk is full"],
  ["EDQUOT", "the disk quota is used up"],
  ["EROFS", "its disk is read-only"],
])("%s is told as: %s", (code, reason) => {
  for (const error of [Object.assign(new Error("write"), { code }), new Error(`x: ${code}: y`)]) {
    expect(diskError(error, "/data")?.message).toContain(`data folder /data: ${reason}.`);
  }
  expect(diskError(new Error("anything else"), "/data")).toBeUndefined();
});

test.each([
  [["--api-port", "70000"], "port number"],
  [["--api-port", "x"], "port number"],
  [["--retry-delays", "soon"], "seconds"],
  [["--scheduler-from", "902"], "901"],
  [["--lambda-concurrency", "9"], "10 to 100000"],
  [["--canary", "0"], "1 to 9999"],
  [["--prot", "1"], "unknown option"],
  [["extra"], "too many arguments"],
])("wrong usage %j is told in words", async (options, message) => {
  const service = nodeStart(newFolder(), options);
  expect(await service.exited).toEqual([2, null]);
  expect(service.output()).toContain(message);
});

test("a DynamoDB that does not respond is named before anything is built", async () => {
  const server = createServer();
  const port = await listen(server, 0);
  server.close();
  await once(server, "close");
  for (const url of [`http://127.0.0.1:${port}`, "no-url"]) {
    const service = nodeStart(newFolder(), [], { DYNAMODB_ENDPOINT: url });
    expect(await refusal(service)).toContain(`DYNAMODB_ENDPOINT ${url} does not respond: `);
  }
});
