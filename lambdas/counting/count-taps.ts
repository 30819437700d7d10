import { dynamodbAlerts } from "../../adapters/alerts/dynamodb-alerts.ts";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbMarkReader } from "../../adapters/counters/dynamodb-count-marks.ts";
import { countersInUse, homeOfCounter } from "../../adapters/counters/dynamodb-counter-homes.ts";
import { dynamodbStoredCounters } from "../../adapters/counters/dynamodb-counters.ts";
import { dynamodbTaps } from "../../adapters/counters/dynamodb-taps.ts";
import { dynamodbUndos } from "../../adapters/counters/dynamodb-undos.ts";
import { dynamodbRateLimits } from "../../adapters/dynamodb-rate-limits.ts";
import { dynamodbGateReader, dynamodbHeardGates } from "../../adapters/gates/dynamodb-gates.ts";
import {
  dynamodbGroupMemberReader,
  dynamodbGroupReader,
} from "../../adapters/groups/dynamodb-groups.ts";
import {
  dynamodbGateHome,
  dynamodbOrganizationPlan,
} from "../../adapters/organizations/dynamodb-organizations.ts";
import { patientClock, systemClock } from "../../adapters/system-clock.ts";
import { type CounterHome, countingRoutes } from "../../api/private/counting.ts";
import { isCounterId } from "../../core/counters/counter-names.ts";
import { lastCounted } from "../../core/counting/count-view.ts";
import { keptAlerts } from "../../core/counting/fill.ts";
import { heardGates } from "../../core/gates/last-heard.ts";
import { sortByName } from "../../core/list-order.ts";
import type { Person } from "../../core/members/person.ts";
import { environmentOf } from "../functions/environment.ts";
import { countTaps } from "../functions/private-api.ts";
import { areaHandler } from "../private-api/area-handler.ts";
import { memberAccess } from "../private-api/member-access.ts";
import { viewerAddress } from "../private-api/viewer-address.ts";
import { logger } from "../telemetry/logger.ts";
import { showCounter, showCountersToday, takeTaps, takeUndos } from "./counted-routes.ts";
import { gateClaim, memberClaim, noSuchCounter } from "./counter-claim.ts";
import { listOpenGates, openGate, showGate } from "./open-gate.ts";
import { RecentSet } from "./tap-limit.ts";

/** About 1 MB. */
const knownCookies = 10_000;

const environment = environmentOf(countTaps, process.env);
const client = dynamodbClient();
const { tables } = environment;
const access = memberAccess(client, tables);
const counters = dynamodbStoredCounters(client, tables);
const rateLimits = dynamodbRateLimits(client, tables, systemClock);
const address = viewerAddress(environment.ORIGIN_SECRET_ARN);
const counted = {
  taps: dynamodbTaps(client, tables),
  undos: dynamodbUndos(client, tables),
  readGroup: dynamodbGroupReader(client, tables),
  readMember: dynamodbGroupMemberReader(client, tables),
  alertsOn: keptAlerts({
    alertsOn: dynamodbAlerts(client, tables).on,
    planOf: dynamodbOrganizationPlan(client, tables),
    clock: systemClock,
  }),
  marks: dynamodbMarkReader(client, tables),
  rateLimits,
  viewerAddress: address,
  knownCookies: new RecentSet(knownCookies),
  clock: patientClock,
};
const atGates = {
  gates: dynamodbGateReader(client, tables),
  heard: heardGates(dynamodbHeardGates(client, tables), systemClock, (error) =>
    logger.warn("a gate's use could not be recorded; the request goes on", { error }),
  ),
  organization: dynamodbGateHome(client, tables),
  countersInUse: countersInUse.bind(undefined, client, tables),
  rateLimits,
  viewerAddress: address,
  clock: systemClock,
};

export const handler = areaHandler(
  { routes: countingRoutes, consoleUrl: environment.CONSOLE_URL, access },
  {
    "GET /api/organizations/{organizationId}/counters": async ({ member }) => {
      const all = await counters.list(member.organizationId);
      const inUse = all.filter(({ archivedAt }) => archivedAt === undefined);
      return { body: { counters: sortByName(inUse), lastCounted: lastCounted(all) } };
    },
    "GET /api/organizations/{organizationId}/counters/{counterId}": (request) =>
      showCounter(counted, memberClaim(request)),
    "POST /api/organizations/{organizationId}/counters/{counterId}/taps": (request) =>
      takeTaps(counted, memberClaim(request), request),
    "POST /api/organizations/{organizationId}/counters/{counterId}/undos": (request) =>
      takeUndos(counted, memberClaim(request), request),
    "GET /api/counters/{counterId}": async ({ person, path }) => ({
      body: await homeOf(person, path.counterId),
    }),
    "POST /api/gates/open": (request) => openGate(atGates, request),
    "GET /api/gates": (request) => listOpenGates(atGates, request),
    "GET /api/gates/{gateId}": (request) => showGate(atGates, request),
    "GET /api/gates/{gateId}/counters/{counterId}": (request) =>
      showCounter(counted, gateClaim(request, atGates)),
    "GET /api/gates/{gateId}/counters/{counterId}/today": (request) =>
      showCountersToday(counted, gateClaim(request, atGates)),
    "POST /api/gates/{gateId}/counters/{counterId}/taps": (request) =>
      takeTaps(counted, gateClaim(request, atGates), request),
    "POST /api/gates/{gateId}/counters/{counterId}/undos": (request) =>
      takeUndos(counted, gateClaim(request, atGates), request),
  },
);

/** Which of the person's organizations has the counter of a link that a person was sent. */
async function homeOf(person: Person, counterId: string): Promise<CounterHome> {
  if (!isCounterId(counterId)) throw noSuchCounter();
  const { id: personId, organizationIds } = person;
  const wanted = { counterId, personId, organizationIds: [...organizationIds] };
  const organizationId = await homeOfCounter(client, tables, wanted);
  if (organizationId === undefined) throw noSuchCounter();
  return { organizationId };
}
