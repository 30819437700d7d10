import type { Firing, FiringPageQuery } from "../alerts/firing.ts";
import { allInOrder } from "../all-in-order.ts";
import { type Calendar, type Day, dayOf, nextDayStartMs } from "../calendar.ts";
import type { Clock } from "../clock.ts";
import type { MarkReader, MarkTarget } from "../counters/count-mark.ts";
import type { StoredCounter } from "../counters/counter.ts";
import { isCounterId } from "../counters/counter-names.ts";
import type { BudgetedList } from "../counters/list-budget.ts";
import { type Gate, gateState } from "../gates/gate.ts";
import type { StoredGroup } from "../groups/group.ts";
import { sortByAge } from "../list-order.ts";
import { type Plan, planIncludesWebhooks } from "../organizations/plan.ts";
import type { StoredEndpoint } from "../webhooks/endpoint.ts";
import { type EndpointSummary, endpointSummary } from "./endpoint-state.ts";
import { maximumFirings } from "./overview-limits.ts";
import { busyCandidates, type Candidate, selectTargets } from "./select-targets.ts";
import { counterTarget, groupTarget, type OverviewTarget } from "./target.ts";
import { readTileDay, type TileDay } from "./tile.ts";

/** What the overview reads of an organization's own item. */
export interface OverviewOrganization {
  plan: Plan;
  calendar: Calendar;
  pins: string[];
}

export interface TargetPorts {
  /** Those of these counters that are in use. */
  counters(wanted: { organizationId: string; counterIds: string[] }): Promise<StoredCounter[]>;
  /** Those of these groups that exist. */
  groups(wanted: { organizationId: string; groupIds: string[] }): Promise<StoredGroup[]>;
}

export interface OverviewPorts extends TargetPorts {
  organization(organizationId: string): Promise<OverviewOrganization | undefined>;
  /** Every counter in use, for the selection. */
  listCounters: BudgetedList<Candidate[]>;
  listGroups(organizationId: string): Promise<StoredGroup[]>;
  marks: MarkReader;
  /** What these had ever counted before the day that began at a time, where they counted on it. */
  countedBefore(targets: MarkTarget[], startedAt: string): Promise<Map<string, number>>;
  firings: { page(query: FiringPageQuery & { since: string }): Promise<{ firings: Firing[] }> };
  listEndpoints(organizationId: string): Promise<StoredEndpoint[]>;
  /** How many deliveries of an endpoint wait for a retry. */
  countWaiting(endpointId: string): Promise<{ count: number; exact: boolean }>;
  listGates(organizationId: string): Promise<Gate[]>;
  clock: Pick<Clock, "now">;
}

export interface Tile extends Omit<OverviewTarget, "charted"> {
  day: TileDay;
}

export interface Overview {
  day: Day;
  /** When the next day starts. */
  endsMs: number;
  timeZone: string;
  pins: string[];
  /** None in an organization without groups and counters in use. */
  tiles: Tile[];
  /** The newest of today. */
  firings: Firing[];
  /** Null where the plan has no webhooks. */
  endpoints: EndpointSummary[] | null;
  /** Active gates that no device has used today, the ones used last first. */
  quietGates: Gate[];
}

export type ShownOverview =
  | { result: "shown"; overview: Overview }
  /** `used_up`: the organization reads too many long lists in this second. */
  | { result: "no_such_organization" | "used_up" };

/**
 * The overview of an organization: of these counters and groups, or of those that the service
 * selects.
 * Targets that are gone are left out; where none is left, others are selected.
 */
