/** Whether the operator has asked to stop, and the exit code that says so. */
export interface Interruption {
  signal: NodeJS.Signals | undefined;
  exitCode: number;
}

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

// Under `npm run`, one Ctrl-C arrives twice: from the terminal and passed on by npm.
const sameKeyPressMs = 1_000;

/** Runs work that looks at `signal` between its steps; a second Ctrl-C ends it at once. */
export async function interruptible<Result>(
  work: (interruption: Interruption) => Promise<Result>,
): Promise<Result> {
  const interruption: Interruption = { signal: undefined, exitCode: 0 };
  let sinceMs = 0;
  const onSignal = (signal: "SIGINT" | "SIGTERM") => {
    if (interruption.signal === undefined) {
      interruption.signal = signal;
      interruption.exitCode = exitCodes[signal];
      sinceMs = performance.now();
    } else if (performance.now() - sinceMs > sameKeyPressMs) {
      process.exit(exitCodes[signal]);
    }
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  try {
    return await work(interruption);
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}
