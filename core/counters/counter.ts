import * as z from "zod";
import { LocalDate } from "../calendar.ts";
import { DisplayName } from "../display-name.ts";
import { KeptSums } from "./count-mark.ts";
import { counterModes } from "./counter-names.ts";

export const CounterMode = z.enum(counterModes);
export type CounterMode = z.infer<typeof CounterMode>;

const Step = z
  .int("must be a whole number")
  .min(1, "must be at least 1")
  .describe("Amount of one tap.");
const Goal = z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
const ResetTo = z.int("must be a whole number");
const GroupId = z.string().regex(/^[\w.-]{1,100}$/, "must be 1 to 100 of A-Z a-z 0-9 _ . -");

/** A counter as the read API shows it, contract §2. */
export const Counter = z.object({
  id: z.string().meta({ description: "Counter identifier." }),
  name: DisplayName.meta({ description: "Counter name." }),
  count: z.int().meta({ description: "Current total." }),
  incrementStep: Step.meta({ description: "Amount one plus tap adds." }),
  decrementStep: Step.meta({ description: "Amount one minus tap removes." }),
  mode: CounterMode.meta({ description: "Which taps the counter takes." }),
  organizationId: z.string().meta({ description: "Owning organization." }),
  groupId: GroupId.nullable().meta({ description: "Counter group it belongs to, if any." }),
  goalTarget: Goal.nullable().meta({ description: "Goal set on the counter, if any." }),
  locked: z.boolean().meta({ description: "True while an admin has locked the counter." }),
  version: z.int().min(1).meta({ description: "Rises with every change of the counter." }),
  lastEventId: z.int().min(0).meta({
    description:
      "Id of the newest count event, 0 before the first. It only increases; compare it to detect a change.",
  }),
  createdAt: z.iso.datetime().meta({ description: "Creation time." }),
  updatedAt: z.iso.datetime().meta({ description: "Time the counter last changed." }),
});
export type Counter = z.infer<typeof Counter>;

/** A counter as it is stored. An archived one has a time; for the contract it does not exist. */
export const StoredCounter = Counter.extend({
  archivedAt: z.iso.datetime().exactOptional(),
  /** Of its own, not of its group's. Count events of a counter that has any are evaluated. */
  alertCount: z.int().min(0),
  /** Whether each day of the organization starts at `resetTo`. */
  resetDaily: z.boolean(),
  /** What a reset sets it to. */
  resetTo: ResetTo,
  /** False where it counts cars, wristbands and the like: reports add up people only. */
  countsPeople: z.boolean().default(true),
  /** When `resetDaily` was switched on: no day that began before is started. */
  dailyResetSince: z.iso.datetime().exactOptional(),
  /** The local date of the last day that began with a reset. */
  lastDailyReset: LocalDate.exactOptional(),
  /** When its number was last set. */
  lastAdjustedAt: z.iso.datetime().exactOptional(),
  /** What charts of its history are drawn from. */
  ...KeptSums.shape,
});
export type StoredCounter = z.infer<typeof StoredCounter>;

/** A stored counter, reduced to the fields of the contract. */
export function contractCounter(stored: StoredCounter): Counter {
  const { archivedAt, alertCount, lastAdjustedAt, ...shown } = stored;
  const { resetDaily, resetTo, countsPeople, dailyResetSince, lastDailyReset, ...counted } = shown;
  const { ups, downs, adjusted, late, lastCountAt, peak, peakAt, ...counter } = counted;
  return counter;
}

/** Every counter of an organization, contract §4.1. */
export const CounterList = z.object({
  counters: z.array(Counter).meta({ description: "Sorted by name." }),
});
export type CounterList = z.infer<typeof CounterList>;

/** What an operator may set on a counter; a field that is absent stays as it is. */
export const CounterSettings = z.object({
  name: Counter.shape.name.exactOptional(),
  mode: Counter.shape.mode.exactOptional(),
  incrementStep: Counter.shape.incrementStep.exactOptional(),
  decrementStep: Counter.shape.decrementStep.exactOptional(),
  groupId: Counter.shape.groupId.exactOptional(),
  goalTarget: Counter.shape.goalTarget.exactOptional(),
  locked: Counter.shape.locked.exactOptional(),
  resetDaily: z.boolean().exactOptional(),
  resetTo: ResetTo.exactOptional(),
  countsPeople: z.boolean().exactOptional(),
});
export type CounterSettings = z.infer<typeof CounterSettings>;

/** The settings with which a counter begins; only the name is required. */
export const InitialCounterSettings = CounterSettings.omit({ locked: true }).extend({
  name: Counter.shape.name,
});
export type InitialCounterSettings = z.infer<typeof InitialCounterSettings>;

export interface CounterKey {
  organizationId: string;
  counterId: string;
}

export function newCounter(
  setup: InitialCounterSettings,
  key: CounterKey,
  nowMs: number,
): StoredCounter {
  const now = new Date(nowMs).toISOString();
  return {
    id: key.counterId,
    name: setup.name,
    count: 0,
    incrementStep: setup.incrementStep ?? 1,
    decrementStep: setup.decrementStep ?? 1,
    mode: setup.mode ?? "both",
    organizationId: key.organizationId,
    groupId: setup.groupId ?? null,
    goalTarget: setup.goalTarget ?? null,
    locked: false,
    version: 1,
    lastEventId: 0,
    createdAt: now,
    updatedAt: now,
    alertCount: 0,
    resetDaily: setup.resetDaily ?? false,
    resetTo: setup.resetTo ?? 0,
    countsPeople: setup.countsPeople ?? true,
    ...(setup.resetDaily && { dailyResetSince: now }),
  };
}

/** The time of a change: never before the one it follows, whatever the clocks of two hosts say. */
export function timeOfChange(counter: Counter, nowMs: number): string {
  return new Date(Math.max(nowMs, Date.parse(counter.updatedAt))).toISOString();
}

export function isGroupId(text: string): boolean {
  return /^grp_[0-9A-Za-z]{20}$/.test(text);
}
