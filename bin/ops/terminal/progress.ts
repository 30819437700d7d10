import { caller, printsJson } from "./invocation.ts";
import { plural } from "./output.ts";

export interface Progress {
  /** The total can rise while it runs. */
  report(done: number, total?: number): void;
  /** Clears the line; nothing may be reported afterwards. */
  end(): void;
}

const silentMs = 1_000;
const rewriteEveryMs = 200;
const lineEveryMs = 4_000;

/** Shows how far a long run is, and about how long the rest takes. */
export function startProgress(of: { total: number; noun: string }): Progress {
  const startMs = performance.now();
  const line = startLine();
  let first: Step | undefined;
  return {
    report(done, known = of.total) {
      // More than were counted at first may have come.
      const total = Math.max(known, done);
      const step = { done, elapsedMs: performance.now() - startMs };
      first ??= step;
      const from = first;
      if (done === total) return;
      line.show(() => {
        const seconds = secondsLeft(step, { total, first: from });
        return `${soFar(done, { total, noun: of.noun })}, about ${seconds} s left`;
      });
    },
    end: line.end,
  };
}

/**
 * Writes to stderr how far a long run is: one line that is rewritten on a terminal, otherwise a line
 * now and then; nothing in the first second, and nothing with --json.
 */
export function startLine(): { show(text: () => string): void; end(): void } {
  const { stderr } = caller();
  const terminal = stderr.isTTY === true;
  let nextMs = performance.now() + silentMs;
  let shown = false;
  return {
    show(text) {
      const nowMs = performance.now();
      if (printsJson() || nowMs < nextMs) return;
      nextMs = nowMs + (terminal ? rewriteEveryMs : lineEveryMs);
      shown = true;
      stderr.write(terminal ? `\r${text()}\u001b[K` : `${text()}\n`);
    },
    end() {
      if (shown && terminal) stderr.write("\r\u001b[K");
    },
  };
}

/** Shows progress from the first step on, which says how many there are. */
export async function withProgress<Result>(
  noun: string,
  work: (onProgress: (done: number, total: number) => void) => Promise<Result>,
): Promise<Result> {
  let progress: Progress | undefined;
  try {
    return await work((done, total) => {
      progress ??= startProgress({ total, noun });
      progress.report(done, total);
    });
  } finally {
    progress?.end();
  }
}

interface Step {
  done: number;
  elapsedMs: number;
}

/**
 * How long the rest takes at the pace so far. The pace is that since the first step: what comes
 * before it is preparation, and with a rate the first step waits for nothing.
 */
export function secondsLeft(now: Step, { total, first }: { total: number; first: Step }): number {
  const from = now.done > first.done ? first : { done: 0, elapsedMs: 0 };
  const msPerStep = (now.elapsedMs - from.elapsedMs) / (now.done - from.done);
  return Math.max(1, Math.round((msPerStep * (total - now.done)) / 1_000));
}

function soFar(done: number, { total, noun }: { total: number; noun: string }): string {
  const percent = Math.floor((100 * done) / total);
  return `${done.toLocaleString("en")} of ${plural(total, noun)} (${percent}%)`;
}
