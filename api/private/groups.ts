import * as z from "zod";
import { isCounterId } from "../../core/counters/counter-names.ts";
import { NewName } from "../../core/display-name.ts";
import { Capacity, StoredGroup } from "../../core/groups/group.ts";
import { CounterView } from "./counters.ts";
import { ofEdit } from "./edit.ts";
import { FormId, ofForm } from "./form-id.ts";
import type { Routes } from "./route.ts";

export const GroupView = StoredGroup.pick({
  id: true,
  name: true,
  capacity: true,
  memberCount: true,
  alertCount: true,
  createdAt: true,
}).extend({
  /** The sum of its counters as evaluated, at most ±(2^53−1). */
  total: z.int(),
});
export type GroupView = z.infer<typeof GroupView>;

/** Sorted by name. */
export const GroupList = z.object({ groups: z.array(GroupView) });
export type GroupList = z.infer<typeof GroupList>;

/** The body of POST …/groups. */
export const NewGroup = z.object({ name: NewName, capacity: Capacity.nullable() });
export type NewGroup = z.infer<typeof NewGroup>;

/** The body of PATCH …/groups/{groupId}. */
export const GroupEdit = ofEdit(
  z.object({ name: NewName.exactOptional(), capacity: Capacity.nullable().exactOptional() }),
  z.object({ name: z.string().exactOptional(), capacity: Capacity.nullable().exactOptional() }),
);
export type GroupEdit = z.input<typeof GroupEdit>;

/** A group after a change. */
export const ChangedGroup = GroupView.extend({
  /** How many of its alerts have no threshold any more because its capacity is gone. */
  sleepingAlerts: z.int(),
});
export type ChangedGroup = z.infer<typeof ChangedGroup>;

/** The body of DELETE …/groups/{groupId}. */
export const GroupRemoval = z.object({
  /** Takes its counters out of it first; without it, a group with counters stays. */
  ungroup: z.boolean(),
});

/** The most counters that one request takes out of a group; fewer where that takes long. */
export const countersPerRemoval = 200;

/** What one request to delete a group came to. */
export const GroupRemovalProgress = z.object({
  /** False: the group still has counters; send the same request again. */
  deleted: z.boolean(),
  /** Counters that this request took out of the group. */
  ungrouped: z.int(),
  /** Counters that were in it when the request began. */
  counters: z.int(),
});
export type GroupRemovalProgress = z.infer<typeof GroupRemovalProgress>;

/** The body of POST …/reset. */
export const GroupReset = z.object({
  formId: FormId,
  /** Public: the history of each counter has it. */
  reason: NewName.exactOptional(),
  /** Goes on behind this counter: `next` of the request before. */
  after: z.string().refine(isCounterId, "must be the id of a counter").exactOptional(),
});
export type GroupReset = z.infer<typeof GroupReset>;

/** The most counters that one request resets; fewer where that takes long. */
export const countersPerReset = 200;

/** What one request to reset a group came to. */
export const GroupResetProgress = z.object({
  /** Counters that the form has set to another number. */
  adjusted: z.int(),
  /** Counters whose number was right already. */
  unchanged: z.int(),
  /** Counters that stay: the difference would be beyond ±(2^53−1). */
  outOfRange: z.int(),
  /** Send the same request again with this as `after`; null at the end. */
  next: z.string().nullable(),
});
export type GroupResetProgress = z.infer<typeof GroupResetProgress>;

/** The counters of a group, sorted by name. */
export const CountersOfGroup = z.object({ counters: z.array(CounterView) });
export type CountersOfGroup = z.infer<typeof CountersOfGroup>;

/** Groups of counters. */
export const groupRoutes = {
  "GET /api/setup/{organizationId}/groups": {
    access: "see_counters",
    readUnits: 100,
    reply: GroupList,
  },
  "POST /api/setup/{organizationId}/groups": {
    access: "manage_counters",
    body: ofForm(NewGroup),
    reply: GroupView,
  },
  "GET /api/setup/{organizationId}/groups/{groupId}": { access: "see_counters", reply: GroupView },
  "PATCH /api/setup/{organizationId}/groups/{groupId}": {
    access: "manage_counters",
    body: GroupEdit,
    reply: ChangedGroup,
  },
  "DELETE /api/setup/{organizationId}/groups/{groupId}": {
    access: "manage_counters",
    body: GroupRemoval,
    reply: GroupRemovalProgress,
  },
  "POST /api/setup/{organizationId}/groups/{groupId}/reset": {
    access: "manage_counters",
    body: GroupReset,
    reply: GroupResetProgress,
  },
  "GET /api/setup/{organizationId}/groups/{groupId}/counters": {
    access: "see_counters",
    readUnits: 1_000,
    reply: CountersOfGroup,
  },
} satisfies Routes;