export async function readOverview(
  ports: OverviewPorts,
  organizationId: string,
  targetIds: string[],
): Promise<ShownOverview> {
  const [organization, asked, gates] = await allInOrder([
    ports.organization(organizationId),
    readTargets(ports, organizationId, targetIds),
    ports.listGates(organizationId),
  ]);
  if (organization === undefined) return { result: "no_such_organization" };
  const { plan, calendar, pins } = organization;
  const nowMs = ports.clock.now();
  const day = dayOf(calendar, nowMs);
  const [tiles, { firings }, endpoints] = await allInOrder([
    readTiles(ports, organizationId, { asked, pins, calendar, day }),
    ports.firings.page({ organizationId, since: isoTime(day.startMs), limit: maximumFirings }),
    planIncludesWebhooks(plan) ? readEndpoints(ports, organizationId) : null,
  ]);
  if (tiles === "used_up") return { result: "used_up" };
  const overview = {
    ...{ day, endsMs: nextDayStartMs(calendar, nowMs), timeZone: calendar.timeZone, pins },
    ...{ tiles, firings, endpoints, quietGates: quietGates(gates, { day, nowMs }) },
  };
  return { result: "shown", overview };
}

async function readTiles(
  ports: OverviewPorts,
  organizationId: string,
  known: { asked: OverviewTarget[]; pins: string[]; calendar: Calendar; day: Day },
): Promise<Tile[] | "used_up"> {
  const { asked, pins, calendar, day } = known;
  let targets = asked.length > 0 ? asked : await readTargets(ports, organizationId, pins);
  if (targets.length === 0) {
    const ids = await selectIds(ports, organizationId, day);
    if (ids === "used_up") return ids;
    targets = await readTargets(ports, organizationId, ids);
  }
  return await allInOrder(
    targets.map(async ({ charted, ...target }) => {
      const marked = { organizationId, targetId: target.id };
      return { ...target, day: await readTileDay(ports, marked, { charted, calendar }) };
    }),
  );
}

/** The counters and groups with these ids, in their order; those that are gone are left out. */
export async function readTargets(
  ports: TargetPorts,
  organizationId: string,
  ids: string[],
): Promise<OverviewTarget[]> {
  const counterIds = ids.filter(isCounterId);
  const groupIds = ids.filter((id) => !isCounterId(id));
  const [counters, groups] = await allInOrder([
    counterIds.length > 0 ? ports.counters({ organizationId, counterIds }) : [],
    groupIds.length > 0 ? ports.groups({ organizationId, groupIds }) : [],
  ]);
  const found = [...counters.map(counterTarget), ...groups.map(groupTarget)];
  const byId = new Map(found.map((target) => [target.id, target]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function selectIds(
  ports: OverviewPorts,
  organizationId: string,
  day: Day,
): Promise<string[] | "used_up"> {
  const [listed, groups] = await allInOrder([
    ports.listCounters(organizationId),
    ports.listGroups(organizationId),
  ]);
  if (listed.result === "used_up") return "used_up";
  const candidates = [...groups.map(candidateGroup), ...listed.counters];
  const busy = busyCandidates(candidates, { startMs: day.startMs, nowMs: ports.clock.now() });
  const targets = busy.map(({ id: targetId }) => ({ organizationId, targetId }));
  const countedBefore = await ports.countedBefore(targets, isoTime(day.startMs));
  return selectTargets(candidates, { busy, countedBefore });
}

function candidateGroup(group: StoredGroup): Candidate {
  const { id, name, total, capacity: limit, lastCountAt = null, createdAt } = group;
  const counted = Number((group.ups ?? 0n) + (group.downs ?? 0n));
  return { id, name, level: Number(total), limit, lastCountAt, createdAt, counted };
}

async function readEndpoints(
  ports: OverviewPorts,
  organizationId: string,
): Promise<EndpointSummary[]> {
  const stored = sortByAge(await ports.listEndpoints(organizationId));
  return await allInOrder(
    stored.map(async (endpoint) =>
      endpointSummary(endpoint, await ports.countWaiting(endpoint.id)),
    ),
  );
}

function quietGates(gates: Gate[], { day, nowMs }: { day: Day; nowMs: number }): Gate[] {
  return gates
    .filter((gate) => gateState(gate, nowMs) === "active")
    .filter(({ lastHeardAt = "" }) => lastHeardAt < isoTime(day.startMs))
    .sort((a, b) => (b.lastHeardAt ?? "").localeCompare(a.lastHeardAt ?? ""));
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
