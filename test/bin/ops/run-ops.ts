import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { noDefaults, runInProcess } from "./run-in-process.ts";

export interface Finished {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcess;
  finished: Promise<Finished>;
}

const entry = fileURLToPath(new URL("../../../bin/ops.ts", import.meta.url));

// Spares each process the compilation of the SDK: a third of the time it takes to start.
const compileCache = join(tmpdir(), "ops-test-compile-cache");

/** Starts the command line in a process of its own, as an operator would. */
export function startOps(args: string[], env: NodeJS.ProcessEnv = {}): Running {
  const child = spawn(process.execPath, [entry, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      XDG_CONFIG_HOME: noDefaults,
      ...env,
    },
  });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout?.on("data", (chunk) => stdout.push(chunk));
  child.stderr?.on("data", (chunk) => stderr.push(chunk));
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode) =>
      resolve({
        exitCode,
        stdout: String(Buffer.concat(stdout)),
        stderr: String(Buffer.concat(stderr)),
      }),
    );
  });
  return { child, finished };
}

/** Runs the command line in a process of its own, for tests that are about the process. */
export function runOps(args: string[], env?: NodeJS.ProcessEnv): Promise<Finished> {
  return startOps(args, env).finished;
}

/**
 * The command line on a service. `run` and `json` work within the test's process; `start` starts
 * another, which can be sent signals and be killed. `json` returns the document, or throws what
 * stands on stderr.
 */
export function opsOn(service: { dataDir: string }) {
  const target = ["--local", "--data-dir", service.dataDir];
  return {
    run: (...args: string[]) => runInProcess([...args, ...target]),
    start: (...args: string[]) => startOps([...args, ...target]),
    async json(...args: string[]) {
      const { exitCode, stdout, stderr } = await runInProcess([...args, ...target, "--json"]);
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
  return { dynamodb: address, sqs: address, kms: address, s3: address, scheduler: address };
}
