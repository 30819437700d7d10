import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import * as z from "zod";
import { listen } from "../../local/ports.ts";
import { failOnFindings } from "../system/findings.ts";
import {
  type Connection,
  endsInTime,
  newFolder,
  nodeStart,
  npmStart,
  printed,
  processesOf,
  ready,
} from "./npm-start.ts";

/** Long for a machine that does other things, too. */
const historyTimeout = 300_000;
const timeout = 120_000 + historyTimeout;

/** One data folder through four starts; each test takes it as the one before left it. */
const removals: (() => Promise<void>)[] = [];
const folder = newFolder((remove) => removals.push(remove));
afterAll(async () => {
  failOnFindings(folder);
  for (const remove of removals) await remove();
});

let demo: Connection;
let gateNorth: number | undefined;
let unwritten: string;
const historyFile = join(folder, "demo-history.json");

const received = /City Museum {2}counter\.(in|de)crement {2}Main entrance .* verified .*200/;

function organizationOf({ organizations }: Connection, wanted: "pro" | "enterprise") {
  const found = organizations.find(({ plan }) => plan === wanted);
  if (found === undefined) throw new Error(`no organization on ${wanted}`);
  return found;
}

async function lastEventIdOf(
  { apiUrl, organizations }: Connection,
  name: string,
): Promise<number | undefined> {
  for (const { apiKey, counters } of organizations) {
    const counter = counters.find((one) => one.name === name);
    if (counter === undefined) continue;
    const headers = { authorization: `Bearer ${apiKey}` };
    const response = await fetch(`${apiUrl}/api/v1/counters/${counter.id}`, { headers });
    expect(response.status).toBe(200);
    return z.object({ lastEventId: z.int() }).parse(await response.json()).lastEventId;
  }
  return undefined;
}

/** All of a counter's history has them, in ascending order. */
async function eventNumbersOf({ apiUrl, organizations }: Connection, name: string) {
  const Page = z.object({ events: z.array(z.object({ lastEventId: z.int() })) });
  const owner = organizations.find(({ counters }) => counters.some((one) => one.name === name));
  const counter = owner?.counters.find((one) => one.name === name);
  const numbers: number[] = [];
  for (let before = ""; ; before = `&beforeEventId=${numbers.at(-1)}`) {
    const url = `${apiUrl}/api/v1/counters/${counter?.id}/history?limit=500${before}`;
    const headers = { authorization: `Bearer ${owner?.apiKey}` };
    const { events } = Page.parse(await (await fetch(url, { headers })).json());
    if (events.length === 0) return numbers.toReversed();
    numbers.push(...events.map(({ lastEventId }) => lastEventId));
  }
}

async function unusedPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, 0);
  await new Promise((closed) => server.close(closed));
  return port;
}

const serviceFiles = () =>
  readdirSync(folder).filter((name) => ["connection.json", "runtime.json"].includes(name));

test(
  "Ctrl-C while the demo is seeded ends the start in time",
  async () => {
    const service = nodeStart(folder);
    await printed(service, "Seeding a demo");
    await endsInTime(service, "SIGINT");
    expect(processesOf(folder)).toEqual([]);
  },
  timeout,
);

