import * as z from "zod";
import { AlertData } from "../../core/alerts/firing.ts";
import { LocalDate } from "../../core/calendar.ts";
import { maximumTiles, maximumUsualTargets } from "../../core/overview/overview-limits.ts";
import { isTargetId } from "../../core/overview/target.ts";
import { ExactNumber } from "./charts.ts";
import { ofEdit } from "./edit.ts";
import type { Routes } from "./route.ts";

const targets = (maximum: number) =>
  z
    .string()
    .transform((text) => [...new Set(text.split(",").filter((id) => id !== ""))])
    .refine((ids) => ids.every(isTargetId), {
      message: "must be ids of counters and groups",
      abort: true,
    })
    .refine((ids) => ids.length <= maximum, `must be at most ${maximum} ids`);

/** Ids of counters and groups, separated by commas; those that are gone are left out. */
export const OverviewQuery = z.object({
  /** Those of the poll before; without them the service selects. */
  targets: targets(maximumTiles).default([]),
});

export const UsualQuery = z.object({ targets: targets(maximumUsualTargets) });

/** What was counted in an hour of today. */
export const TilePointView = z.object({
  /** When the hour began, or the day within it. */
  at: z.iso.datetime(),
  /** The level before it. */
  level: ExactNumber,
  /** What people counted; below 0 where only taps of earlier hours were undone. */
  in: ExactNumber,
  out: ExactNumber,
});

/** A counter or group as it is now, and what was counted today. */
export const TileView = z.object({
  kind: z.enum(["counter", "group"]),
  id: z.string(),
  name: z.string(),
  level: ExactNumber,
  /** Of a group; null without one. */
  capacity: z.number().nullable(),
  /** Of a counter; null without one. */
  goal: z.number().nullable(),
  locked: z.boolean(),
  in: ExactNumber,
  out: ExactNumber,
  /** By how much the number was set higher, less by how much lower. */
  adjusted: ExactNumber.default(0),
  /** The highest number that a tap or an undo has made; null before the first of today. */
  peak: ExactNumber.nullable(),
  peakAt: z.iso.datetime().nullable(),
  lastCountAt: z.iso.datetime().nullable(),
  /** In order of time; hours without counts are absent. */
  points: z.array(TilePointView),
});
export type TileView = z.infer<typeof TileView>;

const FiredView = AlertData.pick({
  alertId: true,
  alertName: true,
  scope: true,
  counterId: true,
  groupId: true,
  level: true,
  threshold: true,
}).extend({ targetName: z.string(), at: z.iso.datetime() });

const OverviewEndpointView = z.object({
  id: z.string(),
  /** Null where it is known by its URL. */
  name: z.string().nullable(),
  url: z.string(),
  state: z.enum(["paused", "failing", "unused", "slow", "healthy"]),
  /** Since when it is paused or failing; null for the other states. */
  since: z.iso.datetime().nullable(),
  /** Deliveries that wait for a retry. */
  waiting: z.int(),
  /** False where `waiting` is a lower bound. */
  waitingIsExact: z.boolean(),
});

/** What happens in an organization now. */
export const OverviewView = z.object({
  /** On which the day started, in the organization's time zone. */
  date: LocalDate,
  startedAt: z.iso.datetime(),
  /** When the next day starts. */
  endsAt: z.iso.datetime(),
  timeZone: z.string(),
  /** Ids in their order; some can be of what is gone. */
  pins: z.array(z.string()),
  /** In the order of the query, of the pins, or of the selection; none without counters in use. */
  tiles: z.array(TileView),
  /** What fired today, newest first; at most 5. */
  firings: z.array(FiredView),
  /** Oldest first; null where the plan has no webhooks. */
  endpoints: z.array(OverviewEndpointView).nullable(),
  /** Active gates that no device has used today; at most 10 of `quietGateCount`. */
  quietGates: z.array(
    z.object({ id: z.string(), name: z.string(), lastHeardAt: z.iso.datetime().nullable() }),
  ),
  quietGateCount: z.int(),
});
export type OverviewView = z.infer<typeof OverviewView>;

/** What is usually counted by times of today. */
export const UsualView = z.object({
  usual: z.array(
    z.object({
      id: z.string(),
      /** How many days of this weekday, of the last eight, it is the average of. */
      days: z.int(),
      /** At full hours, and at the minutes of the current hour; in order of time. */
      steps: z.array(z.object({ at: z.iso.datetime(), in: z.number(), out: z.number() })),
    }),
  ),
});
export type UsualView = z.infer<typeof UsualView>;

export const Pins = z.object({
  pins: z
    .array(z.string())
    .max(maximumTiles, `must be at most ${maximumTiles} counters and groups`)
    .refine((ids) => ids.every(isTargetId), "must be ids of counters and groups")
    .refine((ids) => new Set(ids).size === ids.length, "must differ from one another"),
});
export type Pins = z.infer<typeof Pins>;

/** The body of PATCH …/pins. */
export const PinsEdit = ofEdit(Pins, z.object({ pins: z.array(z.string()).exactOptional() }));

/**
 * About what an overview reads: of a poll each tile, and else the lists that tiles are selected
 * from. An endpoint with 1,000 deliveries that wait adds 30.
 */
export function readUnitsOfOverview(targets: number): number {
  return targets === 0 ? 1_100 : 30 + 4 * targets;
}

/** The overview of an organization, for owners and admins. */
export const overviewRoutes = {
  "GET /api/overview/{organizationId}": {
    access: "manage_counters",
    checksAccess: true,
    isPolled: true,
    // Where the service selects among 10,000 counters; a poll that names its tiles reads less.
    readUnits: readUnitsOfOverview(0),
    query: OverviewQuery,
    reply: OverviewView,
  },
  "GET /api/overview/{organizationId}/usual": {
    access: "manage_counters",
    checksAccess: true,
    readUnits: 250,
    query: UsualQuery,
    reply: UsualView,
  },
  "PATCH /api/overview/{organizationId}/pins": {
    access: "manage_counters",
    readUnits: 30,
    body: PinsEdit,
    reply: Pins,
  },
} satisfies Routes;
