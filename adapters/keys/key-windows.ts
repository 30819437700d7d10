import type { CountedRequests } from "../../core/keys/key-usage.ts";
import { windowsAt } from "../../core/keys/rate-limit.ts";

/** The attributes in which a key's requests are counted, such as `minute:29384756`. */
export function windowNames(nowMs: number): { minute: string; hour: string } {
  const { minute, hour } = windowsAt(nowMs);
  return { minute: `minute:${minute}`, hour: `hour:${hour}` };
}

/** The windows among the attributes of a key's item. */
export function countedRequests(item: Record<string, unknown>): CountedRequests {
  const counted: CountedRequests = { minute: new Map(), hour: new Map() };
  for (const [name, value] of Object.entries(item)) {
    const [, kind, window] = /^(minute|hour):(\d+)$/.exec(name) ?? [];
    if (kind === "minute" || kind === "hour") counted[kind].set(Number(window), Number(value));
  }
  return counted;
}
