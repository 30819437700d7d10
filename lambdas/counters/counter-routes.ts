import { adjustedAlreadyCode, type counterRoutes } from "../../api/private/counters.ts";
import type { AlertsOfTarget } from "../../core/alerts/alert-lookup.ts";
import { alertsAsleepAfter } from "../../core/alerts/sleeping-alerts.ts";
import { ApiError } from "../../core/api-error.ts";
import {
  type CounterKey,
  CounterSettings,
  type StoredCounter,
} from "../../core/counters/counter.ts";
import type { StoredCounters } from "../../core/counters/counter-lookup.ts";
import { isCounterId } from "../../core/counters/counter-names.ts";
import type { MeasuredList } from "../../core/counters/list-budget.ts";
import {
  type AdjustmentPorts,
  adjustCounter,
  lastAdjustment,
} from "../../core/counters/settings/adjust-counter.ts";
import { editSettings, type SettingsPorts } from "../../core/counters/settings/change-counter.ts";
import {
  type ArchivalPorts,
  archiveCounter,
  unarchiveCounter,
} from "../../core/counters/settings/counter-archive.ts";
import {
  type CounterCreation,
  type CounterCreationPorts,
  createCounter,
} from "../../core/counters/settings/counter-creation.ts";
import { idCreatedBy } from "../../core/form-ids.ts";
import { maximumCounters } from "../../core/limits.ts";
import { asMember } from "../../core/members/changed-by.ts";
import type { Member } from "../../core/members/member.ts";
import type { PrivateHandlers } from "../private-api/area-handler.ts";
import { settingsConflict } from "../private-api/conflict-errors.ts";
import { createdBefore } from "../private-api/created-already-errors.ts";
import { forbidden, noSuchOrganization } from "../private-api/member-access.ts";
import { limitReached, notFound } from "../private-api/resource-errors.ts";

export interface CounterPorts extends CounterCreationPorts, AdjustmentPorts {
  clock: ArchivalPorts["clock"];
  storedCounters: StoredCounters;
  /** All counters of an organization, as JSON that follows the route's schema. */
  countersJson: MeasuredList<Buffer>;
  /** The same for the counters with these ids, in their order, in one round trip. */
  countersByIdJson(wanted: { organizationId: string; counterIds: string[] }): Promise<Buffer>;
  /** Of one organization, in one round trip. */
  countersById(wanted: { organizationId: string; counterIds: string[] }): Promise<StoredCounter[]>;
  counterChanges: SettingsPorts["counterChanges"] & ArchivalPorts["counterChanges"];
  alerts: AlertsOfTarget;
}

/** Counters with their settings. */
export function counterHandlers(ports: CounterPorts): PrivateHandlers<typeof counterRoutes> {
  const archival =
    (change: typeof archiveCounter) =>
    async (request: { member: Member; path: { counterId: string } }) => {
      const archived = await change(ports, counterKeyOf(request), asMember(request.member));
      if (archived.result === "no_such_counter") throw noSuchCounter();
      if (archived.result === "forbidden") throw forbidden();
      const { counter, changed, leftGroupId = null, pausedAlerts } = archived;
      return { body: { ...counter, changed, leftGroupId, pausedAlerts } };
    };

  return {
    "GET /api/setup/{organizationId}/counters": async ({ member }) => ({
      body: (await ports.countersJson(member.organizationId)).counters,
    }),

    "GET /api/setup/{organizationId}/counters/live": async ({ member, query }) => {
      const { organizationId } = member;
      // In the order that was asked for: the entity tag depends on it.
      return { body: await ports.countersByIdJson({ organizationId, counterIds: query.ids }) };
    },

    "POST /api/setup/{organizationId}/counters": async ({ member, body }) => {
      const { formId, ...settings } = body;
      const { organizationId } = member;
      const counterId = idCreatedBy({ kind: "ctr", member, formId });
      const setup = { organizationId, settings, counterId };
      const creation = await createCounter(ports, setup, asMember(member));
      if (creation.result !== "created") throw creationRefused(creation);
      const { counter, isNew } = creation;
      if (isNew) return { body: counter, statusCode: 201 };
      const [stored] = await ports.countersById({ organizationId, counterIds: [counter.id] });
      const repeated = { stored, wanted: counter, settings: CounterSettings };
      return { body: createdBefore("counter", repeated) };
    },

    "PATCH /api/setup/{organizationId}/counters/{counterId}": async (request) => {
      const { member, body } = request;
      const change = { key: counterKeyOf(request), seen: {}, ...body };
      const edit = await editSettings(ports, change, asMember(member));
      switch (edit.result) {
        case "updated":
          return { body: { ...edit.counter, sleepingAlerts: await sleeping(ports, edit) } };
        case "unchanged":
          return { body: { ...edit.counter, sleepingAlerts: 0 } };
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

    "POST /api/setup/{organizationId}/counters/{counterId}/adjust": async (request) => {
      const { member, body } = request;
      const asked = { key: counterKeyOf(request), ...body };
      const adjusted = await adjustCounter(ports, asked, asMember(member));
      switch (adjusted.result) {
        case "no_such_counter":
          throw noSuchCounter();
        case "forbidden":
          throw forbidden();
        case "out_of_range":
          throw differenceTooLarge();
        case "key_reused":
          throw setAlready(adjusted.form.count);
        case "set_since":
          throw setSince(adjusted.counter.count);
        default: {
          const { counter, result, form } = adjusted;
          const { previousCount, count: setTo } = form;
          const adjustment = lastAdjustment(counter);
          return { body: { ...counter, result, previousCount, setTo, adjustment } };
        }
      }
    },

    "POST /api/setup/{organizationId}/counters/{counterId}/archive": archival(archiveCounter),
    "POST /api/setup/{organizationId}/counters/{counterId}/restore": archival(unarchiveCounter),
  };
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
export function counterKeyOf({
  member: { organizationId },
  path: { counterId },
}: {
  member: Member;
  path: { counterId: string };
}): CounterKey {
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

function differenceTooLarge(): ApiError {
  return new ApiError(
    409,
    "The change would be too large to store exactly. Set the counter to 0 first, then to your number",
  );
}

/** The 409 of a form that is sent again with another number. */
function setAlready(count: number): ApiError {
  return formReused(
    `An earlier request of this form has already set the counter to ${count}. Close this form, and ` +
      "open it again to set another number",
  );
}

/** The 409 of an undo after another adjustment, which set a number of its own. */
function setSince(count: number): ApiError {
  return new ApiError(
    409,
    `The counter was set or reset meanwhile and is now at ${count}. Nothing was undone`,
  );
}

/** The 409 of a form that an earlier request has used for another adjustment. */
export function formReused(sentence: string): ApiError {
  return new ApiError(409, sentence, { code: adjustedAlreadyCode });
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
