import { describe, expect, test } from "vitest";
import { randomBase62 } from "../../../adapters/random.ts";
import { CountEvent, History } from "../../../core/counters/count-event.ts";
import { Counter, CounterList } from "../../../core/counters/counter.ts";
import { updateSettings } from "../../../core/counters/settings/change-counter.ts";
import { newKeyText } from "../../../core/keys/key-text.ts";
import { operator } from "../../core/audit/operator.ts";
import { newGroup } from "../group-service.ts";
import {
  createCounter,
  createCustomer,
  createKey,
  createOrganization,
  get,
  outputs,
  stores,
  tapOnce,
  tapTimes,
} from "../service.ts";

describe("§4.1 list counters", () => {
  test("returns every counter of the key's organization, sorted by name, with all fields", async () => {
    const { organization, key } = await createCustomer("pro");
    for (const name of ["zebra", "Äpfel", "alpha", "Beta", "10", "9"]) {
      await createCounter(organization, { name });
    }
    const response = await get("/api/v1/counters", key);
    const body = CounterList.strict().parse(await response.json());
    expect(body.counters.map(({ name }) => name)).toEqual([
      "10",
      "9",
      "alpha",
      "Äpfel",
      "Beta",
      "Gate",
      "zebra",
    ]);
    for (const counter of body.counters) expect(Counter.strict().parse(counter)).toEqual(counter);
  });

  test("returns an empty array for an organization without counters", async () => {
    const { key } = await createKey(await createOrganization("pro"));
    expect(await (await get("/api/v1/counters", key)).json()).toEqual({ counters: [] });
  });
});

describe("§4.2 get a counter", () => {
  test("returns the same shape as a list item", async () => {
    const { organization, key } = await createCustomer("enterprise");
    const { id: groupId } = await newGroup(organization);
    const settings = {
      name: "East",
      groupId,
      goalTarget: 12.5,
      mode: "increment-only" as const,
    };
    const counter = await createCounter(organization, settings);
    const one = await (await get(`/api/v1/counters/${counter.id}`, key)).json();
    const list = CounterList.parse(await (await get("/api/v1/counters", key)).json());
    expect(one).toEqual(list.counters.find(({ id }) => id === counter.id));
    expect(one).toEqual(Counter.parse({ ...counter, ...settings }));
  });
});

describe("§4.3 history", () => {
  test("returns events newest first, with counterId and counterName, settings changes omitted", async () => {
    const { key, counter } = await createCustomer("pro");
    await tapOnce(counter, "up", { metadata: { lane: "left" } });
    const settings = {
      key: { organizationId: counter.organizationId, counterId: counter.id },
      settings: { name: "New" },
    };
    await updateSettings(stores, settings, operator);
    await tapOnce(counter, "down");
    const body = await (await get(`/api/v1/counters/${counter.id}/history`, key)).json();
    const history = History.strict().parse(body);
    for (const event of history.events) expect(CountEvent.strict().parse(event)).toEqual(event);
    expect(history).toMatchObject({
      counterId: counter.id,
      counterName: "New",
      events: [
        {
          lastEventId: 2,
          eventType: "decrement",
          delta: -1,
          previousCount: 1,
          count: 0,
          metadata: null,
        },
        {
          lastEventId: 1,
          eventType: "increment",
          delta: 1,
          previousCount: 0,
          count: 1,
          metadata: { lane: "left" },
        },
      ],
    });
  });

  test("pages exactly through any depth, and is empty only at the start of history", async () => {
    const { key, counter } = await createCustomer("enterprise");
    await tapTimes(counter, 23);
    const sizes: number[] = [];
    const seen: number[] = [];
    let before = "";
    for (;;) {
      const response = await get(`/api/v1/counters/${counter.id}/history?limit=7${before}`, key);
      const { events } = History.parse(await response.json());
      sizes.push(events.length);
      seen.push(...events.map(({ lastEventId }) => lastEventId));
      if (events.length === 0) break;
      before = `&beforeEventId=${events.at(-1)?.lastEventId}`;
    }
    expect(sizes).toEqual([7, 7, 7, 2, 0]);
    expect(seen).toEqual(Array.from({ length: 23 }, (_, index) => 23 - index));
  });

  test("returns 100 events when nothing is said and 500 at most, large metadata included", async () => {
    const { key, counter } = await createCustomer("enterprise");
    const metadata = { note: "x".repeat(1_000) };
    await tapTimes(counter, 505, metadata);
    const sizeOf = async (query: string) => {
      const response = await get(`/api/v1/counters/${counter.id}/history${query}`, key);
      return History.parse(await response.json()).events.length;
    };
    expect(await sizeOf("")).toBe(100);
    expect(await sizeOf("?limit=500")).toBe(500);
    expect(await sizeOf("?limit=500&beforeEventId=5")).toBe(4);
    expect(await sizeOf("?beforeEventId=1")).toBe(0);
  });

  test("returns 400 INVALID_PARAMETER to a wrong parameter, and ignores those it does not know", async () => {
    const { key, counter } = await createCustomer("pro");
    const history = `/api/v1/counters/${counter.id}/history`;
    for (const query of ["limit=501", "limit=5&limit=6", "beforeEventId=1.5"]) {
      const response = await get(`${history}?${query}`, key);
      const body = { error: expect.any(String), code: "INVALID_PARAMETER" };
      expect([query, response.status, await response.json()]).toEqual([query, 400, body]);
    }
    expect((await get(`${history}?foo=1&limit=1`, key)).status).toBe(200);
  });
});

