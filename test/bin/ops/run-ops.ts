import { execFileSync, spawn } from "node:child_process";
import { EventEmitter } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { runOps } from "../../../bin/ops/run-ops.ts";
import type { Environment } from "../../../bin/ops/terminal/invocation.ts";

export interface Finished {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  kill(signal: "SIGINT" | "SIGTERM"): void;
  isOver(): boolean;
  finished: Promise<Finished>;
}

/** The file that starts the command line. */
export const entry = fileURLToPath(new URL("../../../bin/ops.ts", import.meta.url));

// What the developer keeps with `counting use` is none of the tests' business.
export const noDefaults = join(tmpdir(), "ops-test-without-defaults");

/**
 * Starts the command line within this process, which costs milliseconds where a process of its own
 * costs half a second of a core.
 */
export function startOps(
  args: string[],
  env: Environment = {},
  terminal: { stdin?: boolean; stderr?: boolean } = {},
) {
  const signals = new EventEmitter();
  const stdin = Object.assign(new PassThrough(), { isTTY: terminal.stdin ?? false });
  const stdout = new Text();
  const stderr = Object.assign(new Text(), { isTTY: terminal.stderr ?? false });
  let isOver = false;
  const finished = runOps(args, {
    env: { XDG_CONFIG_HOME: noDefaults, ...env },
    ...{ stdin, stdout, stderr },
    on: (signal, listener) => signals.on(signal, listener),
  }).then((exitCode): Finished => {
    isOver = true;
    return { exitCode, stdout: stdout.text, stderr: stderr.text };
  });
  return {
    ...{ stdin, stderr, finished },
    isOver: () => isOver,
    kill: (signal: "SIGINT" | "SIGTERM") => void signals.emit(signal, signal),
  };
}

/** What was written to a stream; the event `text` says that there is more. */
class Text extends Writable {
  text = "";

  constructor() {
    super({ decodeStrings: false });
  }

  override _write(chunk: unknown, _encoding: string, done: () => void): void {
    this.text += String(chunk);
    this.emit("text");
    done();
  }
}

/** Runs the command line on a terminal, and types the answer, or Ctrl-C, once it asks. */
export async function onTerminal(
  service: { dataDir: string },
  args: string[],
  { answer = "", question = "[y/N]" } = {},
) {
  const run = startOps(
    [...args, "--local", "--data-dir", service.dataDir],
    {},
    { stdin: true, stderr: true },
  );
  run.stderr.on("text", () => {
    if (!run.stderr.text.endsWith(`${question} `)) return;
    if (answer === "Ctrl-C") run.kill("SIGINT");
    else run.stdin.end(answer);
  });
  return await run.finished;
}

/** Runs the command line within this process. */
export function runHere(args: string[], env?: Environment): Promise<Finished> {
  return startOps(args, env).finished;
}

/** The words of a verb's example, as a shell takes them from its help. */
export function exampleIn(help: string): string[] {
  const [, example = ""] = /\nExample:\n {2}npx counting ((?:.*\\\n)?.*)\n/.exec(help) ?? [];
  const words = execFileSync("sh", ["-c", `printf '%s\\n' ${example}`], { encoding: "utf8" });
  return words.trimEnd().split("\n");
}

/** Starts the command line as an operator does, for tests that are about the process, or end it. */
export function startProcess(args: string[], env: NodeJS.ProcessEnv = {}, cwd?: string) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [entry, ...args], {
    ...{ cwd, stdio: ["ignore", "pipe", "pipe"] },
    env: { PATH, NODE_COMPILE_CACHE, XDG_CONFIG_HOME: noDefaults, ...env },
  });
  return {
    finished: finish(child),
    isOver: () => child.exitCode !== null || child.signalCode !== null,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
  };
}

/** What a process has written and how it ended. */
export async function finish(child: ReturnType<typeof spawn>): Promise<Finished> {
  const [stdout, stderr] = [new Text(), new Text()];
  child.stdout?.pipe(stdout);
  child.stderr?.pipe(stderr);
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { exitCode, stdout: stdout.text, stderr: stderr.text };
}

/** The command line on a service. `json` returns the document, or throws what stands on stderr. */
export function opsOn(service: { dataDir: string }) {
  const target = ["--local", "--data-dir", service.dataDir];
  return {
    run: (...args: string[]) => runHere([...args, ...target]),
    start: (...args: string[]) => startOps([...args, ...target]),
    startProcess: (...args: string[]) => startProcess([...args, ...target]),
    async json(...args: string[]) {
      const { exitCode, stdout, stderr } = await runHere([...args, ...target, "--json"]);
      if (exitCode !== 0) throw new Error(`exit code ${exitCode}: ${stderr}`);
      return JSON.parse(stdout);
    },
  };
}

/** A data folder of a service that is said to run: what the command line reads of it. */
export async function writeRuntime(dataDir: string, runtime: object): Promise<void> {
  await mkdir(dataDir);
  await writeFile(join(dataDir, "runtime.json"), JSON.stringify(runtime));
}

/** All services at one URL. */
export function allAt(address: string) {
  return {
    dynamodb: address,
    sqs: address,
    kms: address,
    s3: address,
    scheduler: address,
    ses: address,
  };
}
