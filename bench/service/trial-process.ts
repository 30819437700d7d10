import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A process of its own that answers messages with `serveTrial`. Its standard output is a file: there
 * log lines of handlers go, as on Lambda they go to a file descriptor and not to a terminal.
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

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    await this.#failed.catch(() => {});
    rmSync(this.#logFolder, { recursive: true });
  }
}

type Answer = (message: unknown) => unknown;

/** Answers the messages of a TrialProcess that runs this file; nothing where another program runs. */
export async function serveTrial(
  file: string,
  begin: (argument: unknown) => Answer | Promise<Answer>,
): Promise<void> {
  if (process.send === undefined || process.argv[1] !== file) return;
  const answer = await begin(JSON.parse(process.argv[2] ?? ""));
  process.on("message", async (message) => process.send?.(await answer(message)));
  process.once("disconnect", () => process.exit());
}
