import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type AwsClients, awsClients } from "../../adapters/aws/aws-clients.ts";
import { LocalService, localServiceFile } from "../../adapters/local-service.ts";
import type { StackOutputs } from "../../adapters/stack-outputs.ts";
import { type Stores, storesOf } from "../../adapters/stores.ts";

export interface StackOptions {
  dataDir: string;
  /** Where everything goes that the service prints. */
  logFile: string;
  /** Options of `npm start`, beside the data folder. */
  options: string[];
}

/** The service while it is up: other clients after each start. */
export interface RunningStack {
  pid: number;
  outputs: StackOutputs;
  clients: AwsClients;
  stores: Stores;
}

const startTimeoutMs = 120_000;
const stopTimeoutMs = 60_000;

/** The whole local service as one process that can be killed and started again. */
export class StackProcess {
  readonly #options: StackOptions;
  #child: ChildProcess | undefined;
  #running: Promise<RunningStack>;

  constructor(options: StackOptions) {
    this.#options = options;
    this.#running = this.#start();
  }

  /** Waits until the service is up. */
  running(): Promise<RunningStack> {
    return this.#running;
  }

  /** Kills the service without a warning and starts it again on the same data. */
  async killAndRestart(): Promise<void> {
    const { clients } = await this.#running;
    this.#running = this.#end("SIGKILL").then(() => this.#start());
    // Whoever waits for the service is told; whoever does not must not end the run by that.
    this.#running.catch(() => {});
    clients.destroy();
    await this.#running;
  }

  /** Ends the service in order, or not in order when that takes too long. */
  async stop(): Promise<void> {
    const timer = setTimeout(() => this.#child?.kill("SIGKILL"), stopTimeoutMs);
    await this.#end("SIGTERM");
    clearTimeout(timer);
    await this.#running.then(
      ({ clients }) => clients.destroy(),
      () => {},
    );
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  }

  async #start(): Promise<RunningStack> {
    const { dataDir, logFile, options } = this.#options;
    const log = openSync(logFile, "a");
    const child = spawn(
      process.execPath,
      [join("local", "start.ts"), "--no-demo", "--data-dir", dataDir, ...options],
      {
        cwd: join(import.meta.dirname, "..", ".."),
        // Over the IPC channel the service notices the end of this process, and ends too.
        stdio: ["ignore", log, log, "ipc"],
        // Ctrl-C is for this process, which then stops the service in order.
        detached: true,
      },
    );
    closeSync(log);
    this.#child = child;
    const { outputs, endpoints } = await this.#service(child);
    const clients = awsClients(endpoints);
    const stores = storesOf({ clients, outputs });
    return { pid: child.pid ?? 0, outputs, clients, stores };
  }

  async #service(child: ChildProcess): Promise<LocalService> {
    const { dataDir, logFile } = this.#options;
    const file = join(dataDir, localServiceFile);
    const deadlineMs = Date.now() + startTimeoutMs;
    while (child.exitCode === null && child.signalCode === null && Date.now() < deadlineMs) {
      const found = existsSync(file) ? await readService(file) : undefined;
      // A service that was killed has left its own.
      if (found?.pid === child.pid && found !== undefined) return found;
      await delay(50);
    }
    throw new Error(`the service does not start; see ${logFile}`);
  }
}

/** Undefined while the service replaces the file. */
async function readService(file: string): Promise<LocalService | undefined> {
  try {
    return LocalService.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
