import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { outputs } from "../system/service.ts";
import { allAt, writeRuntime } from "./ops/run-ops.ts";

const project = resolve(import.meta.dirname, "..", "..");
const launcher = join(project, "bin", "counting.mjs");
const { version } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "counting-launcher-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("npx counting", () => {
  test("works in a folder of the project", async () => {
    const cwd = join(project, "core/webhooks");
    const run = start("npx", ["--offline", "counting", "--version"], { cwd });
    expect(await run.ended).toMatchObject({ exitCode: 0, stdout: `${version}\n` });
  });
});

/** The launcher in this Node, and in one that it takes for too old, so that it starts its own. */
const nodes: [string, string[]][] = [
  ["a Node that runs TypeScript", []],
  ["an older Node", ["--import", `data:text/javascript,${encodeURIComponent(oldVersion())}`]],
];

function oldVersion(): string {
  return `Object.defineProperty(process, "versions", { value: { node: "20.20.2" } });`;
}

describe.each(nodes)("the launcher in %s", (_, flags) => {
  const launch = (...args: string[]) =>
    start(process.execPath, [...flags, launcher, ...args], { cwd: folder });

  test("takes relative paths from the caller's folder, and passes on the exit code", async () => {
    const run = launch("org", "list", "--local", "--data-dir", "my data");
    const { exitCode, stdout, stderr } = await run.ended;
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toContain(`npm start -- --data-dir '${join(folder, "my data")}'\n`);
  });

  test("looks for the default folder in the project", async () => {
    const { stderr } = await launch("org", "list", "--local").ended;
    expect(stderr).not.toContain(folder);
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s, however often it comes, ends it with exit code %i", async (signal, exitCode) => {
    const run = launch("org", "list", "--local", "--data-dir", silent.dataDir);
    await silent.called();
    const repeated = setInterval(() => run.child.kill(signal), 1);
    const ended = await run.ended;
    clearInterval(repeated);
    expect(ended).toEqual({ exitCode, stdout: "", stderr: "error: interrupted\n" });
  });
});

/** A service whose database takes requests and never responds. */
const silent = { dataDir: join(folder, "silent"), called: () => Promise.resolve() };
let server: Server;
beforeAll(async () => {
  server = createServer();
  silent.called = () => new Promise((resolve) => server.once("request", () => resolve()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const endpoints = allAt(`http://127.0.0.1:${port}`);
  await writeRuntime(silent.dataDir, { pid: process.pid, outputs, endpoints });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function start(program: string, args: string[], { cwd }: { cwd: string }) {
  const child = spawn(program, args, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: folder,
      npm_config_cache: join(folder, "npm-cache"),
      npm_config_update_notifier: "false",
    },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<{ exitCode: number | null; stdout: string; stderr: string }>(
    (resolve, reject) => {
      child.once("error", reject);
      child.once("close", (exitCode) => resolve({ exitCode, stdout, stderr }));
    },
  );
  return { child, ended };
}
