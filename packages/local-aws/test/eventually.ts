import { setTimeout as delay } from "node:timers/promises";

/** Looks until there is something to see; fails after the deadline, in milliseconds. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  deadlineMs = 30_000,
): Promise<T> {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    if (Date.now() > deadline) throw new Error(`Not within ${deadlineMs} ms: ${what}`);
    await delay(15);
  }
}
