import * as z from "zod";
import { Counter, CounterSettings, isCounterId, NewCounter } from "../../counters/counter.ts";
import { NewName } from "../../display-name.ts";
import { maximumLiveCounters } from "../../limits.ts";

// The private API of the console, contract §9: it can change without notice.

/** A counter with its settings, as members see it. */
export const CounterRow = Counter.omit({ organizationId: true }).extend({
  /** Null for a counter in use. */
  archivedAt: z.iso.datetime().nullable(),
});
export type CounterRow = z.infer<typeof CounterRow>;

/** Archived ones among them; sorted by name. */
export const CounterRows = z.object({ counters: z.array(CounterRow) });
export type CounterRows = z.infer<typeof CounterRows>;

/** The query of GET …/counters/live: ids, separated by commas. Ids that name nothing are skipped. */
export const LiveQueryParameters = z.object({
  ids: z
    .string()
    .transform((text) => [...new Set(text.split(","))])
    .refine((ids) => ids.every(isCounterId), { message: "must be ids of counters", abort: true })
    .refine(
      (ids) => ids.length <= maximumLiveCounters,
      `must be at most ${maximumLiveCounters} ids`,
    ),
});

/** At most 12 decimal places, which DynamoDB stores exactly. */
const Goal = Counter.shape.goalTarget.refine(
  (goal) => goal === null || Number(goal.toFixed(12)) === goal,
  "must have at most 12 decimal places",
);

/** The body of POST …/counters. */
export const CounterSetup = NewCounter.extend({ name: NewName, goalTarget: Goal.exactOptional() });
export type CounterSetup = z.infer<typeof CounterSetup>;

/** The body of PATCH …/counters/{counterId}: only what changes. */
export const CounterEdit = z.object({
  settings: CounterSettings.extend({
    name: NewName.exactOptional(),
    goalTarget: Goal.exactOptional(),
  }).refine((settings) => Object.keys(settings).length > 0, "must have at least one setting"),
  /** The same settings as they were seen: when somebody else has changed one, nothing is written. */
  seen: CounterSettings.default({}),
});
export type CounterEdit = z.input<typeof CounterEdit>;

/** A counter after a change. */
export const ChangedCounter = CounterRow.extend({
  /** Of its own alerts, how many have no threshold any more because its goal is gone. */
  sleepingAlerts: z.int(),
});
export type ChangedCounter = z.infer<typeof ChangedCounter>;

/** A counter that was archived or restored. */
export const ArchivedCounter = CounterRow.extend({
  /** False when it was so already. */
  changed: z.boolean(),
  /** The group that it has left. */
  leftGroupId: z.string().nullable(),
  pausedAlerts: z.int(),
});
export type ArchivedCounter = z.infer<typeof ArchivedCounter>;
