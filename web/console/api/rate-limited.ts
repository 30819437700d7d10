import type { Reply } from "../../browser/request.ts";

/** How often in a row a request waits for the limit to end; a minute at most each time. */
const maximumWaits = 3;

/** So that the windows of one person do not all come back in the same moment. */
const spreadMs = 2_000;

export interface Wait {
  /** Says that the page waits; `seconds` is how long. */
  onWait(seconds: number): void;
  sleep(ms: number): Promise<void>;
  /** From 0 to below 1. */
  random(): number;
  /** True once nobody wants it any more. */
  isStopped?(): boolean;
}

/** Asks again when the service has said too many requests were made, as late as it wants. */
export async function retryWhenLimited<Body>(
  ask: () => Promise<Reply<Body>>,
  { onWait, sleep, random, isStopped = () => false }: Wait,
): Promise<Reply<Body>> {
  for (let waits = 0; ; waits += 1) {
    const reply = await ask();
    if (reply.result !== "refused" || reply.status !== 429 || waits === maximumWaits) return reply;
    const seconds = secondsOf(reply.retryAfter);
    onWait(seconds);
    await sleep(seconds * 1_000 + random() * spreadMs);
    if (isStopped()) return reply;
  }
}

/** Of the header Retry-After; a minute where it says nothing that can be used. */
function secondsOf(retryAfter: string | null): number {
  const seconds = Number(retryAfter);
  return retryAfter !== null && seconds > 0 && seconds <= 60 ? Math.ceil(seconds) : 60;
}
