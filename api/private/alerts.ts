import * as z from "zod";
import { AlertKind, AlertRule, AlertScope, StoredAlert } from "../../core/alerts/alert.ts";
import { AlertData } from "../../core/alerts/firing.ts";
import { NewName } from "../../core/display-name.ts";
import { ofEdit } from "./edit.ts";
import { ofForm } from "./form-id.ts";
import type { Routes } from "./route.ts";

const percent = AlertRule.shape.percent.unwrap();
const wholeNumber = z.int("must be a whole number");

/** A rule as a request has it: percent and level belong to their kind. */
const RuleFields = {
  percent: percent.exactOptional(),
  at: wholeNumber.exactOptional(),
  /** Null for that of the counter or the group. */
  capacity: AlertRule.shape.capacity.exactOptional(),
  /** Null for the threshold. */
  rearmBelow: wholeNumber.nullable().exactOptional(),
};

/** A new alert. */
export const NewAlert = z.object({
  name: NewName,
  scope: AlertScope,
  targetId: z.string().min(1, "choose a counter or a group").max(100),
  kind: AlertKind,
  ...RuleFields,
});
export type NewAlert = z.infer<typeof NewAlert>;

/** What can be changed of a rule: percent and level are null where they belong to another kind. */
const EditedRule = {
  ...RuleFields,
  kind: AlertKind.exactOptional(),
  percent: percent.nullable().exactOptional(),
  at: wholeNumber.nullable().exactOptional(),
};

/** What can be changed of an alert; absent fields stay as they are. */
export const AlertSettings = z.object({ name: NewName.exactOptional(), ...EditedRule });

const AlertEdit = ofEdit(
  AlertSettings,
  z.object({ name: z.string().exactOptional(), ...EditedRule }),
);

/** An alert with its effective state and what applies now. */
export const AlertView = StoredAlert.pick({
  id: true,
  name: true,
  scope: true,
  targetId: true,
  kind: true,
  percent: true,
  at: true,
  capacity: true,
  rearmBelow: true,
  createdAt: true,
}).extend({
  /** Null for a counter or a group that no longer exists. */
  targetName: z.string().nullable(),
  state: z.enum(["armed", "fired", "paused", "asleep"]),
  asleepBecause: z.enum(["plan", "no_capacity", "negative_capacity", "no_target"]).nullable(),
  /** Null when no count was evaluated since the organization returned to Enterprise. */
  stateSince: z.iso.datetime().nullable(),
  /** Of the count that began the state; null where its settings did, or nobody knows. */
  stateEventId: z.string().nullable(),
  capacityInForce: z.number().nullable(),
  threshold: z.number().nullable(),
  /** A count below this arms the alert again. */
  rearmLevel: z.number().nullable(),
  level: z.number().nullable(),
});
export type AlertView = z.infer<typeof AlertView>;

/** Sorted by name. */
export const AlertList = z.object({
  alerts: z.array(AlertView),
  /** The most alerts of one organization. */
  maximum: z.int(),
  /** Whether an endpoint subscribes to what alerts fire. */
  isReceived: z.boolean(),
});
export type AlertList = z.infer<typeof AlertList>;

const Target = z.object({
  id: z.string(),
  name: z.string(),
  /** The counter's goal or the group's capacity. */
  capacity: z.number().nullable(),
});

/** What an alert can watch, sorted by name: 50 at most of those that were `found`. */
export const AlertTargets = z.object({ targets: z.array(Target), found: z.int() });
export type AlertTargets = z.infer<typeof AlertTargets>;

export const AlertTargetQuery = z.object({
  scope: z.enum(["counter", "group"]),
  /** A part of the name. */
  q: z.string().max(200, "must have at most 200 characters").default(""),
});

export const FiringView = AlertData.omit({ organizationId: true }).extend({
  createdAt: z.iso.datetime(),
  /** As the webhook has it. */
  eventId: z.string(),
});
export type FiringView = z.infer<typeof FiringView>;

/**
 * Newest first. `next`, as the query parameter `from`, returns the next page; null on the last. Of
 * one alert a page can be short, or empty, before the last one.
 */
export const FiringPage = z.object({ firings: z.array(FiringView), next: z.string().nullable() });
export type FiringPage = z.infer<typeof FiringPage>;

export const FiringQuery = z.object({
  alert: z.string().max(50).optional(),
  from: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

/** Alerts, what they can watch, and what they fired. */
export const alertRoutes = {
  "GET /api/alerts/{organizationId}": {
    access: "manage_alerts",
    readUnits: 200,
    reply: AlertList,
  },
  "POST /api/alerts/{organizationId}": {
    access: "manage_alerts",
    body: ofForm(NewAlert),
    reply: AlertView,
  },
  "GET /api/alerts/{organizationId}/targets": {
    access: "manage_alerts",
    readUnits: 300,
    query: AlertTargetQuery,
    reply: AlertTargets,
  },
  "GET /api/alerts/{organizationId}/firings": {
    access: "manage_alerts",
    readUnits: 100,
    query: FiringQuery,
    reply: FiringPage,
  },
  "GET /api/alerts/{organizationId}/{alertId}": { access: "manage_alerts", reply: AlertView },
  "PATCH /api/alerts/{organizationId}/{alertId}": {
    access: "manage_alerts",
    body: AlertEdit,
    reply: AlertView,
  },
  "DELETE /api/alerts/{organizationId}/{alertId}": { access: "manage_alerts", reply: AlertView },
  "POST /api/alerts/{organizationId}/{alertId}/pause": {
    access: "manage_alerts",
    reply: AlertView,
  },
  "POST /api/alerts/{organizationId}/{alertId}/resume": {
    access: "manage_alerts",
    reply: AlertView,
  },
} satisfies Routes;
