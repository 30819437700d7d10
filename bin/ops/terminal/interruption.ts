import { errorLine, wantsJson } from "./error-line.ts";

/** Whether the operator has asked to stop, and the exit code that says so. */
export interface Interruption {
  signal: NodeJS.Signals | undefined;
  exitCode: number;
}

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

// One Ctrl-C arrives twice: from the terminal and passed on by npm or npx.
const sameKeyPressMs = 1_000;

/** There is one per process. */
let interruptibleWork: Interruption | undefined;

/**
 * Ends the program with 130 or 143 at a signal, except while `interruptible` work runs. The handlers
 * stay until the process is gone: without them a second signal would kill it.
 */
export function handleSignals(): void {
  let firstMs: number | undefined;
  const onSignal = (signal: "SIGINT" | "SIGTERM") => {
    if (firstMs !== undefined) {
      if (performance.now() - firstMs > sameKeyPressMs) process.exit(exitCodes[signal]);
      return;
    }
    firstMs = performance.now();
    if (interruptibleWork !== undefined) {
      Object.assign(interruptibleWork, { signal, exitCode: exitCodes[signal] });
      return;
    }
    const json = wantsJson(process.argv.slice(2));
    process.stderr.write(errorLine({ error: "interrupted", code: "INTERRUPTED" }, json));
    process.exit(exitCodes[signal]);
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
}

/** Runs work that looks at `signal` between its steps; a second Ctrl-C ends it at once. */
export async function interruptible<Result>(
  work: (interruption: Interruption) => Promise<Result>,
): Promise<Result> {
  const interruption: Interruption = { signal: undefined, exitCode: 0 };
  interruptibleWork = interruption;
  try {
    return await work(interruption);
  } finally {
    interruptibleWork = undefined;
  }
}

/**
 * Ends the process once its output is written. A process that ends by itself removes its signal
 * handlers a moment before it is gone, and a second Ctrl-C in that moment would kill it.
 */
export async function endProcess(exitCode: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise((written) => stream.write("", written));
  }
  // The error of a failed write is emitted after its callback.
  await new Promise((emitted) => setImmediate(emitted));
  process.exit(process.exitCode ?? exitCode);
}