test(
  "the next start seeds the demo anew, and shows how to use it",
  async () => {
    const service = npmStart(folder);
    demo = await ready(folder, service);
    unwritten = readFileSync(historyFile, "utf8");
    const plans = demo.organizations.map(({ plan }) => plan);
    expect(plans.toSorted()).toEqual(["enterprise", "free", "pro"]);
    gateNorth = await lastEventIdOf(demo, "Gate North");
    expect(gateNorth).toBeGreaterThan(1_000);
    expect(service.output()).toContain(`curl -H "Authorization: Bearer `);
    const atFirst = await lastEventIdOf(demo, "Main entrance");
    const tapped = () => lastEventIdOf(demo, "Main entrance");
    await expect.poll(tapped, { timeout: 30_000, interval: 500 }).not.toBe(atFirst);
    const { endpoints, counters, id } = organizationOf(demo, "pro");
    expect(service.output()).toMatch(/webhooks arrive at https:\S+\/webhooks\/ORG and are/);
    const events = ["counter.increment", "counter.decrement"];
    expect(endpoints).toMatchObject([{ events }, { events }]);
    // The till is down at first.
    expect(endpoints.filter(({ url }) => url.includes("/till/"))).toHaveLength(1);
    await printed(service, received, 10_000);
    const full =
      /Stadium Group {2}threshold\.alert\.fired {2}The south stand is full {2}South stand {2}239 → 240/;
    await printed(service, full, 60_000);

    // The printed command, in a folder whose name needs quotes, moves the counter of the embed.
    const [command = ""] = service.output().match(/^ {2}npx counting counter tap .*$/m) ?? [];
    const backGate = counters.find(({ name }) => name === "Back gate");
    expect(service.output()).toContain(`  ${backGate?.embedUrl}\n`);
    const before = (await lastEventIdOf(demo, "Back gate")) ?? 0;
    await promisify(execFile)("sh", ["-c", command]);
    expect(await lastEventIdOf(demo, "Back gate")).toBe(before + 1);

    // An endpoint that nobody serves; what arrives elsewhere is shown as well.
    const url = `https://localhost:${await unusedPort()}/`;
    const options = ["--local", "--data-dir", folder, "--org", id, "--url", url];
    const verb = ["run", "--silent", "ops", "--", "endpoint", "create", ...options];
    await promisify(execFile)("npm", [...verb, "--events", "counter.increment"]);
    const failed = /counter\.increment {2}(\S+) {2}.*attempt 1 failed: .*again at \S+ {2}dlv_/;
    await printed(service, failed, 15_000);
    expect(failed.exec(service.output())?.[1]).toBe(url);

    await printed(service, "Writing eight weeks of history");
    for (const id of processesOf(folder)) process.kill(id, "SIGKILL");
    await service.exited;
    // As a kill in the middle leaves it, however fast this machine has been.
    if (!existsSync(historyFile)) writeFileSync(historyFile, unwritten);
  },
  timeout,
);

test(
  "after a kill -9 all data are there; two signals, as from a terminal through npm, stop it once",
  async () => {
    const service = npmStart(folder);
    const again = await ready(folder, service);
    const withoutPorts = ({ baseUrl, consoleUrl, organizations }: Connection) =>
      organizations.map(({ counters, endpoints, gateUrl, ...rest }) => ({
        ...rest,
        gateUrl: gateUrl?.replace(consoleUrl, ""),
        counters: counters.map((one) => ({ ...one, embedUrl: one.embedUrl.replace(baseUrl, "") })),
        endpoints: endpoints
          .filter(({ secret }) => secret !== undefined)
          .map(({ url: _, ...endpoint }) => endpoint),
      }));
    expect(withoutPorts(again)).toEqual(withoutPorts(demo));
    expect(await lastEventIdOf(again, "Gate North")).toBe(gateNorth);
    await printed(service, received, 20_000);
    await printed(service, /The demo's history is written: [\d,]+ counts/, historyTimeout);
    expect(existsSync(historyFile)).toBe(false);
    const numbers = await eventNumbersOf(again, "Gate North");
    expect(numbers).toEqual(Array.from({ length: gateNorth ?? 0 }, (_, index) => index + 1));

    const { pid } = JSON.parse(readFileSync(join(folder, "runtime.json"), "utf8"));
    process.kill(pid, "SIGINT");
    process.kill(pid, "SIGINT");
    expect(await service.exited).toEqual([0, null]);
    expect(service.output()).toMatch(/Stopped\.\n$/);
    expect(processesOf(folder)).toEqual([]);
    expect(serviceFiles()).toEqual([]);
  },
  timeout,
);

test(
  "--fresh begins anew; when the emulator is killed, the service ends and says so",
  async () => {
    const service = npmStart(folder, "--fresh");
    const after = await ready(folder, service);
    const idsOf = ({ organizations }: Connection) => organizations.map(({ id }) => id);
    expect(idsOf(after).filter((id) => idsOf(demo).includes(id))).toEqual([]);

    const [emulator = 0] = processesOf(folder, "dynamodb.db");
    process.kill(emulator, "SIGKILL");
    expect(await service.exited).toEqual([1, null]);
    expect(service.output()).toMatch(/The DynamoDB emulator has ended \(signal SIGKILL\)/);
    expect(processesOf(folder)).toEqual([]);
    expect(serviceFiles()).toEqual([]);
  },
  timeout,
);
