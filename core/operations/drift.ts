import { dayOf } from "../calendar.ts";
import type { StoredCounter } from "../counters/counter.ts";
import { needsReset } from "../counters/days/daily-reset.ts";
import type { GroupKey, GroupMember, StoredGroup } from "../groups/group.ts";
import { isInGroup } from "../groups/membership.ts";
import type { OrganizationRecord } from "../organizations/organization.ts";
import { counted, critical, type Finding, named, warning } from "./finding.ts";

/** Reads of the tables, each strongly consistent. */
export interface DriftPorts {
  storedCounters: { list(organizationId: string): Promise<StoredCounter[]> };
  groups: {
    list(organizationId: string): Promise<StoredGroup[]>;
    allMembers(key: GroupKey): Promise<GroupMember[]>;
  };
  clock: { now(): number };
}

/**
 * Looks for what falls behind in an organization although every write of the service is whole: what
 * later work has to do. What only a restore can leave wrong, it corrects itself (data repair).
 */
export async function lookForDrift(
  ports: DriftPorts,
  record: OrganizationRecord,
  mostGroups: number,
): Promise<{ findings: Finding[]; groups: number }> {
  const organizationId = record.organization.id;
  // Before their groups: what is evaluated meanwhile is then no finding.
  const counters = await ports.storedCounters.list(organizationId);
  const groups = (await ports.groups.list(organizationId)).slice(0, mostGroups);
  const nowMs = ports.clock.now();
  const findings = judgeDays(record, counters, nowMs);
  for (const { id: groupId } of groups) {
    const members = await ports.groups.allMembers({ organizationId, groupId });
    const inGroup = counters.filter((counter) => isInGroup(counter, groupId));
    findings.push(...judgeGroup({ organizationId, groupId }, members, { inGroup, nowMs }));
  }
  return { findings, groups: groups.length };
}

/** 10,000 resets and evaluations take some minutes; what takes longer does not go on by itself. */
const patienceMs = 15 * 60_000;

/**
 * A group's total takes each count when it is evaluated, after the count itself. The record of a count
 * can be given up: its evaluation failed for a day, or was stored as failed and then deleted.
 */
export function judgeGroup(
  { organizationId, groupId }: GroupKey,
  members: GroupMember[],
  { inGroup, nowMs }: { inGroup: StoredCounter[]; nowMs: number },
): Finding[] {
  const evaluated = new Map(members.map((member) => [member.counterId, member.lastEventId]));
  const behind = inGroup.filter(
    ({ id, lastEventId, updatedAt }) =>
      lastEventId > (evaluated.get(id) ?? lastEventId) &&
      nowMs - Date.parse(updatedAt) > patienceMs,
  );
  if (behind.length === 0) return [];
  return [
    warning(
      `the total of the group ${groupId} of ${organizationId} lacks the newest counts of ${counted(behind.length, "counter")}, ` +
        `because their evaluation fails or was given up: ${named(behind.map(({ id }) => id))}`,
      'first see docs/operators/runbook.md, "Counts are not evaluated"; what is lost there is added by this',
      { verb: "data repair", args: ["--org", organizationId, "--group", groupId] },
    ),
  ];
}

/** A day is started by a scheduled function, which can fail for an organization, or not be invoked. */
export function judgeDays(
  { organization, nextDayStart = "" }: OrganizationRecord,
  counters: StoredCounter[],
  nowMs: number,
): Finding[] {
  const daily = counters.filter(({ resetDaily, archivedAt }) => resetDaily && !archivedAt);
  if (daily.length === 0 || !(nowMs - Date.parse(nextDayStart) >= patienceMs)) return [];
  const day = dayOf(organization, nowMs);
  const overdue = daily.filter((counter) => needsReset(counter, day));
  const waiting =
    overdue.length === 0
      ? ""
      : `; not reset yet (${counted(overdue.length, "counter")}): ${named(overdue.map(({ id }) => id))}`;
  return [
    critical(
      `a day of ${organization.id} has been due since ${nextDayStart}, because start-days fails or does not run${waiting}`,
      'see docs/operators/runbook.md, "Days do not start"',
    ),
  ];
}
