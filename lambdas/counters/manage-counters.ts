import { dynamodbAlerts } from "../../adapters/alerts/dynamodb-alerts.ts";
import { dynamodbAuditLog } from "../../adapters/audit/dynamodb-audit-log.ts";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbCountEvents } from "../../adapters/counters/dynamodb-count-events.ts";
import {
  dynamodbMarkReader,
  dynamodbMarkWriter,
} from "../../adapters/counters/dynamodb-count-marks.ts";
import { countersById } from "../../adapters/counters/dynamodb-counter-homes.ts";
import {
  dynamodbCounterList,
  dynamodbCountersById,
} from "../../adapters/counters/dynamodb-counter-list.ts";
import { dynamodbStoredCounters } from "../../adapters/counters/dynamodb-counters.ts";
import { dynamodbAdjustments } from "../../adapters/counters/settings/dynamodb-adjustments.ts";
import { dynamodbCounterChanges } from "../../adapters/counters/settings/dynamodb-counter-changes.ts";
import { dynamodbCounterCreator } from "../../adapters/counters/settings/dynamodb-counter-creation.ts";
import { dynamodbEmbedSessions } from "../../adapters/embeds/dynamodb-embed-sessions.ts";
import { dynamodbGroups } from "../../adapters/groups/dynamodb-groups.ts";
import {
  dynamodbGroupCreator,
  dynamodbGroupDeletions,
  dynamodbGroupUpdates,
} from "../../adapters/groups/settings/dynamodb-group-changes.ts";
import { dynamodbRecounts } from "../../adapters/groups/settings/dynamodb-recount.ts";
import { dynamodbCalendar } from "../../adapters/organizations/dynamodb-calendar.ts";
import {
  dynamodbOrganizationName,
  dynamodbOrganizations,
} from "../../adapters/organizations/dynamodb-organizations.ts";
import { randomBase62 } from "../../adapters/random.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { CounterView, counterRoutes, importRoutes } from "../../api/private/counters.ts";
import { embedRoutes } from "../../api/private/embeds.ts";
import { groupRoutes } from "../../api/private/groups.ts";
import { redrawRoutes } from "../../api/private/redraws.ts";
import { embedHandlers } from "../embeds/embed-routes.ts";
import { environmentOf } from "../functions/environment.ts";
import { manageCounters } from "../functions/private-api.ts";
import { groupHandlers } from "../groups/group-routes.ts";
import { areaHandler } from "../private-api/area-handler.ts";
import { memberAccess } from "../private-api/member-access.ts";
import { counterHandlers } from "./counter-routes.ts";
import { importHandlers } from "./import-routes.ts";
import { redrawHandlers } from "./redraw-routes.ts";

const environment = environmentOf(manageCounters, process.env);
const client = dynamodbClient();
const { tables } = environment;
const views = { shape: CounterView.shape, archived: true };
const ports = {
  clock: systemClock,
  randomBase62,
  baseUrl: environment.BASE_URL,
  organizations: dynamodbOrganizations(client, tables),
  organizationName: dynamodbOrganizationName(client, tables),
  calendar: dynamodbCalendar(client, tables),
  countEvents: dynamodbCountEvents(client, tables),
  markReader: dynamodbMarkReader(client, tables),
  markWriter: dynamodbMarkWriter(client, tables),
  auditLog: dynamodbAuditLog(client, tables),
  storedCounters: dynamodbStoredCounters(client, tables),
  countersJson: dynamodbCounterList(client, tables, views),
  countersByIdJson: dynamodbCountersById(client, tables, views),
  countersById: countersById.bind(undefined, client, tables),
  counterCreator: dynamodbCounterCreator(client, tables, systemClock),
  counterChanges: dynamodbCounterChanges(client, tables, systemClock),
  adjustments: dynamodbAdjustments(client, tables, systemClock),
  groups: dynamodbGroups(client, tables),
  groupCreator: dynamodbGroupCreator(client, tables, systemClock),
  groupUpdates: dynamodbGroupUpdates(client, tables, systemClock),
  groupDeletions: dynamodbGroupDeletions(client, tables, systemClock),
  recounts: dynamodbRecounts(client, tables),
  alerts: dynamodbAlerts(client, tables),
  embedSessions: dynamodbEmbedSessions(client, tables, systemClock),
};

export const handler = areaHandler(
  {
    routes: { ...counterRoutes, ...importRoutes, ...groupRoutes, ...embedRoutes, ...redrawRoutes },
    consoleUrl: environment.CONSOLE_URL,
    access: memberAccess(client, tables),
  },
  {
    ...counterHandlers(ports),
    ...importHandlers(ports),
    ...groupHandlers(ports),
    ...embedHandlers(ports),
    ...redrawHandlers(ports),
  },
);