const paths = (counterId: string) => [
  "/api/v1/counters",
  `/api/v1/counters/${counterId}`,
  `/api/v1/counters/${counterId}/history`,
];

describe("§5 and §7 authentication and errors", () => {
  test("the scheme may be written in any case", async () => {
    const { key } = await createCustomer("pro");
    for (const scheme of ["bearer", "BEARER", "Bearer "]) {
      const headers = { authorization: `${scheme} ${key}` };
      expect((await fetch(`${outputs.ApiUrl}/api/v1/counters`, { headers })).status).toBe(200);
    }
  });

  const noKey = 'Bearer realm="counters"';
  const wrongKey = `${noKey}, error="invalid_token"`;
  test.each<[string, Record<string, string>, string]>([
    ["no Authorization header", {}, noKey],
    ["another scheme", { authorization: "Basic dXNlcjpwYXNz" }, noKey],
    ["a scheme without a key", { authorization: "Bearer" }, noKey],
    ["a malformed key", { authorization: "Bearer cs_live_nonsense" }, wrongKey],
    ["two keys", { authorization: "Bearer a, Bearer b" }, noKey],
    [
      "a well-formed key that nobody has",
      { authorization: `Bearer ${newKeyText("cs", randomBase62)}` },
      wrongKey,
    ],
  ])("%s: 401 at every endpoint", async (_, headers, challenge) => {
    for (const path of paths("ctr_00000000000000000000")) {
      const response = await fetch(`${outputs.ApiUrl}${path}`, { headers });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe(challenge);
      expect(response.headers.get("cache-control")).toBe("no-store");
      const body = await response.json();
      expect(body).toEqual({ error: expect.any(String) });
      // A page for people, of this deployment.
      const [docs = ""] = /http\S+$/.exec(body.error) ?? [];
      expect((await fetch(docs)).headers.get("content-type")).toBe("text/html; charset=utf-8");
    }
  });

  test("a revoked key is refused at the next request", async () => {
    const { organization, key, keyId, counter } = await createCustomer("pro");
    for (const path of paths(counter.id)) expect((await get(path, key)).status).toBe(200);
    await stores.apiKeys.revoke({ organizationId: organization.id, keyId });
    for (const path of paths(counter.id)) expect((await get(path, key)).status).toBe(401);
  });

  test("an organization that is not on Pro or Enterprise: 403 with code and requiredPlan", async () => {
    const { organization, key, counter } = await createCustomer("free");
    for (const path of paths(counter.id)) {
      const response = await get(path, key);
      expect(response.status).toBe(403);
      expect(await response.json()).toEqual({
        error: expect.any(String),
        code: "PLAN_REQUIRED",
        requiredPlan: "pro",
      });
    }
    await stores.plans.set(organization.id, "enterprise");
    const response = await get(`/api/v1/counters/${counter.id}`, key);
    expect([response.status, response.headers.get("ratelimit-limit")]).toEqual([200, "300"]);
  });

  test("a counter that does not exist, or is another organization's: the same 404", async () => {
    const { key } = await createCustomer("pro");
    const stranger = await createCustomer("pro");
    await tapOnce(stranger.counter);
    const bodies = new Set<string>();
    for (const id of [stranger.counter.id, "ctr_00000000000000000000", "x", "ctr_%00"]) {
      for (const path of paths(id).slice(1)) {
        const response = await get(path, key);
        expect(response.status).toBe(404);
        bodies.add(await response.text());
      }
    }
    expect([...bodies]).toEqual([
      JSON.stringify({ error: "This organization has no such counter" }),
    ]);
  });

  test.each(["/", "/api/v2/counters"])("unknown path %s: 404, without a key", async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: expect.any(String) });
  });

  test("HEAD: the status and headers of GET without a body, counted alike", async () => {
    const { key, counter } = await createCustomer("pro");
    const [wrongKey, missing] = [newKeyText("cs", randomBase62), "ctr_00000000000000000000"];
    const open = "/api/v1/openapi.json";
    for (const [path, oneKey] of [
      ...paths(counter.id).map((path) => [path, key] as const),
      [`/api/v1/counters/${missing}`, key] as const,
      ["/api/v1/counters", wrongKey] as const,
      [open, key] as const,
    ]) {
      const headers = { authorization: `Bearer ${oneKey}` };
      const asked = await get(path, oneKey);
      const head = await fetch(`${outputs.ApiUrl}${path}`, { method: "HEAD", headers });
      expect([head.status, await head.text()], path).toEqual([asked.status, ""]);
      const kept = ["content-type", "etag", "www-authenticate", "ratelimit-limit", "cache-control"];
      for (const name of kept) {
        expect(head.headers.get(name), `${path} ${name}`).toBe(asked.headers.get(name));
      }
      if (oneKey === wrongKey || path === open) continue;
      const left = (response: Response) => Number(response.headers.get("ratelimit-remaining"));
      const [before, after] = [left(asked), left(head)];
      // Less than before, unless a new minute began.
      expect(after === before - 1 || before < after).toBe(true);
    }
  });

  test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])(
    "%s: 405 with Allow, before the key is checked",
    async (method) => {
      for (const path of [...paths("x"), "/api/v1/openapi.json"]) {
        const response = await fetch(`${outputs.ApiUrl}${path}`, { method });
        expect(response.status).toBe(405);
        expect(response.headers.get("allow")).toBe("GET, HEAD");
        expect(await response.json()).toEqual({ error: expect.any(String) });
      }
    },
  );
});

