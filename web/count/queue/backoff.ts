const firstMs = 1_000;
const longestMs = 30_000;

/** How long to wait after the last of `failures` failures in a row; random is 0 to 1. */
export function backoffMs(failures: number, random: number): number {
  const ceilingMs = Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1));
  return ceilingMs * (0.5 + random / 2);
}

/** A credential that was refused is tried again by itself: sessions begin anew. */
export const blockedMs = 30_000;

/** Longest time that a Retry-After is believed. */
const longestRetryAfterMs = 300_000;

/** The wait that a Retry-After header in seconds asks for; a second where it says nothing. */
export function retryAfterMs(header: string | null): number {
  const seconds = header !== null && /^\d+$/.test(header) ? Number(header) : 1;
  return Math.min(longestRetryAfterMs, Math.max(1, seconds) * 1_000);
}
