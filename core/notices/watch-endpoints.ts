import { allInOrder } from "../all-in-order.ts";
import { dayMs, hourMs } from "../time-zone.ts";
import type { DeliveryState } from "../webhooks/delivery.ts";
import type { EndpointKey, StoredEndpoint } from "../webhooks/endpoint.ts";
import { shownName } from "../webhooks/endpoint-audit.ts";
import { firstToldAfterMs, settlesMs, type Watched } from "../webhooks/endpoint-health.ts";
import { type AtLeast, sumOf } from "./at-least.ts";
import { type News, newsId } from "./news.ts";
import { type TellingPorts, tellPeople } from "./tell-people.ts";

/** An endpoint of which people may have to hear. */
export type WatchedEndpoint = EndpointKey &
  Pick<StoredEndpoint, "name" | "url" | "pausedAt" | "watched"> &
  Pick<StoredEndpoint, "failingSinceMs" | "lastErrorAtMs" | "lastSuccessAtMs"> & {
    watchAt: string;
  };

export interface WatchingPorts extends TellingPorts {
  /** The endpoints that are due to be looked at, the earliest first. */
  dueEndpoints(nowMs: number, most: number): Promise<EndpointKey[]>;
  /** Undefined when it is gone, or nothing is due any more. */
  watchedEndpoint(key: EndpointKey): Promise<WatchedEndpoint | undefined>;
  /** Of an endpoint those in a state, and since when; stops early where there are too many. */
  countDeliveries(
    endpointId: string,
    of: { state: DeliveryState; sinceMs?: number; untilMs?: number },
  ): Promise<AtLeast>;
  /** Records a look, unless the endpoint has failed, recovered or been paused meanwhile. */
  recordLook(seen: WatchedEndpoint, look: Pick<Look, "watched" | "watchAt">): Promise<void>;
}

/** What there is to tell of an endpoint; without `watchAt` nobody looks again until something changes. */
export interface Look {
  news: News[];
  watched: Watched;
  watchAt?: string;
}

/** The most that one sweep looks at; the others are the first ones of the next. */
const lookedAtOnce = 250;

/** Looks at every endpoint that is due. What fails is due again in the next sweep. */
export async function watchEndpoints(
  ports: WatchingPorts,
): Promise<{ looked: number; failures: unknown[] }> {
  const keys = await ports.dueEndpoints(ports.clock.now(), lookedAtOnce);
  const failures: unknown[] = [];
  for (let first = 0; first < keys.length; first += 25) {
    const looks = keys.slice(first, first + 25).map((key) =>
      watchEndpoint(ports, key).catch((cause: unknown) => {
        failures.push(cause);
      }),
    );
    await allInOrder(looks);
  }
  return { looked: keys.length, failures };
}

/** What was told and is not recorded is told again, as news that are known. */
async function watchEndpoint(ports: WatchingPorts, key: EndpointKey): Promise<void> {
  const endpoint = await ports.watchedEndpoint(key);
  if (endpoint === undefined) return;
  const look = await lookAt(ports.countDeliveries, endpoint, ports.clock.now());
  const [failed] = await tellPeople(ports, look.news);
  if (failed !== undefined) throw failed.cause;
  await ports.recordLook(endpoint, look);
}

export async function lookAt(
  count: WatchingPorts["countDeliveries"],
  endpoint: WatchedEndpoint,
  nowMs: number,
): Promise<Look> {
  if (endpoint.pausedAt !== undefined) return await lookAtPaused(count, endpoint, nowMs);
  // Deliveries that have ended since then may not be in their index yet.
  const untilMs = Date.parse(endpoint.watchAt) - settlesMs;
  const { failingSinceMs, watched } = endpoint;
  const failure = failingSinceMs === undefined ? undefined : failureAt(failingSinceMs, nowMs);
  const isKnown =
    failure?.sinceMs === watched?.failure?.sinceMs && failure?.hours === watched?.failure?.hours;
  const news = [
    ...(failure && !isKnown ? [failingNews(endpoint, failure)] : []),
    ...(failingSinceMs === undefined ? await workingNews(count, endpoint) : []),
    ...(await givenUpNews(count, endpoint, { untilMs, nowMs })),
  ];
  const watchAt = nextLook(endpoint, { untilMs, nowMs });
  // While it fails anew, people still have to hear that an earlier failure has ended.
  const told = failure ?? (failingSinceMs === undefined ? undefined : watched?.failure);
  return { news, watched: { untilMs, ...(told && { failure: told }) }, ...watchAt };
}

