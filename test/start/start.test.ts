import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import * as z from "zod";

const folders: string[] = [];

afterEach(async () => {
  // Killing npm would leave what it started: every process that works on a folder of the test ends.
  for (const folder of folders.splice(0)) {
    for (const id of processesOf(folder)) process.kill(Number(id), "SIGKILL");
    await expect.poll(() => processesOf(folder), { timeout: 10_000 }).toEqual([]);
    rmSync(folder, { recursive: true, force: true });
  }
});

const Connection = z.strictObject({
  apiUrl: z.url(),
  baseUrl: z.url(),
  organizations: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      plan: z.enum(["free", "pro", "enterprise"]),
      apiKey: z.string(),
      counters: z.array(z.strictObject({ id: z.string(), name: z.string(), embedUrl: z.url() })),
      endpoints: z.array(
        z.strictObject({
          id: z.string(),
          url: z.url(),
          events: z.array(z.string()),
          secret: z.string().startsWith("whsec_").optional(),
        }),
      ),
    }),
  ),
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "start-test-"));
  folders.push(folder);
  return folder;
}

/** `npm start` as a person types it, with a data folder and any free ports. */
function npmStart(folder: string, ...options: string[]) {
  const ports = ["--site-port", "0", "--api-port", "0", "--receiver-port", "0"];
  const parameters = ["--silent", "start", "--", "--data-dir", folder, ...ports, ...options];
  const child = spawn("npm", parameters, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  return { child, output: () => output, exited: once(child, "exit") };
}

async function ready(folder: string, service: ReturnType<typeof npmStart>) {
  const file = join(folder, "connection.json");
  const appeared = () => existsSync(file) || service.child.exitCode !== null;
  await expect.poll(appeared, { timeout: 50_000, interval: 50 }).toBe(true);
  expect(service.child.exitCode, service.output()).toBeNull();
  return Connection.parse(JSON.parse(readFileSync(file, "utf8")));
}

/** Ids of processes that work on this folder, in whatever way it is named to them. */
function processesOf(folder: string): string[] {
  return readdirSync("/proc").filter((id) => {
    try {
      const about = ["cmdline", "environ"].map((part) =>
        readFileSync(`/proc/${id}/${part}`, "utf8"),
      );
      return /^\d+$/.test(id) && about.join("\0").includes(folder);
    } catch {
      return false;
    }
  });
}

async function countOf(
  apiUrl: string,
  { apiKey, counters }: { apiKey: string; counters: { id: string }[] },
) {
  const headers = { authorization: `Bearer ${apiKey}` };
  const answer = await fetch(`${apiUrl}/api/v1/counters/${counters[0]?.id}`, { headers });
  return [answer.status, z.object({ lastEventId: z.int() }).parse(await answer.json()).lastEventId];
}

test("the demo starts, survives a kill -9 with its data, and SIGTERM leaves no process", async () => {
  const folder = newFolder();
  const first = npmStart(folder);
  const connection = await ready(folder, first);
  expect(connection.organizations.map(({ plan }) => plan).toSorted()).toEqual([
    "enterprise",
    "free",
    "pro",
  ]);
  const enterprise = connection.organizations.find(({ plan }) => plan === "enterprise");
  if (enterprise === undefined) throw new Error("no enterprise organization");
  const before = await countOf(connection.apiUrl, enterprise);
  expect(before).toEqual([200, 60]);
  expect(first.output()).toContain(`curl -H "Authorization: Bearer `);

  const gate = connection.organizations.find(({ plan }) => plan === "pro");
  const main = gate?.counters.find(({ name }) => name === "Main entrance");
  const tapped = () =>
    countOf(connection.apiUrl, { apiKey: gate?.apiKey ?? "", counters: main ? [main] : [] });
  const [, atFirst = 0] = await tapped();
  await expect.poll(tapped, { timeout: 5_000, interval: 500 }).not.toEqual([200, atFirst]);
  const backGate = gate?.counters.find(({ name }) => name === "Back gate");
  expect(first.output()).toContain(`--org ${gate?.id} ${backGate?.id} up`);
  expect(first.output()).toMatch(/The demo's webhooks arrive at https:\S+\/webhooks\/ORG and are/);
  expect(gate?.endpoints).toMatchObject([{ events: ["counter.increment", "counter.decrement"] }]);
  const received = /City Museum {2}counter\.(in|de)crement {2}Main entrance .* verified .*200/;
  await expect.poll(first.output, { timeout: 10_000 }).toMatch(received);

  for (const id of processesOf(folder)) process.kill(Number(id), "SIGKILL");
  await first.exited;
  const second = npmStart(folder);
  // Its own connection.json replaces the one that was left behind.
  await expect.poll(() => second.output().includes("Ready"), { timeout: 50_000 }).toBe(true);
  const again = await ready(folder, second);
  const withoutPorts = ({ baseUrl, organizations }: typeof again) =>
    organizations.map(({ counters, endpoints, ...rest }) => ({
      ...rest,
      counters: counters.map((one) => ({ ...one, embedUrl: one.embedUrl.replace(baseUrl, "") })),
      endpoints: endpoints.map(({ url: _, ...endpoint }) => endpoint),
    }));
  expect(withoutPorts(again)).toEqual(withoutPorts(connection));
  expect(await countOf(again.apiUrl, enterprise)).toEqual(before);
  await expect.poll(second.output, { timeout: 20_000 }).toMatch(received);

  second.child.kill("SIGTERM");
  await second.exited;
  await expect.poll(() => processesOf(folder), { timeout: 10_000 }).toEqual([]);
  expect(existsSync(join(folder, "connection.json"))).toBe(false);
}, 120_000);

test("two services run side by side; a third on the same folder or port is told why not", async () => {
  const [one, two] = [newFolder(), newFolder()];
  const services = [npmStart(one, "--no-demo"), npmStart(two, "--no-demo")] as const;
  const [first, second] = [await ready(one, services[0]), await ready(two, services[1])];
  expect(first.organizations).toEqual([]);
  expect(first.apiUrl).not.toBe(second.apiUrl);

  const same = npmStart(one);
  expect(await same.exited).toEqual([1, null]);
  expect(same.output()).toContain("Another service is running");
  expect(existsSync(join(one, "connection.json"))).toBe(true);

  const twice = npmStart(newFolder(), "--api-port", "4999", "--site-port", "4999");
  expect(await twice.exited).toEqual([1, null]);
  expect(twice.output()).toContain("a port each");

  const taken = npmStart(newFolder(), "--api-port", new URL(first.apiUrl).port);
  expect(await taken.exited).toEqual([1, null]);
  expect(taken.output()).toContain("--api-port");
  expect(taken.output()).not.toMatch(/\n\s+at /);
}, 120_000);

test("--fresh empties the data folder, and never a folder that is somebody else's", async () => {
  const foreign = newFolder();
  writeFileSync(join(foreign, "thesis.txt"), "the only copy");
  const refused = npmStart(foreign, "--fresh");
  expect(await refused.exited).toEqual([1, null]);
  expect(refused.output()).toContain("choose another --data-dir");
  expect(readFileSync(join(foreign, "thesis.txt"), "utf8")).toBe("the only copy");

  const folder = newFolder();
  const old = npmStart(folder);
  const before = await ready(folder, old);
  old.child.kill("SIGINT");
  await old.exited;
  const fresh = npmStart(folder, "--fresh");
  const after = await ready(folder, fresh);
  expect(after.organizations.map(({ id }) => id)).not.toEqual(
    before.organizations.map(({ id }) => id),
  );
}, 120_000);

test.each([
  [["--api-port", "70000"], "port number"],
  [["--api-port", "x"], "port number"],
  [["--retry-delays", "soon"], "seconds"],
  [["--scheduler-from", "902"], "901"],
  [["--prot", "1"], "unknown option"],
  [["extra"], "too many arguments"],
])("wrong usage %j is told in words", async (options, message) => {
  const service = npmStart(newFolder(), ...options);
  expect(await service.exited).toEqual([2, null]);
  expect(service.output()).toContain(message);
});

test("a Ctrl-C that arrives twice, as from a terminal through npm, is one orderly stop", async () => {
  const folder = newFolder();
  const service = npmStart(folder, "--no-demo");
  await ready(folder, service);
  const runtime = JSON.parse(readFileSync(join(folder, "runtime.json"), "utf8"));
  process.kill(runtime.pid, "SIGINT");
  process.kill(runtime.pid, "SIGINT");
  expect(await service.exited).toEqual([0, null]);
  expect(service.output()).toMatch(/Stopped\.\n$/);
});

test("a data folder that cannot be one is named, without a stack trace", async () => {
  const file = join(newFolder(), "file");
  writeFileSync(file, "");
  for (const folder of [file, join(file, "below")]) {
    const service = npmStart(folder);
    expect(await service.exited).toEqual([1, null]);
    expect(service.output()).toContain("cannot be used as data folder");
    expect(service.output()).not.toMatch(/\n\s+at /);
  }
});

test("a DynamoDB that does not answer is named", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  const folder = newFolder();
  const child = spawn(
    process.execPath,
    ["local/start.ts", "--data-dir", folder, ...["--api-port", "0", "--site-port", "0"]],
    { env: { ...process.env, DYNAMODB_ENDPOINT: `http://127.0.0.1:${port}` } },
  );
  let output = "";
  child.stderr.on("data", (text) => (output += text));
  expect(await once(child, "exit")).toEqual([1, null]);
  expect(output).toContain(`127.0.0.1:${port}`);
  expect(output).not.toMatch(/\n\s+at /);
});
