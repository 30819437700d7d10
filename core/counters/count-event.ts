import * as z from "zod";
import { LocalDate } from "../calendar.ts";
import { GivenTime } from "../given-time.ts";
import { countEventTypes } from "./counter-names.ts";

export const CountEventType = z.enum(countEventTypes);
export type CountEventType = z.infer<typeof CountEventType>;

const metadataBytes = 1024;

/** Extra data on an event: a JSON object of at most 1 KB. So 500 events fit in one page. */
export const Metadata = z
  .unknown()
  // A parser that builds objects key by key would silently drop this key.
  .refine((value) => !hasProtoKey(value), {
    message: 'must not have a key "__proto__"',
    abort: true,
  })
  // JSON has numbers that no double can represent: they would lose digits or become infinite.
  .refine((value) => !hasUnsafeNumber(value), {
    message: `must hold no number beyond ±${Number.MAX_SAFE_INTEGER}; write it as text, in quotes`,
    abort: true,
  })
  .refine((value) => isWellFormed(value), {
    message: "must be well-formed Unicode",
    abort: true,
  })
  .pipe(z.record(z.string(), z.json()))
  .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= metadataBytes, {
    message: `must take at most ${metadataBytes} bytes as JSON`,
  });
function hasProtoKey(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.hasOwn(value, "__proto__") || Object.values(value).some(hasProtoKey);
}

/** False when a key or a text holds half of a surrogate pair. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return !/\p{Cs}/u.test(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every((entry) => entry.every(isWellFormed));
}

function hasUnsafeNumber(value: unknown): boolean {
  if (typeof value === "number") return !(Math.abs(value) <= Number.MAX_SAFE_INTEGER);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(hasUnsafeNumber);
}

export type Metadata = z.infer<typeof Metadata>;

/** In an event's metadata: the number was set, and nothing was counted. */
export const Adjustment = z.object({
  /** The total after the event. */
  to: z.int(),
  reason: z.string().exactOptional(),
  /** The local date of the day that began with this number. */
  day: LocalDate.exactOptional(),
});
export type Adjustment = z.infer<typeof Adjustment>;

/** What changed a count: a tap, the undo of an earlier tap, or a number that was set. */
export type CountCause = "tap" | "undo" | "adjustment";

/** The metadata of a number that was set. */
export const AdjustmentMetadata = z.object({ adjustment: Adjustment });
/** The metadata of an undo: the lastEventId of its tap. */
export const UndoMetadata = z.object({ undoes: z.int().min(1) });

/** Only the service writes these keys of an event's metadata. */
export const reservedKeys = Object.keys({ ...AdjustmentMetadata.shape, ...UndoMetadata.shape });

/** When a device states that it was tapped or undone; an operator may write anything there. */
export function tappedAtOf({ metadata }: Pick<CountEvent, "metadata">): string | null {
  return GivenTime.safeParse(metadata?.tappedAt).data ?? null;
}

/** What an event records. */
export function causeOf({ metadata }: { metadata: unknown }): CountCause {
  if (AdjustmentMetadata.safeParse(metadata).success) return "adjustment";
  return UndoMetadata.safeParse(metadata).success ? "undo" : "tap";
}

/** A history item as the read API shows it, contract §2. */
export const CountEvent = z.object({
  id: z.string().meta({ description: "Event identifier." }),
  counterId: z.string().meta({ description: "The counter." }),
  eventType: CountEventType.meta({
    description: "Kind of event. Others may be added; expect values that you don't know.",
    "x-extensible-enum": [...countEventTypes],
  }),
  count: z.int().meta({ description: "Total after the event." }),
  previousCount: z.int().meta({ description: "Total before the event." }),
  delta: z.int().meta({ description: "Change applied (negative for decrements)." }),
  lastEventId: z.int().min(1).meta({ description: "Numeric event id, used for paging." }),
  metadata: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: "Extra data attached to the event." }),
  createdAt: z.iso.datetime().meta({ description: "Event time." }),
});
export type CountEvent = z.infer<typeof CountEvent>;

/** A page of history, contract §2. */
export const History = z.object({
  counterId: z.string(),
  counterName: z.string(),
  events: z.array(CountEvent).meta({ description: "Count events, newest first." }),
});
export type History = z.infer<typeof History>;

/** A stored count event, with the fields of its webhook. */
export interface StoredCount extends Omit<CountEvent, "id" | "metadata"> {
  organizationId: string;
  counterName: string;
  /** The counter's group at the time of the count; absent when it was in none. */
  groupId?: string;
}

/** A stored count as lists show it. */
export interface ListedCount extends StoredCount {
  tappedAt: string | null;
}

/** Where a count event is stored. */
export interface CountKey {
  organizationId: string;
  counterId: string;
  lastEventId: number;
}

/** A stored count of a counter that is in a group or has alerts. */
export interface WatchedCount extends StoredCount {
  /** True when the counter had alerts of its own. */
  hasAlerts: boolean;
  /** The counter's goal at the time of the count; kept where the counter has alerts. */
  goalTarget: number | null;
  /** True when the count was uploaded late. */
  late?: boolean;
  cause: CountCause;
}
