import type { AlertsOfTarget } from "../../core/alerts/alert-lookup.ts";
import type { ApiError } from "../../core/api-error.ts";
import {
  type CounterKey,
  CounterSettings,
  isCounterId,
  type StoredCounter,
} from "../../core/counters/counter.ts";
import {
  type ArchivalPorts,
  archiveCounter,
  restoreCounter,
} from "../../core/counters/counter-archive.ts";
import {
  type CounterCreation,
  type CounterCreationPorts,
  createCounter,
} from "../../core/counters/counter-creation.ts";
import type { StoredCounters } from "../../core/counters/counter-lookup.ts";
import type { SettingsPorts } from "../../core/counters/counting.ts";
import { editSettings } from "../../core/counters/settings-edit.ts";
import { idCreatedBy } from "../../core/form-ids.ts";
import { alertsAsleepAfter } from "../../core/groups/sleeping-alerts.ts";
import { maximumCounters } from "../../core/limits.ts";
import { sortByName } from "../../core/list-order.ts";
import { asMember } from "../../core/members/changed-by.ts";
import { counterRow } from "../../core/private-api/counters/counter-views.ts";
import {
  type ArchivedCounter,
  type ChangedCounter,
  CounterEdit,
  type CounterRow,
  type CounterRows,
  CounterSetup,
  LiveQueryParameters,
} from "../../core/private-api/counters/counters.ts";
import { ofForm } from "../../core/private-api/form-id.ts";
import { type HttpEvent, jsonResponse } from "../http/message.ts";
import { settingsConflict } from "../private-api/conflict-errors.ts";
import { createdBefore } from "../private-api/created-already-errors.ts";
import { forbidden, type MemberAccess, noSuchOrganization } from "../private-api/member-access.ts";
import { bodyOf, type PrivateRoute, queryOf } from "../private-api/private-handler.ts";
import { limitReached, notFound } from "../private-api/resource-errors.ts";

export interface CounterPorts extends CounterCreationPorts {
  clock: ArchivalPorts["clock"];
  storedCounters: StoredCounters;
  /** Of one organization, in one round trip. */
  countersById(wanted: { organizationId: string; counterIds: string[] }): Promise<StoredCounter[]>;
  counting: SettingsPorts["counting"] & ArchivalPorts["counting"];
  alerts: AlertsOfTarget;
}

const counters = "/api/organizations/{organizationId}/counters";

/** Counters with their settings. */
export function counterRoutes(
  access: MemberAccess,
  ports: CounterPorts,
): Record<string, PrivateRoute> {
  const archival =
    (change: typeof archiveCounter): PrivateRoute =>
    async (event) => {
      const { member } = await access.member(event, "manage_counters");
      const key = counterKeyOf(event, member);
      const archived = await change(ports, key, asMember(member));
      if (archived.result === "no_such_counter") throw noSuchCounter();
      if (archived.result === "forbidden") throw forbidden();
      const { changed, leftGroupId = null, pausedAlerts } = archived;
      const row = counterRow(archived.counter);
      const view: ArchivedCounter = { ...row, changed, leftGroupId, pausedAlerts };
      return jsonResponse(view);
    };

  return {
    [`GET ${counters}/all`]: async (event) => {
      const { member } = await access.member(event, "see_counters");
      const all = sortByName(await ports.storedCounters.list(member.organizationId));
      return jsonResponse({ counters: all.map(counterRow) } satisfies CounterRows);
    },

    [`GET ${counters}/live`]: async (event) => {
      const { member } = await access.polledMember(event, "see_counters");
      const { ids: counterIds } = queryOf(event, LiveQueryParameters);
      const { organizationId } = member;
      const found = await ports.countersById({ organizationId, counterIds });
      const byId = new Map(found.map((counter) => [counter.id, counter]));
      // In the order that was asked for: the entity tag depends on it.
      const wanted = counterIds.flatMap((id) => byId.get(id) ?? []);
      return jsonResponse({ counters: wanted.map(counterRow) } satisfies CounterRows);
    },

    [`POST ${counters}`]: async (event) => {
      const { member } = await access.member(event, "manage_counters");
      const { formId, ...settings } = bodyOf(event, ofForm(CounterSetup));
      const { organizationId } = member;
      const counterId = formId && idCreatedBy({ kind: "ctr", member, formId });
      const setup = { organizationId, settings, counterId };
      const creation = await createCounter(ports, setup, asMember(member));
      if (creation.result !== "created") throw creationRefused(creation);
      const { counter, isNew } = creation;
      if (!isNew) {
        const [stored] = await ports.countersById({ organizationId, counterIds: [counter.id] });
        const repeated = { stored, wanted: counter, settings: CounterSettings };
        return jsonResponse(counterRow(createdBefore("counter", repeated)));
      }
      return { ...jsonResponse(counterRow(counter) satisfies CounterRow), statusCode: 201 };
    },

    [`PATCH ${counters}/{counterId}`]: async (event) => {
      const { member } = await access.member(event, "manage_counters");
      const key = counterKeyOf(event, member);
      const { settings, seen } = bodyOf(event, CounterEdit);
      const edit = await editSettings(ports, { key, settings, seen }, asMember(member));
      switch (edit.result) {
        case "updated":
          return changedCounter(edit.counter, await sleeping(ports, edit));
        case "unchanged":
          return changedCounter(edit.counter, 0);
        case "conflict":
          throw settingsConflict(edit.fields);
        case "no_such_group":
          throw noSuchGroup();
        case "no_such_counter":
          throw noSuchCounter();
        case "forbidden":
          throw forbidden();
      }
    },

    [`POST ${counters}/{counterId}/archive`]: archival(archiveCounter),
    [`POST ${counters}/{counterId}/restore`]: archival(restoreCounter),
  };
}

function changedCounter(counter: StoredCounter, sleepingAlerts: number) {
  return jsonResponse({ ...counterRow(counter), sleepingAlerts } satisfies ChangedCounter);
}

/** How many of a counter's alerts have no threshold any more. */
async function sleeping(
  ports: CounterPorts,
  { before, counter }: { before: StoredCounter; counter: StoredCounter },
): Promise<number> {
  const changed = { target: counter, before: before.goalTarget, after: counter.goalTarget };
  return (await alertsAsleepAfter(ports, changed)).length;
}

/** The counter that the path names; throws 404 for text that cannot be an id. */
export function counterKeyOf(
  event: HttpEvent,
  { organizationId }: { organizationId: string },
): CounterKey {
  const counterId = event.pathParameters?.counterId ?? "";
  if (!isCounterId(counterId)) throw noSuchCounter();
  return { organizationId, counterId };
}

/** The same for a counter that does not exist and for one of another organization. */
export function noSuchCounter(): ApiError {
  return notFound("counter in use");
}

export function noSuchGroup(): ApiError {
  return notFound("group");
}

function creationRefused(creation: Exclude<CounterCreation, { result: "created" }>): ApiError {
  switch (creation.result) {
    case "no_such_organization":
      return noSuchOrganization();
    case "no_such_group":
      return noSuchGroup();
    case "forbidden":
      return forbidden();
    case "limit_reached":
      return limitReached({
        maximum: maximumCounters,
        of: "counters, archived ones included",
        remedy: "use one of them",
      });
  }
}
