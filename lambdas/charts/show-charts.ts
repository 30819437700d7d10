import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbCountEvents } from "../../adapters/counters/dynamodb-count-events.ts";
import { dynamodbMarkReader } from "../../adapters/counters/dynamodb-count-marks.ts";
import { dynamodbStoredCounters, inUse } from "../../adapters/counters/dynamodb-counters.ts";
import { dynamodbGroupReader } from "../../adapters/groups/dynamodb-groups.ts";
import { dynamodbCalendar } from "../../adapters/organizations/dynamodb-calendar.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { chartRoutes } from "../../api/private/charts.ts";
import { reportRoutes } from "../../api/private/reports.ts";
import type { CounterKey } from "../../core/counters/counter.ts";
import { environmentOf } from "../functions/environment.ts";
import { showCharts } from "../functions/private-api.ts";
import { areaHandler } from "../private-api/area-handler.ts";
import { memberAccess } from "../private-api/member-access.ts";
import { reportHandlers } from "../reports/report-routes.ts";
import { chartHandlers } from "./chart-routes.ts";

const environment = environmentOf(showCharts, process.env);
const { tables } = environment;
const client = dynamodbClient();
const counters = dynamodbStoredCounters(client, tables);

const ports = {
  async counter(key: CounterKey) {
    const counter = await counters.get(key);
    return counter && inUse(counter);
  },
  group: dynamodbGroupReader(client, tables),
  calendar: dynamodbCalendar(client, tables),
  marks: dynamodbMarkReader(client, tables),
  countEvents: dynamodbCountEvents(client, tables),
  clock: systemClock,
};

export const handler = areaHandler(
  {
    routes: { ...chartRoutes, ...reportRoutes },
    consoleUrl: environment.CONSOLE_URL,
    access: memberAccess(client, tables),
  },
  { ...chartHandlers(ports), ...reportHandlers(ports) },
);
