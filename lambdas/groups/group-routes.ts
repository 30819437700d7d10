import { failingOnDamaged } from "../../adapters/aws/damaged-items.ts";
import {
  countersPerRemoval,
  countersPerReset,
  type groupRoutes,
} from "../../api/private/groups.ts";
import type { AlertsOfTarget } from "../../core/alerts/alert-lookup.ts";
import { alertsAsleepAfter } from "../../core/alerts/sleeping-alerts.ts";
import { allInOrder } from "../../core/all-in-order.ts";
import { ApiError } from "../../core/api-error.ts";
import { isGroupId } from "../../core/counters/counter.ts";
import { idCreatedBy } from "../../core/form-ids.ts";
import { type GroupKey, levelOf, maximumGroups, StoredGroup } from "../../core/groups/group.ts";
import { createGroup, type GroupCreator } from "../../core/groups/group-changes.ts";
import { editGroup, type GroupUpdates } from "../../core/groups/group-edit.ts";
import { isInGroup } from "../../core/groups/membership.ts";
import { deleteGroup, type GroupDeletionPorts } from "../../core/groups/settings/delete-group.ts";
import { type GroupResetPorts, resetGroup } from "../../core/groups/settings/reset-group.ts";
import { sortByName } from "../../core/list-order.ts";
import { asMember } from "../../core/members/changed-by.ts";
import type { Member } from "../../core/members/member.ts";
import { type CounterPorts, formReused, noSuchGroup } from "../counters/counter-routes.ts";
import type { PrivateHandlers } from "../private-api/area-handler.ts";
import { boundedRun } from "../private-api/bounded-run.ts";
import { settingsConflict } from "../private-api/conflict-errors.ts";
import { createdBefore } from "../private-api/created-already-errors.ts";
import { forbidden, noSuchOrganization } from "../private-api/member-access.ts";
import { limitReached } from "../private-api/resource-errors.ts";

export interface GroupPorts
  extends GroupDeletionPorts,
    Pick<GroupResetPorts, "adjustments">,
    Pick<CounterPorts, "countersById"> {
  groupCreator: GroupCreator;
  groupUpdates: GroupUpdates;
  alerts: AlertsOfTarget;
}

/** Groups of counters. */
export function groupHandlers(ports: GroupPorts): PrivateHandlers<typeof groupRoutes> {
  return {
    "GET /api/setup/{organizationId}/groups": async ({ member }) => {
      const all = sortByName(await ports.groups.list(member.organizationId));
      return { body: { groups: all.map(groupView) } };
    },

    "POST /api/setup/{organizationId}/groups": async ({ member, body }) => {
      const { formId, ...settings } = body;
      const { organizationId } = member;
      const groupId = idCreatedBy({ kind: "grp", member, formId });
      const setup = { organizationId, group: settings, groupId };
      const creation = await createGroup(ports, setup, asMember(member));
      if (creation.result === "no_such_organization") throw noSuchOrganization();
      if (creation.result === "forbidden") throw forbidden();
      if (creation.result !== "created") throw tooManyGroups();
      const { group, isNew } = creation;
      if (isNew) return { body: groupView(group), statusCode: 201 };
      const stored = await ports.groups.get({ organizationId, groupId: group.id });
      const repeated = { stored, wanted: group, settings: GroupSettings };
      return { body: groupView(createdBefore("group", repeated)) };
    },

    "GET /api/setup/{organizationId}/groups/{groupId}": async (request) => {
      const group = await ports.groups.get(groupKeyOf(request));
      if (group === undefined) throw noSuchGroup();
      return { body: groupView(group) };
    },

    "GET /api/setup/{organizationId}/groups/{groupId}/counters": async (request) => {
      const key = groupKeyOf(request);
      const [group, members] = await allInOrder([
        ports.groups.get(key),
        ports.recounts.allMembers(key),
      ]);
      if (group === undefined) throw noSuchGroup();
      const { organizationId, groupId } = key;
      const counterIds = members.map(({ counterId }) => counterId);
      const found = await ports.countersById({ organizationId, counterIds });
      return { body: { counters: sortByName(found.filter((one) => isInGroup(one, groupId))) } };
    },

    "PATCH /api/setup/{organizationId}/groups/{groupId}": async (request) => {
      const { member, body } = request;
      const change = { key: groupKeyOf(request), seen: {}, ...body };
      const edit = await editGroup(ports, change, asMember(member));
      switch (edit.result) {
        case "updated":
          return {
            body: { ...groupView(edit.group), sleepingAlerts: await sleeping(ports, edit) },
          };
        case "unchanged":
          return { body: { ...groupView(edit.group), sleepingAlerts: 0 } };
        case "conflict":
          throw settingsConflict(edit.fields);
        case "no_such_group":
          throw noSuchGroup();
        case "forbidden":
          throw forbidden();
      }
    },

    "POST /api/setup/{organizationId}/groups/{groupId}/reset": async (request) => {
      const { member, body } = request;
      const run = { ...boundedRun(ports.clock, countersPerReset), by: asMember(member) };
      const reset = await resetGroup(ports, { key: groupKeyOf(request), ...body }, run);
      switch (reset.result) {
        case "reset":
          return { body: reset };
        case "key_reused":
          throw formReused(
            `An earlier request of this form has set the counter ${reset.counterId} to a number. ` +
              "Close this form, and open it again to reset the group",
          );
        case "forbidden":
          throw forbidden();
        default:
          throw noSuchGroup();
      }
    },

    "DELETE /api/setup/{organizationId}/groups/{groupId}": async (request) => {
      const { member, body } = request;
      const removal = { key: groupKeyOf(request), ungroup: body.ungroup, by: asMember(member) };
      const run = boundedRun(ports.clock, countersPerRemoval);
      const deletion = await failingOnDamaged(() => deleteGroup(ports, removal, run));
      switch (deletion.result) {
        case "deleted": {
          const { ungrouped } = deletion;
          return { body: { deleted: true, ungrouped, counters: ungrouped } };
        }
        case "stopped":
          return { body: { ...deletion, deleted: false } };
        case "has_counters":
          throw hasCounters(deletion.counters.length);
        case "forbidden":
          throw forbidden();
        default:
          throw noSuchGroup();
      }
    },
  };
}

/** With its total as a number. */
function groupView(group: StoredGroup) {
  return { ...group, total: levelOf(group.total) };
}

const GroupSettings = StoredGroup.pick({ name: true, capacity: true });

/** How many of a group's alerts have no threshold any more. */
async function sleeping(
  ports: GroupPorts,
  { before, group }: { before: StoredGroup; group: StoredGroup },
): Promise<number> {
  const changed = { target: group, before: before.capacity, after: group.capacity };
  return (await alertsAsleepAfter(ports, changed)).length;
}

/** The group that the path names; throws 404 for text that cannot be an id. */
/** The group that a request names; throws the 404. */
export function groupKeyOf({
  member: { organizationId },
  path: { groupId },
}: {
  member: Member;
  path: { groupId: string };
}): GroupKey {
  if (!isGroupId(groupId)) throw noSuchGroup();
  return { organizationId, groupId };
}

function tooManyGroups(): ApiError {
  return limitReached({ maximum: maximumGroups, of: "groups", remedy: "delete one first" });
}

function hasCounters(counters: number): ApiError {
  const counterText = counters === 1 ? "1 counter" : `${counters.toLocaleString("en")} counters`;
  return new ApiError(
    409,
    `The group has ${counterText}: take them out of it, or delete it with ungroup`,
  );
}
