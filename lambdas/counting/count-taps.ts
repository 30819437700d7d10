import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { countersInUse, homeOfCounter } from "../../adapters/counters/dynamodb-counter-homes.ts";
import { dynamodbStoredCounters } from "../../adapters/counters/dynamodb-counters.ts";
import { dynamodbTaps } from "../../adapters/counters/dynamodb-taps.ts";
import { dynamodbTurns } from "../../adapters/counters/dynamodb-turns.ts";
import { dynamodbRateLimits } from "../../adapters/dynamodb-rate-limits.ts";
import { dynamodbGateReader } from "../../adapters/gates/dynamodb-gates.ts";
import { dynamodbGroupReader } from "../../adapters/groups/dynamodb-groups.ts";
import { dynamodbOrganizationName } from "../../adapters/organizations/dynamodb-organizations.ts";
import { patientClock, systemClock } from "../../adapters/system-clock.ts";
import { isCounterId } from "../../core/counters/counter.ts";
import { lastCounted } from "../../core/counters/last-counted.ts";
import { Turns } from "../../core/counters/taps/turns.ts";
import { sortByName } from "../../core/list-order.ts";
import type { CountableCounters, CounterHome } from "../../core/private-api/counting.ts";
import { environmentOf } from "../functions/environment.ts";
import { countTaps } from "../functions/private-api.ts";
import { type HttpEvent, jsonResponse } from "../http/message.ts";
import { accessTables, memberAccess } from "../private-api/member-access.ts";
import { privateHandler } from "../private-api/private-handler.ts";
import { viewerAddress } from "../private-api/viewer-address.ts";
import { showCounter, takeTaps } from "./counted-routes.ts";
import { gateClaim, memberClaim, noSuchCounter } from "./counter-claim.ts";
import { openGate, showGate } from "./open-gate.ts";
import { RecentSet } from "./tap-limit.ts";

/** About 1 MB. */
const knownCookies = 10_000;

const environment = environmentOf(countTaps, process.env);
const client = dynamodbClient();
const tables = {
  ...accessTables(environment),
  counters: environment.COUNTERS_TABLE,
  countEvents: environment.COUNT_EVENTS_TABLE,
  idempotencyKeys: environment.IDEMPOTENCY_KEYS_TABLE,
  countMarks: environment.COUNT_MARKS_TABLE,
  organizations: environment.ORGANIZATIONS_TABLE,
};
const access = memberAccess(client, tables);
const counters = dynamodbStoredCounters(client, tables.counters);
const rateLimits = dynamodbRateLimits(client, tables.rateLimits, systemClock);
const address = viewerAddress(environment.ORIGIN_SECRET_ARN);
const counted = {
  taps: dynamodbTaps(client, tables),
  readGroup: dynamodbGroupReader(client, environment.COUNTER_GROUPS_TABLE),
  rateLimits,
  viewerAddress: address,
  knownCookies: new RecentSet(knownCookies),
  turns: new Turns(dynamodbTurns(client, environment.RATE_LIMITS_TABLE), patientClock),
  clock: systemClock,
};
const atGates = {
  gates: dynamodbGateReader(client, environment.GATES_TABLE),
  organizationName: dynamodbOrganizationName(client, tables.organizations),
  countersInUse: countersInUse.bind(undefined, client, tables.counters),
  rateLimits,
  viewerAddress: address,
  clock: systemClock,
};

const ofMembers = "/api/organizations/{organizationId}/counters";
const ofGates = "/api/gates/{gateId}";

export const handler = privateHandler(
  countTaps,
  { consoleUrl: environment.CONSOLE_URL },
  {
    [`GET ${ofMembers}`]: listCounters,
    [`GET ${ofMembers}/{counterId}`]: (event) =>
      showCounter(counted, memberClaim(event, access, "see_counters")),
    [`POST ${ofMembers}/{counterId}/taps`]: (event) =>
      takeTaps(counted, memberClaim(event, access, "count"), event),
    "GET /api/counters/{counterId}": findHome,
    "POST /api/gates/open": (event) => openGate(atGates, event),
    [`GET ${ofGates}`]: (event) => showGate(atGates, event),
    [`GET ${ofGates}/counters/{counterId}`]: (event) =>
      showCounter(counted, gateClaim(event, atGates)),
    [`POST ${ofGates}/counters/{counterId}/taps`]: (event) =>
      takeTaps(counted, gateClaim(event, atGates), event),
  },
);

async function listCounters(event: HttpEvent) {
  const { member } = await access.member(event, "see_counters");
  const all = await counters.list(member.organizationId);
  const inUse = all.filter(({ archivedAt }) => archivedAt === undefined);
  const list: CountableCounters = {
    counters: sortByName(inUse).map(({ id, name, count, locked }) => ({ id, name, count, locked })),
    lastCounted: lastCounted(all),
  };
  return jsonResponse(list);
}

/** Which of the person's organizations has the counter of a link that somebody was sent. */
async function findHome(event: HttpEvent) {
  const { id: personId, organizationIds } = await access.person(event);
  const counterId = event.pathParameters?.counterId ?? "";
  if (!isCounterId(counterId)) throw noSuchCounter();
  const wanted = { counterId, personId, organizationIds: [...organizationIds] };
  const organizationId = await homeOfCounter(client, tables, wanted);
  if (organizationId === undefined) throw noSuchCounter();
  const home: CounterHome = { organizationId };
  return jsonResponse(home);
}
