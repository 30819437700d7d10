import type { StoredCounters } from "../counters/counter-lookup.ts";
import {
  type ChartsPorts,
  type ChartsRebuild,
  newRebuildSum,
  type RebuildRun,
  type RebuildSum,
  rebuildCharts,
} from "../counters/rebuild-charts.ts";
import { levelOf } from "../groups/group.ts";
import type { NoSuchGroup } from "../groups/group-changes.ts";
import { type GroupRecountPorts, recountGroup } from "../groups/settings/recount.ts";
import { runningAudit } from "../members/running-audit.ts";
import { type ResumingReportsPorts, resumeReports } from "../notices/report-schedule.ts";
import { findOrganization } from "../organizations/organization.ts";
import { type RecountPorts, recountOrganization } from "./recount.ts";

interface RepairPorts extends RecountPorts, GroupRecountPorts, ChartsPorts {
  storedCounters: StoredCounters;
  clock: RecountPorts["clock"];
  dueDays: {
    /** Lets an organization join the index of day starts, unless it is in it: it is due at this time. */
    plan(organizationId: string, atMs: number): Promise<void>;
  };
  /** Undefined where people get no mail. */
  chat: ResumingReportsPorts | undefined;
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

interface RepairRun extends RebuildRun {
  /** Gets what is done, also when the run breaks off. */
  sum: RepairSum;
}

export interface RepairSum extends RebuildSum {
  corrected: Correction[];
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
  return { corrected: [], ...newRebuildSum() };
}

/**
 * Computes anew what follows from other items: an organization's numbers, its planned day start and
 * weekly report, the totals of its groups, and the marks of its counters. People can go on working, and whatever breaks
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
    const of = { organizationId, counterIds: [id], target: { kind: "counter", id, name } };
    return resultOf(await rebuildCharts(ports, of, run));
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
  if (ports.chat) await resumeReports(ports.chat, organizationId);
  if (leavesMarks) return { result: "repaired" };
  const counterIds = counters
    .map(({ id }) => id)
    .filter((id) => id >= from)
    .toSorted();
  const target = { kind: "organization", id: organizationId, name: record.organization.name };
  return resultOf(await rebuildCharts(ports, { organizationId, counterIds, target }, run));
}

function resultOf(rebuilt: ChartsRebuild): Repair {
  if (rebuilt.result === "stopped") return { result: "stopped", next: rebuilt.counterId };
  return rebuilt.result === "rebuilt" ? { result: "repaired" } : rebuilt;
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
