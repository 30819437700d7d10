import type { AuditEntry, Change } from "../audit/audit-entry.ts";
import type { StoredCounter } from "../counters/counter.ts";
import type { StoredCounters } from "../counters/counter-lookup.ts";
import { type RebuildPorts, rebuildMarks } from "../counters/rebuild-marks.ts";
import { levelOf } from "../groups/group.ts";
import type { NoSuchGroup } from "../groups/group-changes.ts";
import { type GroupRecountPorts, recountGroup } from "../groups/settings/recount.ts";
import type { ChangedBy } from "../members/changed-by.ts";
import { runningAudit, type WorkAuditPorts, workEntry } from "../members/running-audit.ts";
import { findOrganization } from "../organizations/organization.ts";
import { type RecountPorts, recountOrganization } from "./recount.ts";

export interface RepairPorts extends RecountPorts, GroupRecountPorts, RebuildPorts, WorkAuditPorts {
  storedCounters: StoredCounters;
  clock: RecountPorts["clock"];
  dueDays: {
    /** Lets an organization join the index of day starts, unless it is in it: it is due at this time. */
    plan(organizationId: string, atMs: number): Promise<void>;
  };
}

/** A whole organization, or one group or counter of it. */
export interface RepairScope {
  organizationId: string;
  groupId?: string | undefined;
  counterId?: string | undefined;
  /** Without the marks of the organization's counters, which take a read of all histories. */
  leavesMarks?: boolean;
  /** The counter at which an earlier run was stopped. */
  from?: string | undefined;
}

export interface RepairRun {
  by: ChangedBy;
  isStopped(): boolean;
  onEvents(done: number): void;
  /** Gets what is done, also when the run breaks off. */
  sum: RepairSum;
}

export interface RepairSum {
  corrected: Correction[];
  counters: number;
  /** Those that were read, also of a counter that was not finished. */
  events: number;
  marks: number;
  removed: number;
}

/** A number that was wrong, of the organization, a group or a counter. */
export interface Correction {
  id: string;
  number: string;
  before: number;
  after: number;
}

export type Repair =
  | { result: "repaired" }
  /** Before this counter; without one, before any. */
  | { result: "stopped"; next?: string }
  | NoSuchGroup
  | { result: "no_such_counter"; counterId: string };

export function newRepairSum(): RepairSum {
  return { corrected: [], counters: 0, events: 0, marks: 0, removed: 0 };
}

/**
 * Computes anew what follows from other items: an organization's numbers, its planned day start, the
 * totals of its groups, and the marks of its counters. People can go on working, and whatever breaks
 * off or is done twice leaves nothing wrong.
 */
export async function repair(
  ports: RepairPorts,
  scope: RepairScope,
  run: RepairRun,
): Promise<Repair> {
  const { organizationId, groupId, counterId, leavesMarks, from = "" } = scope;
  const record = await findOrganization(ports, organizationId);
  if (record === undefined) return { result: "no_such_organization" };
  if (groupId !== undefined) return await repairTotal(ports, { organizationId, groupId }, run);
  if (counterId !== undefined) {
    const counter = await ports.storedCounters.get({ organizationId, counterId });
    if (counter === undefined) return { result: "no_such_counter", counterId };
    const { id, name } = counter;
    return await repairMarks(ports, [counter], { kind: "counter", id, name }, run);
  }
  const recounted = await recountOrganization(ports, organizationId, run.by);
  if (recounted.result !== "recounted") return recounted;
  run.sum.corrected.push(...recounted.corrected.map(({ item: _, ...correction }) => correction));
  for (const { id } of await ports.groups.list(organizationId)) {
    if (run.isStopped()) return { result: "stopped" };
    // One that is gone was deleted meanwhile.
    await repairTotal(ports, { organizationId, groupId: id }, run);
  }
  const counters = await ports.storedCounters.list(organizationId);
  const waits = counters.some(({ resetDaily, archivedAt }) => resetDaily && !archivedAt);
  // An organization that is restored has the plan of the backup, which may be older than its counters.
  if (waits && record.nextDayStart === undefined) {
    await ports.dueDays.plan(organizationId, ports.clock.now());
  }
  if (leavesMarks) return { result: "repaired" };
  const left = counters
    .filter(({ id }) => id >= from)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const { name } = record.organization;
  return await repairMarks(ports, left, { kind: "organization", id: organizationId, name }, run);
}

async function repairTotal(
  ports: RepairPorts,
  key: { organizationId: string; groupId: string },
  { by, sum }: RepairRun,
): Promise<Repair> {
  const recount = await recountGroup(ports, key, runningAudit(ports, by, "data.repair"));
  if (recount.result !== "recounted") return recount;
  const { group, difference, outdated, missing, orphaned } = recount;
  const wrongMembers = outdated + missing + orphaned;
  const id = key.groupId;
  if (wrongMembers > 0) {
    sum.corrected.push({ id, number: "wrongMembers", before: wrongMembers, after: 0 });
  }
  if (difference !== 0n) {
    const before = levelOf(group.total - difference);
    sum.corrected.push({ id, number: "total", before, after: levelOf(group.total) });
  }
  return { result: "repaired" };
}

async function repairMarks(
  ports: RepairPorts,
  counters: StoredCounter[],
  target: AuditEntry["target"],
  { by, sum, onEvents, isStopped }: RepairRun,
): Promise<Repair> {
  const entry = workEntry(ports, by, "data.repair");
  const done = { counters: 0, events: 0, marks: 0, removed: 0 };
  const change = ({ organizationId }: StoredCounter): Change => ({
    ...{ organizationId, target, before: null, after: { ...done } },
  });
  for (const counter of counters) {
    const { organizationId, id: counterId } = counter;
    if (isStopped()) return { result: "stopped", next: counterId };
    await entry.begin(change(counter));
    const before = sum.events;
    const control = {
      isStopped,
      onEvents(events: number) {
        sum.events = before + events;
        onEvents(sum.events);
      },
    };
    const rebuilt = await rebuildMarks(ports, { organizationId, counterId }, control);
    if (rebuilt.result === "stopped") return { result: "stopped", next: counterId };
    if (rebuilt.result === "no_such_counter") return { ...rebuilt, counterId };
    const { events, marks, removed } = rebuilt;
    done.events += events;
    for (const part of [done, sum]) {
      part.counters += 1;
      part.marks += marks;
      part.removed += removed;
    }
    await entry.soFar(change(counter));
  }
  return { result: "repaired" };
}
