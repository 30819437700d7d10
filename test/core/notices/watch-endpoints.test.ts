import { expect, test } from "vitest";
import type { AtLeast } from "../../../core/notices/at-least.ts";
import type { News } from "../../../core/notices/news.ts";
import { newOutbox, type Outbox } from "../../../core/notices/outbox.ts";
import {
  lookAt,
  type WatchedEndpoint,
  type WatchingPorts,
  watchEndpoints,
} from "../../../core/notices/watch-endpoints.ts";

const minute = 60_000;
const hour = 60 * minute;
const start = Date.parse("2026-12-01T12:00:00.000Z");
const iso = (ms: number) => new Date(start + ms).toISOString();

const endpoint = (differences: Partial<WatchedEndpoint> = {}): WatchedEndpoint => ({
  ...{ organizationId: "org_1", endpointId: "ep_1", url: "https://till.example/secret" },
  ...{ watchAt: iso(hour), ...differences },
});
const failing = { failingSinceMs: start, lastErrorAtMs: start };
const toldOf = (sinceMs: number, hours = 1) => ({
  watched: { untilMs: start - hour, failure: { sinceMs, hours } },
});

type Counts = Partial<Record<"failed" | "paused" | "retry_scheduled", number>>;

/** A look at so many milliseconds after the start, when there are so many deliveries. */
async function look(seen: WatchedEndpoint, ms: number, counts: Counts = {}) {
  const count = async (_: string, { state }: { state: string }): Promise<AtLeast> => ({
    count: counts[state as keyof Counts] ?? 0,
    isExact: true,
  });
  return await lookAt(count, seen, start + ms);
}

/** In short what is told. */
const told = (news: News[]) =>
  news.map((one) => {
    if (one.kind === "deliveries") return one.givenUp ? "given up" : "held back";
    if (one.kind !== "endpoint") return one.kind;
    return one.state.is === "failing" ? `${one.state.hours} h` : "works";
  });

test.each<[string, Partial<WatchedEndpoint>, number, string[], number | undefined]>([
  ["has failed for almost an hour", failing, hour - 1, [], hour],
  ["has failed for an hour", failing, hour, ["1 h"], 2 * hour],
  ["is known to have", { ...failing, ...toldOf(start) }, 5.5 * hour, [], 6 * hour],
  ["has failed for a day", { ...failing, ...toldOf(start) }, 24 * hour, ["24 h"], 48 * hour],
  ["has failed for a day unseen", failing, 30 * hour, ["24 h"], 48 * hour],
  [
    "is known to have failed so long",
    { ...failing, ...toldOf(start, 24) },
    48 * hour,
    [],
    72 * hour,
  ],
  ["worked before people heard", { lastErrorAtMs: start }, hour, [], undefined],
  ["works again", { lastErrorAtMs: start, ...toldOf(start) }, 2 * hour, ["works"], undefined],
  ["fails anew", { failingSinceMs: start + 2 * hour, ...toldOf(start) }, 2 * hour, [], 3 * hour],
  [
    "has failed anew for an hour",
    { failingSinceMs: start + 2 * hour, ...toldOf(start) },
    3 * hour,
    ["1 h"],
    4 * hour,
  ],
  ["has just failed", { lastErrorAtMs: start + hour }, hour, [], hour + 2 * minute],
  ["is paused while it fails", { ...failing, pausedAt: iso(0) }, hour, [], 24 * hour],
])("of an endpoint that %s people hear as much as is news", async (_, seen, ms, heard, next) => {
  const { news, watchAt } = await look(endpoint(seen), ms);
  expect(told(news)).toEqual(heard);
  expect(watchAt).toBe(next === undefined ? undefined : iso(next));
});

test("who reads that it works again reads how long it failed and what waits, and no part of its URL but the host", async () => {
  const seen = endpoint({ lastSuccessAtMs: start + 2 * hour, ...toldOf(start) });
  const counts = { failed: 1, paused: 20, retry_scheduled: 300 };
  const { news, watched } = await look(seen, 3 * hour, counts);
  expect(news[0]).toMatchObject({
    ...{ kind: "endpoint", endpointName: "till.example" },
    state: { since: iso(0), until: iso(2 * hour), waiting: { count: 321, isExact: true } },
  });
  expect(watched.failure).toBeUndefined();
});

