import type { RandomBase62 } from "../base62.ts";

// Without zod: pages check the ids in their URLs.

/** The id of a new endpoint. */
export function newEndpointId(randomBase62: RandomBase62): string {
  return `end_${randomBase62(20)}`;
}

/** True for text that the id of an endpoint can be. */
export function isEndpointId(text: string): boolean {
  return /^end_[0-9A-Za-z]{20}$/.test(text);
}
