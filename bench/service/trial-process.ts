import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A process for handlers alone, without the local gateway. Its standard output is a file: there the
 * handlers' log lines go, as on Lambda they go to a file descriptor and not to a terminal.
 */
export class TrialProcess {
  readonly #child: ChildProcess;
  readonly #failed: Promise<never>;
  readonly #logFolder = mkdtempSync(join(tmpdir(), "counting-bench-log-"));

  /** Runs the program at this path; `argument` is its first, as JSON. */
  constructor(file: string, setup: { argument: object; env: Record<string, string> }) {
    const log = openSync(join(this.#logFolder, "log"), "a");
    this.#child = fork(file, [JSON.stringify(setup.argument)], {
      stdio: ["ignore", log, "inherit", "ipc"],
      env: setup.env,
    });
    closeSync(log);
    this.#failed = once(this.#child, "exit").then(([code]) => {
      throw new Error(`${file} ended with ${code}`);
    });
    this.#failed.catch(() => {});
  }

  /** Sends a message and returns the next one that comes; throws when the process ends instead. */
  async ask(message: object): Promise<unknown> {
    const reply = once(this.#child, "message");
    this.#child.send(message);
    const [answered] = await Promise.race([reply, this.#failed]);
    return answered;
  }

  async close(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    await this.#failed.catch(() => {});
    rmSync(this.#logFolder, { recursive: true });
  }
}
