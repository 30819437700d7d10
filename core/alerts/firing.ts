import * as z from "zod";
import type { Clock } from "../clock.ts";
import { AlertKind, AlertScope } from "./alert.ts";

/** Data of threshold.alert.fired: scope and kind of contract §6, and what fired. */
export const AlertData = z
  .object({
    organizationId: z.string().meta({ description: "The organization that has the alert." }),
    scope: AlertScope.meta({ description: "What the alert is on." }),
    kind: AlertKind.meta({
      description:
        "at_capacity: the level reached the capacity; percent: it reached a percentage of the " +
        "capacity; absolute: it reached a number.",
    }),
    alertId: z.string().meta({ description: "The alert." }),
    alertName: z.string().meta({ description: "Its name when it fired." }),
    counterId: z.string().meta({ description: "The counter whose count fired it." }),
    counterName: z.string().meta({ description: "Its name when it was counted." }),
    groupId: z.string().nullable().meta({ description: "The group; null for scope counter." }),
    groupName: z.string().nullable().meta({ description: "Its name; null for scope counter." }),
    threshold: z.int().meta({ description: "The level at which the alert fires." }),
    capacity: z.number().nullable().meta({
      description: "The capacity in force; null if there is none.",
    }),
    percent: z.int().nullable().meta({ description: "Of the capacity; null unless kind percent." }),
    previousLevel: z.int().meta({ description: "The level before the count." }),
    level: z.int().meta({
      description: "The level after it: the counter's count, or the total of the group.",
    }),
    lastEventId: z.int().min(1).meta({ description: "The number of the count event." }),
  })
  .meta({
    description: "What fired. Ignore fields that you don't know.",
    // Later versions may add fields. The parser drops unknown ones, so the type stays exact.
    additionalProperties: true,
  });
export type AlertData = z.infer<typeof AlertData>;

/** A firing as it is stored: the webhook's data, and what was known of the count that fired it. */
export interface Firing extends AlertData {
  /** When it was counted. */
  createdAt: string;
  /** The group of its counter at that time, for an alert of the counter; absent when it was in none. */
  counterGroupId?: string;
}

/** How long a firing is kept, for resending its webhook. */
export const firingDays = 90;

/** Where a firing is stored; the key sorts by time and names alert and count. */
export interface FiringKey {
  organizationId: string;
  firingKey: string;
}

export function firingKeyOf(firing: Firing): FiringKey {
  const { organizationId, createdAt, alertId, counterId, lastEventId } = firing;
  return { organizationId, firingKey: `${createdAt}/${alertId}/${counterId}:${lastEventId}` };
}

/** The id of a firing's event. Two alerts that one count fires share it. */
export function firingEventId({ counterId, lastEventId }: Firing): string {
  return `threshold.alert.fired:${counterId}:${lastEventId}`;
}

/** The alert in the key of a firing; null for any other text. */
export function alertIdOf(firingKey: string): string | null {
  return /^[^/]+\/(alt_\w+)\//.exec(firingKey)?.[1] ?? null;
}

/** The firings of an organization that are kept, newest first. */
export async function listFirings(
  { firings }: FiringList,
  organizationId: string,
  { nowMs, sinceMs = 0 }: { nowMs: number; sinceMs?: number | undefined },
): Promise<Firing[]> {
  // DynamoDB deletes what has expired some days late.
  const oldestMs = Math.max(sinceMs, nowMs - firingDays * 86_400_000);
  return await firings.list(organizationId, { since: new Date(oldestMs).toISOString() });
}

export interface FiringPageQuery {
  organizationId: string;
  /** Only of this alert; may be any text. */
  alertId?: string | undefined;
  /** `next` of the page before; may be any text. */
  from?: string | undefined;
  limit: number;
}

/** A page of the firings that are kept, newest first. */
export async function listFiringPage(
  ports: {
    firings: {
      page(
        query: FiringPageQuery & { since: string },
      ): Promise<{ firings: Firing[]; next: string | null }>;
    };
    clock: Pick<Clock, "now">;
  },
  query: FiringPageQuery,
): Promise<{ firings: Firing[]; next: string | null }> {
  const since = new Date(ports.clock.now() - firingDays * 86_400_000).toISOString();
  return await ports.firings.page({ ...query, since });
}

interface FiringList {
  firings: {
    list(organizationId: string, options: { since?: string | undefined }): Promise<Firing[]>;
  };
}
