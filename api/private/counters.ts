import * as z from "zod";
import {
  Counter,
  CounterSettings,
  InitialCounterSettings,
  StoredCounter,
} from "../../core/counters/counter.ts";
import { isCounterId } from "../../core/counters/counter-names.ts";
import { ExistingName } from "../../core/counters/settings/import/existing-name.ts";
import { encodings } from "../../core/counters/settings/import/import-file.ts";
import { NewName } from "../../core/display-name.ts";
import { maximumImportBytes, maximumLiveCounters } from "../../core/limits.ts";
import { decimalSigns } from "../../core/written-number.ts";
import { ofEdit } from "./edit.ts";
import { FormId, ofForm } from "./form-id.ts";
import type { Routes } from "./route.ts";

// The private API of the console, contract §9: it can change without notice.

/** A counter with its settings, as members see it. */
export const CounterView = Counter.omit({ organizationId: true }).extend({
  /** Null for a counter in use. */
  archivedAt: z.iso.datetime().nullable().default(null),
  resetDaily: StoredCounter.shape.resetDaily,
  resetTo: StoredCounter.shape.resetTo,
  countsPeople: StoredCounter.shape.countsPeople,
});
export type CounterView = z.infer<typeof CounterView>;

/** Sorted by name, archived counters included. */
export const CounterViews = z.object({ counters: z.array(CounterView) });
export type CounterViews = z.infer<typeof CounterViews>;

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
export const NewCounter = InitialCounterSettings.extend({
  name: NewName,
  goalTarget: Goal.exactOptional(),
});
export type NewCounter = z.infer<typeof NewCounter>;

/** The body of PATCH …/counters/{counterId}. */
export const CounterEdit = ofEdit(
  CounterSettings.extend({ name: NewName.exactOptional(), goalTarget: Goal.exactOptional() }),
  CounterSettings,
);
export type CounterEdit = z.input<typeof CounterEdit>;

/** A counter after a change. */
export const ChangedCounter = CounterView.extend({
  /** Of its own alerts, how many have no threshold any more because its goal is gone. */
  sleepingAlerts: z.int(),
});
export type ChangedCounter = z.infer<typeof ChangedCounter>;

/** Names what last set a counter's number; the format is the service's own. */
const Adjustment = z.string().max(200);

/** The body of POST …/adjust. */
export const CounterAdjustment = z.object({
  formId: FormId,
  /** Null resets the counter. */
  to: Counter.shape.count.nullable(),
  /** Public: the history has it. */
  reason: NewName.exactOptional(),
  /** The adjustment that it takes back: what was counted since stays. */
  undoes: z.object({ setTo: Counter.shape.count, adjustment: Adjustment }).exactOptional(),
});
export type CounterAdjustment = z.infer<typeof CounterAdjustment>;

/** The code of a 409: the form was sent before, with another number. */
export const adjustedAlreadyCode = "ADJUSTED_ALREADY";

/** A counter after an adjustment. */
export const AdjustedCounter = CounterView.extend({
  /**
   * `unchanged`: the number was right already, and nothing was counted. `repeated`: an earlier request
   * of the form has done it, and the counter is as it is now.
   */
  result: z.enum(["adjusted", "unchanged", "repeated"]),
  /** Its number before the form. */
  previousCount: z.int(),
  /** The number that the form has set it to. */
  setTo: z.int(),
  /** An undo sends it back. */
  adjustment: Adjustment,
});
export type AdjustedCounter = z.infer<typeof AdjustedCounter>;

/** A counter that was archived or restored. */
export const ArchivedCounter = CounterView.extend({
  /** False when it was so already. */
  changed: z.boolean(),
  /** The group that it has left. */
  leftGroupId: z.string().nullable(),
  pausedAlerts: z.int(),
});
export type ArchivedCounter = z.infer<typeof ArchivedCounter>;

/** Of a file of the greatest size, in base64. */
const maximumFileCharacters = Math.ceil(maximumImportBytes / 3) * 4;

/** The same with what is sent beside the file. */
const maximumBodyBytes = maximumFileCharacters + 1_000;

/** The body of POST …/imports/preview. */
export const ImportFileBody = z.object({
  /** The bytes of the file. The hash of them makes the counters' ids, as for the command line. */
  file: z.base64().max(maximumFileCharacters, "must be a file of at most 4 MB; split it"),
  /** Creates the groups that the file names and the organization does not have. */
  createGroups: z.boolean(),
  /** What becomes of a row whose name exists. */
  existing: ExistingName.default("create"),
  /** What the person has answered where the file can be read in several ways. */
  encoding: z.enum(encodings).exactOptional(),
  decimal: z.enum(decimalSigns).exactOptional(),
});
export type ImportFileBody = z.infer<typeof ImportFileBody>;

