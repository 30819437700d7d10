import { dynamodbAlerts } from "../../../adapters/alerts/dynamodb-alerts.ts";
import { dynamodbFirings } from "../../../adapters/alerts/dynamodb-firings.ts";
import { dynamodbAuditLog } from "../../../adapters/audit/dynamodb-audit-log.ts";
import { organizationItems } from "../../../adapters/aws/organization-items.ts";
import { dynamodbCountEvents } from "../../../adapters/counters/dynamodb-count-events.ts";
import {
  dynamodbMarkReader,
  dynamodbMarkWriter,
} from "../../../adapters/counters/dynamodb-count-marks.ts";
import { dynamodbCounterList } from "../../../adapters/counters/dynamodb-counter-list.ts";
import { dynamodbDeletions } from "../../../adapters/data/deletion/dynamodb-deletions.ts";
import { dynamodbExport } from "../../../adapters/data/dynamodb-export.ts";
import { loggedStates } from "../../../adapters/data/restore/logged-states.ts";
import { tableCopy } from "../../../adapters/data/restore/table-copy.ts";
import { tableFacts } from "../../../adapters/data/restore/table-facts.ts";
import { dynamodbGroups } from "../../../adapters/groups/dynamodb-groups.ts";
import { dynamodbDueDays } from "../../../adapters/organizations/dynamodb-due-days.ts";
import { dynamodbOrganizations } from "../../../adapters/organizations/dynamodb-organizations.ts";
import { systemClock } from "../../../adapters/system-clock.ts";
import { CounterView } from "../../../api/private/counters.ts";
import { newCounter } from "../../../core/counters/counter.ts";
import { clients, outputs, tables } from "../../system/service.ts";
import {
  at,
  entry,
  event,
  firing,
  firingKey,
  gathered,
  inOwnTable,
  mark,
  newestFirst,
  of,
  organization,
  type PagedRead,
} from "./read-items.ts";

const keys = {
  counters: ["organizationId", "counterId"],
  events: ["counterKey", "lastEventId"],
  marks: ["targetKey", "mark"],
  entries: ["organizationId", "entryKey"],
  firings: ["organizationId", "firingKey"],
  organizations: ["organizationId"],
} as const;