type Failure = NonNullable<Watched["failure"]>;

/** What people are told of a failure; undefined in its first hour. */
function failureAt(sinceMs: number, nowMs: number): Failure | undefined {
  const lastsMs = nowMs - sinceMs;
  if (lastsMs < firstToldAfterMs) return undefined;
  return { sinceMs, hours: lastsMs < dayMs ? 1 : 24 };
}

/** While it fails at each full hour, later each day; afterwards until its last failures are counted. */
function nextLook(
  { failingSinceMs, lastErrorAtMs = 0 }: WatchedEndpoint,
  { untilMs, nowMs }: { untilMs: number; nowMs: number },
): Pick<Look, "watchAt"> {
  if (failingSinceMs !== undefined) {
    const lastsMs = nowMs - failingSinceMs;
    const everyMs = lastsMs < dayMs ? hourMs : dayMs;
    return watchAtMs(failingSinceMs + (Math.floor(lastsMs / everyMs) + 1) * everyMs);
  }
  // It may lag behind by a minute.
  const lastFailureMs = lastErrorAtMs + settlesMs;
  return lastFailureMs > untilMs ? watchAtMs(Math.max(nowMs, lastFailureMs) + settlesMs) : {};
}

async function lookAtPaused(
  count: WatchingPorts["countDeliveries"],
  endpoint: WatchedEndpoint,
  nowMs: number,
): Promise<Look> {
  const { endpointId, pausedAt: since = "", watched = { untilMs: 0 } } = endpoint;
  const dueMs = Date.parse(since) + dayMs;
  if (nowMs < dueMs) return { news: [], watched, ...watchAtMs(dueMs) };
  const held = await count(endpointId, { state: "paused" });
  if (held.count === 0) return { news: [], watched, ...watchAtMs(nowMs + dayMs) };
  const id = newsId("held back", endpointId, since);
  const heldBack = { ...held, since };
  return { news: [{ ...deliveries(endpoint, nowMs), id, heldBack }], watched };
}

async function givenUpNews(
  count: WatchingPorts["countDeliveries"],
  endpoint: WatchedEndpoint,
  { untilMs, nowMs }: { untilMs: number; nowMs: number },
): Promise<News[]> {
  const { endpointId, watched } = endpoint;
  // Nobody wants to hear of what is older.
  const sinceMs = Math.max((watched?.untilMs ?? 0) + 1, nowMs - 2 * dayMs);
  if (sinceMs > untilMs) return [];
  const givenUp = await count(endpointId, { state: "failed", sinceMs, untilMs });
  if (givenUp.count === 0) return [];
  const id = newsId("given up", endpointId, untilMs);
  return [{ ...deliveries(endpoint, nowMs), id, givenUp }];
}

function failingNews(endpoint: WatchedEndpoint, { sinceMs, hours }: Failure): News {
  const state = { is: "failing" as const, since: isoOf(sinceMs), hours };
  const id = newsId("failing", endpoint.endpointId, sinceMs, hours);
  return { ...about(endpoint, sinceMs + hours * hourMs), kind: "endpoint", id, state };
}

/** That an endpoint works again of whose failure people were told. */
async function workingNews(
  count: WatchingPorts["countDeliveries"],
  endpoint: WatchedEndpoint,
): Promise<News[]> {
  const { endpointId, watched, lastSuccessAtMs } = endpoint;
  if (watched?.failure === undefined) return [];
  const { sinceMs } = watched.failure;
  const waiting = sumOf(
    await allInOrder([
      count(endpointId, { state: "retry_scheduled" }),
      count(endpointId, { state: "paused" }),
      count(endpointId, { state: "failed", sinceMs }),
    ]),
  );
  const untilMs = lastSuccessAtMs ?? Date.parse(endpoint.watchAt);
  const state = {
    ...{ is: "working" as const, since: isoOf(sinceMs), until: isoOf(untilMs), waiting },
  };
  const id = newsId("working", endpointId, sinceMs);
  return [{ ...about(endpoint, untilMs), kind: "endpoint", id, state }];
}

function about(endpoint: WatchedEndpoint, atMs: number) {
  const { organizationId, endpointId } = endpoint;
  return { organizationId, endpointId, endpointName: shownName(endpoint), at: isoOf(atMs) };
}

function deliveries(endpoint: WatchedEndpoint, atMs: number) {
  return { ...about(endpoint, atMs), kind: "deliveries" as const };
}

const watchAtMs = (ms: number) => ({ watchAt: isoOf(ms) });

const isoOf = (ms: number) => new Date(ms).toISOString();
