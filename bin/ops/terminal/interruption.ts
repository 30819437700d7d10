import { AsyncLocalStorage } from "node:async_hooks";

/** Whether the operator has asked to stop, and the exit code that says so. */
export interface Interruption {
  signal: keyof typeof exitCodes | undefined;
  exitCode: number;
}

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/** The process, or what takes its place in a test. */
export interface Signals {
  on(signal: keyof typeof exitCodes, listener: (signal: keyof typeof exitCodes) => void): unknown;
}

// One Ctrl-C arrives twice: from the terminal and passed on by npm or npx.
const sameKeyPressMs = 1_000;

const runs = new AsyncLocalStorage<{ work: Interruption | undefined }>();

/**
 * Runs the program; returns its exit code, or 130 or 143 at a signal, except while `interruptible`
 * work runs. The listeners stay: without them a second signal would kill the process.
 */
export function untilSignal(
  { signals, onInterrupted }: { signals: Signals; onInterrupted: () => void },
  program: () => Promise<number>,
): Promise<number> {
  const run: { work: Interruption | undefined } = { work: undefined };
  const ended = Promise.withResolvers<number>();
  let firstMs: number | undefined;
  const onSignal = (signal: keyof typeof exitCodes) => {
    const exitCode = exitCodes[signal];
    if (firstMs !== undefined) {
      if (performance.now() - firstMs > sameKeyPressMs) ended.resolve(exitCode);
      return;
    }
    firstMs = performance.now();
    if (run.work !== undefined) {
      Object.assign(run.work, { signal, exitCode });
      return;
    }
    onInterrupted();
    ended.resolve(exitCode);
  };
  signals.on("SIGINT", onSignal);
  signals.on("SIGTERM", onSignal);
  return Promise.race([ended.promise, runs.run(run, program)]);
}

/** Runs work that looks at `signal` between its steps; a second Ctrl-C ends it at once. */
export async function interruptible<Result>(
  work: (interruption: Interruption) => Promise<Result>,
): Promise<Result> {
  const interruption: Interruption = { signal: undefined, exitCode: 0 };
  const run = runs.getStore() ?? { work: undefined };
  run.work = interruption;
  try {
    return await work(interruption);
  } finally {
    run.work = undefined;
  }
}
