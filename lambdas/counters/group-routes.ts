import type { AlertsOfTarget } from "../../core/alerts/alert-lookup.ts";
import { ApiError } from "../../core/api-error.ts";
import { idCreatedBy } from "../../core/form-ids.ts";
import { deleteGroup, type GroupDeletionPorts } from "../../core/groups/delete-group.ts";
import { type GroupKey, isGroupId, maximumGroups, StoredGroup } from "../../core/groups/group.ts";
import { createGroup, type GroupCreator } from "../../core/groups/group-changes.ts";
import { editGroup, type GroupUpdates } from "../../core/groups/group-edit.ts";
import { isInGroup } from "../../core/groups/membership.ts";
import { alertsAsleepAfter } from "../../core/groups/sleeping-alerts.ts";
import { sortByName } from "../../core/list-order.ts";
import { asMember } from "../../core/members/changed-by.ts";
import { counterRow, groupView } from "../../core/private-api/counters/counter-views.ts";
import {
  type ChangedGroup,
  type CountersOfGroup,
  countersPerRemoval,
  GroupEdit,
  type GroupList,
  GroupRemoval,
  type GroupRemovalProgress,
  GroupSetup,
  type GroupView,
} from "../../core/private-api/counters/groups.ts";
import { ofForm } from "../../core/private-api/form-id.ts";
import { type HttpEvent, jsonResponse } from "../http/message.ts";
import { boundedRun } from "../private-api/bounded-run.ts";
import { settingsConflict } from "../private-api/conflict-errors.ts";
import { createdBefore } from "../private-api/created-already-errors.ts";
import { forbidden, type MemberAccess, noSuchOrganization } from "../private-api/member-access.ts";
import { bodyOf, type PrivateRoute } from "../private-api/private-handler.ts";
import { limitReached } from "../private-api/resource-errors.ts";
import { type CounterPorts, noSuchGroup } from "./counter-routes.ts";

export interface GroupPorts extends GroupDeletionPorts, Pick<CounterPorts, "countersById"> {
  groupCreator: GroupCreator;
  groupUpdates: GroupUpdates;
  alerts: AlertsOfTarget;
}

const groups = "/api/organizations/{organizationId}/groups";

/** Groups of counters. */
export function groupRoutes(access: MemberAccess, ports: GroupPorts): Record<string, PrivateRoute> {
  return {
    [`GET ${groups}`]: async (event) => {
      const { member } = await access.member(event, "see_counters");
      const all = sortByName(await ports.groups.list(member.organizationId));
      return jsonResponse({ groups: all.map(groupView) } satisfies GroupList);
    },

    [`POST ${groups}`]: async (event) => {
      const { member } = await access.member(event, "manage_counters");
      const { formId, ...group } = bodyOf(event, ofForm(GroupSetup));
      const groupId = formId && idCreatedBy({ kind: "grp", member, formId });
      const setup = { organizationId: member.organizationId, group, groupId };
      const creation = await createGroup(ports, setup, asMember(member));
      if (creation.result === "no_such_organization") throw noSuchOrganization();
      if (creation.result === "forbidden") throw forbidden();
      if (creation.result !== "created") throw tooManyGroups();
      if (!creation.isNew) {
        const { organizationId, id } = creation.group;
        const stored = await ports.groups.get({ organizationId, groupId: id });
        const repeated = { stored, wanted: creation.group, settings: GroupSettings };
        return jsonResponse(groupView(createdBefore("group", repeated)));
      }
      return { ...jsonResponse(groupView(creation.group) satisfies GroupView), statusCode: 201 };
    },

    [`GET ${groups}/{groupId}`]: async (event) => {
      const { member } = await access.member(event, "see_counters");
      const group = await ports.groups.get(groupKeyOf(event, member));
      if (group === undefined) throw noSuchGroup();
      return jsonResponse(groupView(group) satisfies GroupView);
    },

    [`GET ${groups}/{groupId}/counters`]: async (event) => {
      const { member } = await access.member(event, "see_counters");
      const key = groupKeyOf(event, member);
      const [group, members] = await Promise.all([
        ports.groups.get(key),
        ports.recounts.allMembers(key),
      ]);
      if (group === undefined) throw noSuchGroup();
      const { organizationId, groupId } = key;
      const counterIds = members.map(({ counterId }) => counterId);
      const its = await ports.countersById({ organizationId, counterIds });
      const counters = sortByName(its.filter((counter) => isInGroup(counter, groupId)));
      return jsonResponse({ counters: counters.map(counterRow) } satisfies CountersOfGroup);
    },

    [`PATCH ${groups}/{groupId}`]: async (event) => {
      const { member } = await access.member(event, "manage_counters");
      const { settings, seen } = bodyOf(event, GroupEdit);
      const key = groupKeyOf(event, member);
      const edit = await editGroup(ports, { key, settings, seen }, asMember(member));
      switch (edit.result) {
        case "updated":
          return changedGroup(edit.group, await sleeping(ports, edit));
        case "unchanged":
          return changedGroup(edit.group, 0);
        case "conflict":
          throw settingsConflict(edit.fields);
        case "no_such_group":
          throw noSuchGroup();
        case "forbidden":
          throw forbidden();
      }
    },

    [`DELETE ${groups}/{groupId}`]: async (event) => {
      const { member } = await access.member(event, "manage_counters");
      const { ungroup } = bodyOf(event, GroupRemoval);
      const key = groupKeyOf(event, member);
      const run = boundedRun(ports.clock, countersPerRemoval);
      const deletion = await deleteGroup(ports, { key, ungroup, by: asMember(member) }, run);
      switch (deletion.result) {
        case "deleted": {
          const { ungrouped } = deletion;
          return progress({ deleted: true, ungrouped, counters: ungrouped });
        }
        case "stopped":
          return progress({
            deleted: false,
            ungrouped: deletion.ungrouped,
            counters: deletion.counters,
          });
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

const GroupSettings = StoredGroup.pick({ name: true, capacity: true });

function progress(view: GroupRemovalProgress) {
  return jsonResponse(view);
}

function changedGroup(group: StoredGroup, sleepingAlerts: number) {
  return jsonResponse({ ...groupView(group), sleepingAlerts } satisfies ChangedGroup);
}

/** How many of a group's alerts have no threshold any more. */
async function sleeping(
  ports: GroupPorts,
  { before, group }: { before: StoredGroup; group: StoredGroup },
): Promise<number> {
  const changed = { target: group, before: before.capacity, after: group.capacity };
  return (await alertsAsleepAfter(ports, changed)).length;
}

/** The group that the path names; throws 404 for text that cannot be an id. */
function groupKeyOf(event: HttpEvent, { organizationId }: { organizationId: string }): GroupKey {
  const groupId = event.pathParameters?.groupId ?? "";
  if (!isGroupId(groupId)) throw noSuchGroup();
  return { organizationId, groupId };
}

function tooManyGroups(): ApiError {
  return limitReached({ maximum: maximumGroups, of: "groups", remedy: "delete one first" });
}

function hasCounters(counters: number): ApiError {
  const its = counters === 1 ? "1 counter" : `${counters.toLocaleString("en")} counters`;
  return new ApiError(409, `The group has ${its}: take them out of it, or delete it with ungroup`);
}
