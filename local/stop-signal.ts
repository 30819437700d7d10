/** A terminal's Ctrl-C arrives twice: from the terminal itself, and passed on by npm. */
const sameKeyPressMs = 1_000;

/** The exit code after a second Ctrl-C, which ends the program at once. */
const endedAtOnce = 130;

/**
 * Fires at the first Ctrl-C, SIGTERM or closing of the terminal, and at the end of a parent that
 * talks to this process.
 */
export function stopSignal(onStop: () => void = () => {}): AbortSignal {
  const stopping = new AbortController();
  let sinceMs = Number.NEGATIVE_INFINITY;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (performance.now() - sinceMs < sameKeyPressMs) return;
      if (stopping.signal.aborted) process.exit(endedAtOnce);
      sinceMs = performance.now();
      onStop();
      stopping.abort();
    });
  }
  process.on("disconnect", () => stopping.abort());
  // Listening must not keep the process alive when everything else has ended.
  process.channel?.unref();
  return stopping.signal;
}

/** Resolves when the signal fires, or at once when it has fired already. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/**
 * Ends the process with its exit code. A process that ends by itself removes its signal handlers a
 * moment before it is gone, and a second Ctrl-C in that moment would kill it.
 */
export function endProcess(): never {
  process.exit(process.exitCode ?? 0);
}
