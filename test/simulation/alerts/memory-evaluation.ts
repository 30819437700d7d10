import type { EvaluationStore } from "../../../core/alerts/evaluate-counts.ts";
import type { EvaluationWrite } from "../../../core/alerts/evaluation-plan.ts";
import { firingKeyOf } from "../../../core/alerts/firing.ts";
import type { Invocation } from "./commit-log.ts";
import { memberKey, type Tables } from "./tables.ts";

/** Which conditions of a write are checked; a defect leaves one out. */
export interface WriteConditions {
  groupRevision: boolean;
  alertRevision: boolean;
}

export const allConditions: WriteConditions = { groupRevision: true, alertRevision: true };

/** The store of evaluation in memory, with the conditions of the DynamoDB adapter. */
export function memoryEvaluation(
  tables: Tables,
  invocation: Invocation,
  conditions = allConditions,
): EvaluationStore {
  return {
    maximumWrites: 6,
    entitlement: async () => tables.organization,
    alerts: async ({ targetId }) => tables.alertsOn(targetId),
    group: async ({ groupId }) => tables.groups.get(groupId),
    members: async ({ groupId }, counterIds) =>
      counterIds.flatMap((counterId) => tables.members.get(memberKey(groupId, counterId)) ?? []),
    async write(write) {
      if (!holds(tables, write, conditions)) return "conflict";
      apply(tables, write);
      tables.log.push({ kind: "evaluated", invocation, write });
      return "written";
    },
  };
}

function holds(tables: Tables, write: EvaluationWrite, conditions: WriteConditions): boolean {
  const { group, members, alerts, firings } = write;
  const groupHolds =
    group === undefined ||
    (conditions.groupRevision
      ? tables.groups.get(group.before.id)?.revision === group.before.revision
      : tables.groups.has(group.before.id));
  return (
    groupHolds &&
    members.every(({ counterId }) =>
      tables.members.has(memberKey(group?.before.id ?? "", counterId)),
    ) &&
    alerts.every(({ before }) =>
      conditions.alertRevision
        ? tables.alerts.get(before.id)?.revision === before.revision
        : tables.alerts.has(before.id),
    ) &&
    firings.every((firing) => !tables.firings.has(firingKeyOf(firing).firingKey))
  );
}

function apply(tables: Tables, { group, members, alerts, firings }: EvaluationWrite): void {
  const stored = group && tables.groups.get(group.before.id);
  if (group && stored) {
    const { revision } = group.before;
    const { total, sums, marks } = group;
    tables.groups.set(stored.id, { ...stored, ...sums, total, revision: revision + 1 });
    for (const mark of marks) {
      tables.marks.set(`${stored.id}#${mark.resolution}#${mark.at}`, mark);
    }
    for (const member of members)
      tables.members.set(memberKey(stored.id, member.counterId), member);
  }
  for (const { before, after } of alerts) {
    tables.alerts.set(after.id, { ...after, revision: before.revision + 1 });
  }
  for (const firing of firings) tables.firings.set(firingKeyOf(firing).firingKey, firing);
}
