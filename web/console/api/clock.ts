import { useEffect, useState } from "react";

/** The browser's clock, in milliseconds; it can be wrong. */
export function nowMs(): number {
  return Date.now();
}

/** The time, read again so often that a text such as "2 min ago" stays true. */
export function useNow(everyMs = 10_000): number {
  const [now, setNow] = useState(nowMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** From 0 to below 1. */
export function random(): number {
  return Math.random();
}

/** A form's id, which every request that it sends has: what it creates is created once. */
export function newFormId(): string {
  return crypto.randomUUID();
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The same, and it ends soon after it is stopped. */
export async function sleepUnless(isStopped: () => boolean, ms: number): Promise<void> {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs && !isStopped()) await sleep(200);
}
