import type * as z from "zod";
import type { CountEvent } from "../counters/count-event.ts";
import type { CountResult } from "../counters/taps/count-batch.ts";
import { reasonOf } from "../failed-records.ts";
import { withoutKeys } from "../keys/key-text.ts";

/** A response, as far as a step looks at it. */
export interface Asked {
  url: string;
  status: number;
  headers: Pick<Headers, "get">;
  body: string;
}

/** Follows no redirect. */
export type Ask = (
  url: string,
  request?: { method?: string; headers?: Record<string, string> },
) => Promise<Asked>;

export function expectStatus(asked: Asked, status: number): Asked {
  if (asked.status === status) return asked;
  throw new Error(
    `${asked.url} responds ${asked.status}, not ${status}: ${asked.body.slice(0, 200)}`,
  );
}

/** What a response of 200 holds. */
export function bodyOf<Schema extends z.ZodType>(asked: Asked, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(JSON.parse(expectStatus(asked, 200).body));
  if (parsed.success) return parsed.data;
  throw new Error(`${asked.url} is not as the contract says: ${parsed.error.issues[0]?.message}`);
}

/** The event of a tap that was counted, now or before. */
export function countedEvent(counted: CountResult): CountEvent {
  if (counted.result === "counted" || counted.result === "repeated") return counted.event;
  throw new Error(`the count was refused: ${whyRefused(counted)}`);
}

/** What was created; throws where it was refused. */
export function made<Made extends { result: string }>(
  what: string,
  result: Made,
): Extract<Made, { result: "created" }> {
  if (isCreated(result)) return result;
  throw new Error(`the ${what} was refused: ${whyRefused(result)}`);
}

function isCreated<Made extends { result: string }>(
  made: Made,
): made is Extract<Made, { result: "created" }> {
  return made.result === "created";
}

export function whyRefused(refused: { result: string; reason?: string }): string {
  return refused.reason ?? refused.result;
}

export interface Patience {
  withinMs: number;
  everyMs: number;
  /** Asked before each wait; when true, it throws. */
  isStopped?: () => boolean;
}

/** Looks until it is found; a look returns a sentence while it is not. Throws when time is up. */
export async function until<Found extends object>(
  { now, wait }: { now(): number; wait(ms: number): Promise<void> },
  { withinMs, everyMs, isStopped }: Patience,
  look: () => Promise<Found | string>,
): Promise<Found> {
  const endMs = now() + withinMs;
  for (;;) {
    const found = await look();
    if (typeof found !== "string") return found;
    if (isStopped?.()) throw new Error("interrupted");
    if (now() >= endMs) throw new Error(`after ${withinMs / 1_000} s, ${found}`);
    await wait(everyMs);
  }
}

/** Why a step failed, in one line and without keys; the names of AWS's errors often say most. */
export function whyFailed(error: unknown): string {
  const name = error instanceof Error && error.name !== "Error" ? `${error.name}: ` : "";
  return withoutKeys(`${name}${reasonOf(error)}`).replace(/\s+/g, " ");
}
