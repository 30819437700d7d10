import { plural } from "./output.ts";

export interface Progress {
  report(done: number): void;
  /** Takes the rewriting line away; nothing may be reported afterwards. */
  end(): void;
}

const silentMs = 1_000;
const rewriteEveryMs = 200;
const lineEveryMs = 4_000;

/** Tells on stderr how far a long run is: one rewriting line on a terminal, else now and then. */
export function startProgress({ total, noun }: { total: number; noun: string }): Progress {
  const terminal = process.stderr.isTTY === true;
  const startMs = performance.now();
  let nextMs = startMs + silentMs;
  let shown = false;
  return {
    report(done) {
      const nowMs = performance.now();
      if (nowMs < nextMs || done === total) return;
      nextMs = nowMs + (terminal ? rewriteEveryMs : lineEveryMs);
      shown = true;
      const text = line(done, { total, noun, elapsedMs: nowMs - startMs });
      process.stderr.write(terminal ? `\r${text}\u001b[K` : `${text}\n`);
    },
    end() {
      if (shown && terminal) process.stderr.write("\r\u001b[K");
    },
  };
}

function line(
  done: number,
  { total, noun, elapsedMs }: { total: number; noun: string; elapsedMs: number },
): string {
  const leftSeconds = Math.ceil(((elapsedMs / done) * (total - done)) / 1_000);
  const percent = Math.floor((100 * done) / total);
  return `${done.toLocaleString("en")} of ${plural(total, noun)} (${percent} %), about ${leftSeconds} s left`;
}
