import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import * as z from "zod";
import { eventually } from "../eventually.ts";

const Connection = z.strictObject({
  apiUrl: z.url(),
  baseUrl: z.url(),
  consoleUrl: z.url(),
  mailboxUrl: z.url(),
  chatUrl: z.url(),
  organizations: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      plan: z.enum(["free", "pro", "enterprise"]),
      apiKey: z.string(),
      gateUrl: z.url().optional(),
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
export type Connection = z.infer<typeof Connection>;

export type Service = ReturnType<typeof launch>;

const freePorts = [
  "--site-port",
  "0",
  "--api-port",
  "0",
  "--console-port",
  "0",
  "--identity-port",
  "0",
  "--receiver-port",
  "0",
  "--chat-port",
  "0",
  "--mailbox-port",
  "0",
];

/**
 * Sends a signal that ends the service within two seconds, or the longer, the longer other programs
 * take to start meanwhile: Node does in less than 50 ms on a machine without other work.
 */
export async function endsInTime(service: Service, signal: NodeJS.Signals): Promise<void> {
  const startedMs = performance.now();
  let tookMs: number | undefined;
  const ended = service.exited.then((exit) => {
    tookMs = performance.now() - startedMs;
    return exit;
  });
  service.child.kill(signal);
  let longestMs = 0;
  do longestMs = Math.max(longestMs, await nodeStartMs());
  while (tookMs === undefined);
  expect(await ended).toEqual([0, null]);
  expect(tookMs).toBeLessThan(2_000 * Math.max(1, longestMs / 50));
}

async function nodeStartMs(): Promise<number> {
  const startedMs = performance.now();
  await once(spawn(process.execPath, ["-e", "0"]), "exit");
  return performance.now() - startedMs;
}

/** A folder whose name a shell takes for several words, removed with all its processes. */
export function newFolder(removeAfter: (remove: () => Promise<void>) => void = onTestFinished) {
  const folder = mkdtempSync(join(tmpdir(), "start test's data "));
  removeAfter(async () => {
    // Killing npm would leave what it started.
    for (const id of processesOf(folder)) process.kill(id, "SIGKILL");
    await eventually("no process left", () => processesOf(folder).length === 0 || undefined);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** `npm start` as a person types it, with a data folder and any free ports. */
export function npmStart(folder: string, ...options: string[]) {
  const words = ["--silent", "start", "--", "--data-dir", folder, ...freePorts, ...options];
  return launch("npm", words);
}

/** The program that `npm start` runs; signals reach it without npm between. */
export function nodeStart(folder: string, options: string[] = [], env: NodeJS.ProcessEnv = {}) {
  const words = ["local/start.ts", "--data-dir", folder, ...freePorts, ...options];
  return launch(process.execPath, words, env);
}

export function launch(command: string, words: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(command, words, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  let output = "";
  const changes = new EventEmitter<{ change: [] }>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => {
      output += text;
      changes.emit("change");
    });
  }
  child.once("close", () => changes.emit("change"));
  return { child, output: () => output, changes, exited: once(child, "exit") };
}

/** Waits until the service has printed this. */
export async function printed(service: Service, text: string | RegExp, timeout = 200_000) {
  const { child, changes, output } = service;
  const has = () => output().search(text) >= 0 || (child.exitCode ?? child.signalCode) !== null;
  const signal = AbortSignal.timeout(timeout);
  // That the time is over shows in what was printed until then.
  while (!has() && !signal.aborted) await once(changes, "change", { signal }).catch(() => {});
  expect(service.output()).toMatch(text);
}

/** Waits until the service is ready. */
export async function ready(folder: string, service: Service): Promise<Connection> {
  await printed(service, "Ready");
  return Connection.parse(JSON.parse(readFileSync(join(folder, "connection.json"), "utf8")));
}

/** Ids of processes that work on this folder, in whatever way it is named to them. */
export function processesOf(folder: string, part = ""): number[] {
  return readdirSync("/proc")
    .filter((id) => /^\d+$/.test(id))
    .filter((id) => {
      const about = ["cmdline", "environ"].map((name) => textOf(`/proc/${id}/${name}`));
      return about.join("\0").includes(folder) && about[0]?.includes(part);
    })
    .map(Number);
}

function textOf(file: string): string {
  try {
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  } catch {
    // A process that has ended meanwhile.
    return "";
  }
}