/** The body of POST …/imports. */
export const ImportPartBody = ImportFileBody.extend({
  /** `updates` of the preview, or of the part before: refused where they are others by now. */
  seenUpdates: z.string().max(40).exactOptional(),
  /** `updatedThrough` of the part before. */
  updatedThrough: z.int().min(0).default(0),
}).refine(({ existing, seenUpdates }) => existing !== "update" || seenUpdates !== undefined, {
  path: ["seenUpdates"],
  message: "is missing: an import that updates names the updates that were seen",
});

export const ImportErrorView = z.object({
  line: z.int(),
  field: z.string().nullable(),
  reason: z.string(),
});
export type ImportErrorView = z.infer<typeof ImportErrorView>;

/** Shown of a file with more of them. */
export const maximumShownErrors = 500;

/** What an import would do; nothing is written. */
export const ImportPreviewView = z.discriminatedUnion("result", [
  z.object({
    result: z.literal("previewed"),
    rows: z.array(
      z.object({
        line: z.int(),
        name: z.string(),
        does: z.enum(["create", "update", "unchanged", "skip", "exists", "stays_archived"]),
        /** The settings that an update changes. */
        fields: z.array(z.string()),
        /** What the row sets, besides name and group. */
        values: CounterSettings.omit({ name: true, groupId: true, locked: true }),
        /** Created although another one has the same name. */
        sharesName: z.boolean(),
        /** Created although an archived one has the same name. */
        archivedName: z.boolean(),
        group: z.string().nullable(),
      }),
    ),
    newGroups: z.array(z.string()),
    /** What the updates are; other ones have another text. */
    updates: z.string(),
  }),
  z.object({
    result: z.literal("errors"),
    /** The first 500 by line. */
    errors: z.array(ImportErrorView),
    total: z.int(),
    /** Whether creating the missing groups would help with one of them. */
    missingGroups: z.boolean(),
  }),
  z.object({
    /** The next request answers it. */
    result: z.literal("question"),
    question: z.discriminatedUnion("about", [
      z.object({
        about: z.literal("encoding"),
        choices: z.array(z.object({ value: z.enum(encodings), reads: z.string() })),
      }),
      z.object({
        about: z.literal("decimal"),
        line: z.int(),
        field: z.string(),
        cell: z.string(),
        choices: z.array(z.object({ value: z.enum(decimalSigns), reads: z.string() })),
      }),
    ]),
  }),
]);
export type ImportPreviewView = z.infer<typeof ImportPreviewView>;

/** The most counters that one request creates or updates; the next request continues. */
export const countersPerImport = 1_000;

/** What one request of an import came to. */
export const ImportProgress = z.object({
  /** False: send the next request. */
  done: z.boolean(),
  /** Counters of this request. */
  created: z.int(),
  updated: z.int(),
  /** Counters of the file that are still to be created or updated. */
  missing: z.int(),
  /** The last row that is updated. */
  updatedThrough: z.int(),
  /** What the updates are that are left; the next request names them. */
  updates: z.string(),
});
export type ImportProgress = z.infer<typeof ImportProgress>;

/** Counters with their settings. */
export const counterRoutes = {
  "GET /api/setup/{organizationId}/counters": {
    access: "see_counters",
    readUnits: 300,
    reply: CounterViews,
  },
  "POST /api/setup/{organizationId}/counters": {
    access: "manage_counters",
    body: ofForm(NewCounter),
    reply: CounterView,
  },
  "GET /api/setup/{organizationId}/counters/live": {
    access: "see_counters",
    readUnits: 100,
    isPolled: true,
    query: LiveQueryParameters,
    reply: CounterViews,
  },
  "PATCH /api/setup/{organizationId}/counters/{counterId}": {
    access: "manage_counters",
    body: CounterEdit,
    reply: ChangedCounter,
  },
  "POST /api/setup/{organizationId}/counters/{counterId}/adjust": {
    access: "manage_counters",
    body: CounterAdjustment,
    reply: AdjustedCounter,
  },
  "POST /api/setup/{organizationId}/counters/{counterId}/archive": {
    access: "manage_counters",
    reply: ArchivedCounter,
  },
  "POST /api/setup/{organizationId}/counters/{counterId}/restore": {
    access: "manage_counters",
    reply: ArchivedCounter,
  },
} satisfies Routes;

/** Imports of counters from a file. */
export const importRoutes = {
  "POST /api/setup/{organizationId}/imports": {
    access: "manage_counters",
    readUnits: 300,
    body: ImportPartBody,
    maximumBodyBytes,
    reply: ImportProgress,
  },
  "POST /api/setup/{organizationId}/imports/preview": {
    access: "manage_counters",
    readUnits: 300,
    body: ImportFileBody,
    maximumBodyBytes,
    reply: ImportPreviewView,
  },
} satisfies Routes;