describe("§8 limits", () => {
  test("of 100 parallel requests with a Pro key exactly 60 are served and 40 refused", async () => {
    const { key, counter } = await createCustomer("pro");
    await minuteWithRoom(20);
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => get(`/api/v1/counters/${counter.id}`, key)),
    );
    const tally = Map.groupBy(responses, ({ status }) => status);
    expect([tally.get(200)?.length, tally.get(429)?.length]).toEqual([60, 40]);
    const remaining = tally
      .get(200)
      ?.map(({ headers }) => Number(headers.get("ratelimit-remaining")));
    expect(remaining?.sort((a, b) => a - b)).toEqual(
      Array.from({ length: 60 }, (_, index) => index),
    );
    for (const refused of tally.get(429) ?? []) {
      expect(await refused.json()).toEqual({ error: expect.any(String), code: "RATE_LIMITED" });
      expect(refused.headers.get("retry-after")).toBe(refused.headers.get("ratelimit-reset"));
    }
  });

  test("every response to an authorized key has the rate limit of both windows", async () => {
    const { key, counter } = await createCustomer("pro");
    const one = `/api/v1/counters/${counter.id}`;
    const known = (await get(one, key)).headers.get("etag") ?? "";
    const responses = [
      await get(one, key),
      await get(one, key, { "if-none-match": known }),
      await get(`${one}/history?limit=0`, key),
      await get("/api/v1/counters/none", key),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 304, 400, 404]);
    for (const { headers } of responses) {
      expect(headers.get("ratelimit-limit")).toBe("60");
      expect(headers.get("ratelimit-remaining")).toMatch(/^5\d$/);
      expect(Number(headers.get("ratelimit-reset"))).toBeGreaterThan(0);
      expect(Number(headers.get("ratelimit-reset"))).toBeLessThanOrEqual(60);
      expect(headers.get("ratelimit-policy")).toBe('"minute";q=60;w=60, "hour";q=1000;w=3600');
      expect(headers.get("ratelimit")).toMatch(/^"minute";r=5\d;t=\d+, "hour";r=99\d;t=\d+$/);
      expect(headers.get("x-request-id")).toBeTruthy();
    }
  });

  test("each key of an organization has a limit of its own", async () => {
    const { organization, key } = await createCustomer("pro");
    const second = await createKey(organization);
    await get("/api/v1/counters", key);
    const response = await get("/api/v1/counters", second.key);
    expect(response.headers.get("ratelimit-remaining")).toBe("59");
  });
});

/** Waits until the clock's minute has this many seconds left, so that one window sees it all. */
async function minuteWithRoom(secondsLeft: number): Promise<void> {
  await expect
    .poll(() => 60 - ((Date.now() / 1000) % 60), {
      timeout: secondsLeft * 1_000 + 5_000,
      interval: 250,
    })
    .toBeGreaterThan(secondsLeft);
}
