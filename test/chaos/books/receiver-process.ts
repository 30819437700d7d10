import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

export interface ReceiverSetup {
  /** A shell command. */
  command: string;
  cwd: string;
  /** Beside the environment of this process. */
  environment: Record<string, string>;
  /** Where everything goes that the receiver prints. */
  logFile: string;
}

const restartAfterMs = 300;

/** A receiver as a program of its own, which is started again whenever it ends. */
export class ReceiverProcess implements AsyncDisposable {
  readonly #setup: ReceiverSetup;
  #child: ChildProcess | undefined;
  #stopped = false;
  readonly #runs: Promise<void>;
  kills = 0;
  starts = 0;

  constructor(setup: ReceiverSetup) {
    this.#setup = setup;
    this.#runs = this.#keepRunning();
  }

  /** Kills the receiver and its children without a warning. */
  kill(): void {
    if (this.#end("SIGKILL")) this.kills += 1;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    this.#end("SIGKILL");
    await this.#runs;
  }

  #end(signal: NodeJS.Signals): boolean {
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null)
      return false;
    try {
      // The shell leads a group of processes.
      return process.kill(-child.pid, signal);
    } catch {
      return false;
    }
  }

  async #keepRunning(): Promise<void> {
    const { command, cwd, environment, logFile } = this.#setup;
    while (!this.#stopped) {
      const log = openSync(logFile, "a");
      this.#child = spawn("sh", ["-c", command], {
        cwd,
        env: { ...process.env, ...environment },
        stdio: ["ignore", log, log],
        detached: true,
      });
      closeSync(log);
      this.starts += 1;
      await once(this.#child, "exit");
      // What the shell has left behind.
      this.#end("SIGKILL");
      await delay(restartAfterMs);
    }
  }
}