/** Reads of lists that can have more than a page, but those of deliveries. */
export const listReads: PagedRead[] = [
  {
    of: "aws/organization-items.ts with a filter",
    ...{ keys: keys.counters, hasFilter: true },
    items: of(tables.counters, (id, index, isKept) => [
      `ctr_${index}`,
      { organizationId: id, counterId: `ctr_${index}`, resetDaily: isKept },
    ]),
    async all({ client, id, tableName }) {
      const query = { tableName, organizationId: id, onlyTrue: "resetDaily" };
      return (await organizationItems(client, query)).map((item) => item.counterId?.S ?? "");
    },
  },
  {
    of: "counters/dynamodb-counter-list.ts as JSON",
    ...{ keys: keys.counters, hasFilter: true },
    items: of(tables.counters, (organizationId, index, isKept) => {
      const key = { organizationId, counterId: `ctr_${index}` };
      const { id, ...counter } = newCounter({ name: `Gate ${index}` }, key, 0);
      const archivedAt = isKept ? undefined : at(0);
      return [counter.name, { ...counter, counterId: id, archivedAt }];
    }),
    async all({ client, id }) {
      const options = { shape: CounterView.shape, archived: false };
      const { counters } = await dynamodbCounterList(client, tables, options)(id);
      const list: { counters: { name: string }[] } = JSON.parse(counters.toString());
      return list.counters.map(({ name }) => name);
    },
  },
  {
    of: "audit/dynamodb-audit-log.ts list",
    ...{ keys: keys.entries, hasFilter: true },
    items: (id, kept) =>
      newestFirst(
        of(tables.auditEntries, (id, index, isKept) =>
          entry(id, index, isKept ? "gate.revoke" : "gate.create"),
        )(id, kept),
      ),
    async page({ client, id }, query) {
      const wanted = { organizationId: id, action: "gate.revoke", ...query };
      const { entries, next } = await dynamodbAuditLog(client, tables).list(wanted);
      return { names: entries.map(({ key }) => key), next };
    },
  },
  {
    of: "alerts/dynamodb-firings.ts list",
    keys: keys.firings,
    items: (id, kept) => newestFirst(of(tables.alertFirings, firing)(id, kept)),
    all: async ({ client, id }) =>
      (await dynamodbFirings(client, tables).list(id, {})).map(firingKey),
  },
  {
    of: "alerts/dynamodb-firings.ts page",
    ...{ keys: keys.firings, hasFilter: true },
    items: (id, kept) => newestFirst(of(tables.alertFirings, firing)(id, kept)),
    async page({ client, id }, query) {
      const wanted = { organizationId: id, since: "2000", alertId: "alt_1", ...query };
      const { firings, next } = await dynamodbFirings(client, tables).page(wanted);
      return { names: firings.map(firingKey), next };
    },
  },
  {
    of: "alerts/dynamodb-alerts.ts on",
    keys: ["organizationId", "alertKey"],
    items: of(tables.alerts, (id, index) => [
      `alt_${index}`,
      {
        ...{ organizationId: id, alertKey: `ctr_1/alt_${index}`, id: `alt_${index}` },
        ...{ name: "Full", scope: "counter", targetId: "ctr_1", kind: "absolute", percent: null },
        ...{ at: 1, capacity: null, rearmBelow: null, paused: false, state: "armed" },
        ...{ stateSince: at(0), stateEventId: null, position: 0, epoch: 0, revision: 1 },
        createdAt: at(0),
      },
    ]),
    async all({ client, id }) {
      const target = { organizationId: id, targetId: "ctr_1" };
      return (await dynamodbAlerts(client, tables).on(target)).map((alert) => alert.id);
    },
  },
  {
    of: "groups/dynamodb-groups.ts allMembers",
    keys: ["groupKey", "counterId"],
    items: of(tables.groupMembers, (id, index) => [
      `ctr_${index}`,
      { groupKey: `${id}/grp_1`, counterId: `ctr_${index}`, count: 1, lastEventId: 1 },
    ]),
    async all({ client, id }) {
      const key = { organizationId: id, groupId: "grp_1" };
      const members = await dynamodbGroups(client, tables).allMembers(key);
      return members.map(({ counterId }) => counterId);
    },
  },
  {
    of: "counters/dynamodb-count-events.ts page",
    ...{ keys: keys.events, hasFilter: true },
    items: (id, kept) => newestFirst(of(tables.countEvents, event)(id, kept)),
    async page({ client, id }, { limit, from }) {
      const key = { organizationId: id, counterId: "ctr_1" };
      const bound = from === undefined ? {} : { beforeEventId: Number(from) };
      const page = await dynamodbCountEvents(client, tables).page(key, { limit, ...bound });
      const names = page.map(({ lastEventId }) => String(lastEventId));
      // Who asks for more takes a page that is not full for the last one.
      return { names, next: names.length < limit ? null : (names.at(-1) ?? null) };
    },
  },
  {
    of: "counters/dynamodb-count-marks.ts from",
    ...{ keys: keys.marks, hidesItsPosition: true },
    items: of(tables.countMarks, mark),
    async page({ client, id }, { limit, from = at(0) }) {
      const target = { organizationId: id, targetId: "ctr_1" };
      const query = { resolution: "hour", at: from, limit } as const;
      const names = (await dynamodbMarkReader(client, tables).from(target, query)).map(
        (one) => one.at,
      );
      const last = names.length < limit ? undefined : names.at(-1);
      return { names, next: last ? new Date(Date.parse(last) + 1).toISOString() : null };
    },
  },
  {
    of: "counters/dynamodb-count-marks.ts positions",
    keys: keys.marks,
    items: of(tables.countMarks, mark),
    async all({ client, id }) {
      const target = { organizationId: id, targetId: "ctr_1" };
      return [...(await dynamodbMarkWriter(client, tables).positions(target, "hour", {})).keys()];
    },
  },
  {
    of: "organizations/dynamodb-due-days.ts due",
    keys: keys.organizations,
    // Long before any other is due.
    items: of(tables.organizations, (id, index) => [
      `${id}${index}`,
      {
        ...{ organizationId: `${id}${index}`, dayStartsIndex: "all" },
        nextDayStart: `1999-01-0${index + 1}T00:00:00.000Z`,
      },
    ]),
    async all({ client, id }) {
      const found = await dynamodbDueDays(client, tables, systemClock).due(Date.UTC(2000, 0, 1));
      const ids = found.map(({ organizationId }) => organizationId);
      return ids.filter((organizationId) => organizationId.startsWith(id));
    },
  },
  {
    of: "organizations/dynamodb-organizations.ts records",
    ...{ keys: keys.organizations, hasFilter: true },
    items: inOwnTable("Organizations", organization),
    async all({ client, tableName: organizations }) {
      const records = await gathered(dynamodbOrganizations(client, { organizations }).records());
      return records.map((record) => record.organization.id).toSorted();
    },
  },
  {
    of: "organizations/dynamodb-organizations.ts list",
    ...{ keys: keys.organizations, hasFilter: true },
    items: inOwnTable("Organizations", organization),
    all: async ({ client, tableName: organizations }) =>
      (await dynamodbOrganizations(client, { organizations }).list()).map(({ id }) => id),
  },
  {
    of: "data/deletion/dynamodb-deletions.ts list",
    keys: keys.organizations,
    items: inOwnTable("OrganizationDeletions", (id, index) => [
      `${id}${index}`,
      { organizationId: `${id}${index}`, name: "Zoo", startedAt: at(index), endpointIds: [] },
    ]),
    async all({ client, tableName: organizationDeletions }) {
      const own = { ...tables, organizationDeletions };
      const deletions = await dynamodbDeletions(client, own, systemClock).list();
      return deletions.map(({ organizationId }) => organizationId);
    },
  },
  {
    of: "data/dynamodb-export.ts ofPartition",
    ...{ keys: keys.events },
    items: of(tables.countEvents, event),
    async all({ client, id }) {
      const exports = dynamodbExport({ clients: { ...clients, dynamodb: client }, outputs });
      const items = await gathered(exports.ofPartition("CountEvents", `${id}/ctr_1`, 100));
      return items.map(({ lastEventId }) => lastEventId?.N ?? "");
    },
  },
  {
    of: "data/restore/logged-states.ts with a filter",
    ...{ keys: keys.entries, hasFilter: true },
    items: of(tables.auditEntries, (id, index, isKept) => {
      const [, values] = entry(id, index, isKept ? "gate.revoke" : "gate.update");
      return [`gat_${index}`, isKept ? values : { ...values, after: { name: "x" } }];
    }),
    async all({ client, id }) {
      const { deleted } = await loggedStates(client, tables, systemClock)()(id);
      return [...deleted];
    },
  },
  {
    of: "data/restore/table-copy.ts pages",
    ...{ keys: keys.organizations, isUnordered: true },
    items: inOwnTable("OrganizationDeletions", (id, index) => [
      `${id}${index}`,
      { organizationId: `${id}${index}` },
    ]),
    async all({ client, tableName }) {
      const live = await tableFacts(client, tableName);
      if (live === undefined) throw new Error("no table");
      const { pages } = tableCopy(client, { source: tableName, live, unitsPerSecond: 1_000 });
      const names: string[] = [];
      // After two pages another run goes on behind them.
      const readFrom = async (from: string | undefined): Promise<void> => {
        let count = 0;
        for await (const { items, next } of pages(from)) {
          names.push(...items.map(({ organizationId }) => organizationId?.S ?? ""));
          count += 1;
          if (count === 2) return next === undefined ? undefined : await readFrom(next);
        }
      };
      await readFrom(undefined);
      return names;
    },
  },
];