test("a look that was not recorded tells the same again, each under the id that it had", async () => {
  const seen = [
    endpoint(failing),
    endpoint(toldOf(start)),
    endpoint({ pausedAt: iso(-24 * hour) }),
  ];
  for (const one of seen) {
    const first = await look(one, hour, { failed: 3, paused: 1 });
    const again = await look(one, hour + 5 * minute, { failed: 3, paused: 1 });
    expect(first.news.length).toBeGreaterThan(0);
    expect(again.news.map(({ id }) => id)).toEqual(first.news.map(({ id }) => id));
  }
});

test("each delivery that is given up is counted in one look", async () => {
  const windows: [number, number][] = [];
  const count = async (_: string, of: { sinceMs?: number; untilMs?: number }) => {
    windows.push([of.sinceMs ?? 0, of.untilMs ?? 0]);
    return { count: 2, isExact: true };
  };
  let seen = endpoint(failing);
  for (const hours of [1, 2, 3]) {
    const nowMs = start + hours * hour + 4 * minute;
    const { news, watched, watchAt = "" } = await lookAt(count, seen, nowMs);
    expect(told(news)).toContain("given up");
    seen = { ...seen, watched, watchAt };
  }
  const [first, second, third] = windows;
  // Until a minute before the look was due: later ones may not be in the index yet.
  expect(first?.[1]).toBe(start + hour - minute);
  expect([second?.[0], third?.[0]]).toEqual([(first?.[1] ?? 0) + 1, (second?.[1] ?? 0) + 1]);
});

test("what a pause holds back is told once, when it has lasted for a day", async () => {
  const paused = endpoint({ pausedAt: iso(0) });
  expect(await look(paused, hour, { paused: 7 })).toMatchObject({
    news: [],
    watchAt: iso(24 * hour),
  });
  expect(await look(paused, 24 * hour)).toMatchObject({ news: [], watchAt: iso(48 * hour) });
  const { news, watchAt } = await look(paused, 24 * hour, { paused: 7 });
  expect(news).toMatchObject([{ heldBack: { count: 7, since: iso(0) } }]);
  expect(watchAt).toBeUndefined();
});

test("a sweep that could not tell, or ended before it was recorded, is made up for, and tells once", async () => {
  const endpoints = ["org_1", "org_2"].map((organizationId) => ({
    ...endpoint(failing),
    organizationId,
  }));
  const member = {
    id: "mem_1",
    personId: "per_1",
    role: "owner" as const,
    email: null,
    name: null,
  };
  const stored = new Map<string, Outbox>();
  const recorded: string[] = [];
  let broken: "telling" | "recording" | undefined = "telling";
  const ports: WatchingPorts = {
    organization: async () => ({ plan: "pro" }),
    chatChannels: async () => ({ channels: [] }),
    async members(organizationId) {
      if (broken === "telling" && organizationId === "org_1") throw new Error("throttled");
      return [{ ...member, organizationId, joinedAt: iso(0) }];
    },
    outboxes: {
      async change(key, decide) {
        const decided = decide(stored.get(key.organizationId) ?? newOutbox(key));
        stored.set(key.organizationId, decided.outbox);
        return decided;
      },
    },
    queue: async () => {},
    clock: { now: () => start + hour },
    dueEndpoints: async () => endpoints,
    watchedEndpoint: async ({ organizationId }) =>
      endpoints.find((one) => one.organizationId === organizationId),
    countDeliveries: async () => ({ count: 0, isExact: true }),
    async recordLook({ organizationId }) {
      if (broken === "recording") throw new Error("the function ends here");
      recorded.push(organizationId);
    },
  };
  const sweep = async () => (await watchEndpoints(ports)).failures.map((failure) => `${failure}`);
  expect(await sweep()).toEqual(["Error: throttled"]);
  expect(recorded).toEqual(["org_2"]);
  broken = "recording";
  expect(await sweep()).toHaveLength(2);
  broken = undefined;
  expect(await sweep()).toEqual([]);
  expect(recorded.toSorted()).toEqual(["org_1", "org_2", "org_2"]);
  expect([...stored.values()].map(({ waiting, seen }) => [waiting.notices, seen.length])).toEqual([
    [[expect.objectContaining({ kind: "endpoint", times: 1 })], 1],
    [[expect.objectContaining({ kind: "endpoint", times: 1 })], 1],
  ]);
});
