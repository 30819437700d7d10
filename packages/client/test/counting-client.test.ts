import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { CountingClient, type CountingClientOptions, CountingError } from "counting-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { ModelCounter } from "./catch-up/model-service.ts";

const apiKey = "cs_live_0123456789abcdefghijklmnopqrstuvwxyz";

type Respond = (request: IncomingMessage, response: ServerResponse, number: number) => unknown;

/** A service that responds as it is told; `number` counts its requests from 1. */
async function serve(respond: Respond) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    respond(request, response, requests.length);
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** A client whose waits are written down and are over at once. */
function clientOf(options: Partial<CountingClientOptions> & { apiUrl: string }) {
  const waits: number[] = [];
  const wait = async (ms: number) => {
    waits.push(Math.floor(ms / 1_000));
  };
  return { client: new CountingClient({ apiKey, wait, ...options }), waits };
}

const json = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(JSON.stringify(body));

const failure = (work: Promise<unknown>): Promise<CountingError> =>
  work.then(
    () => expect.fail("it succeeded"),
    (error) => {
      expect(error).toBeInstanceOf(CountingError);
      expect(inspect(error, { depth: 5 })).not.toContain(apiKey);
      return error;
    },
  );

test("reads the list, a counter, and a history page by page as it is iterated", async () => {
  const counter = new ModelCounter("ctr_a");
  const events = Array.from({ length: 7 }, () => counter.tap(1)).reverse();
  const { apiUrl, requests } = await serve((request, response) => {
    const url = new URL(request.url ?? "", apiUrl);
    if (!url.pathname.endsWith("/history"))
      return json(response, 200, { counters: [], id: "ctr_a", count: 7, lastEventId: 7 });
    const before = Number(url.searchParams.get("beforeEventId") ?? 99);
    const page = events.filter(({ lastEventId }) => lastEventId < before).slice(0, 3);
    return json(response, 200, { counterId: "ctr_a", counterName: "A", events: page });
  });
  const { client } = clientOf({ apiUrl: `${apiUrl}/` });
  expect(await client.counters()).toEqual([]);
  expect(await client.counter("ctr a/?")).toMatchObject({ id: "ctr_a" });
  const numbers: number[] = [];
  for await (const { lastEventId } of client.history("ctr_a", { limit: 3 })) {
    numbers.push(lastEventId);
    if (lastEventId === 3) break;
  }
  expect(numbers).toEqual([7, 6, 5, 4, 3]);
  const earlier: number[] = [];
  const asked = requests.length;
  for await (const { lastEventId } of client.history("ctr_a", { limit: 3, beforeEventId: 6 }))
    earlier.push(lastEventId);
  expect(earlier).toEqual([5, 4, 3, 2, 1]);
  requests.length = asked;
  expect(requests.map(({ url }) => url)).toEqual([
    "/api/v1/counters",
    "/api/v1/counters/ctr%20a%2F%3F",
    "/api/v1/counters/ctr_a/history?limit=3",
    "/api/v1/counters/ctr_a/history?limit=3&beforeEventId=5",
  ]);
  expect(requests[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
});

test("takes fields and types of events that a later version of the service adds", async () => {
  const added = { added: { by: "a later version" } };
  const counter = { id: "ctr_a", count: 1, lastEventId: 1, mode: "added", ...added };
  const event = { ...new ModelCounter("ctr_a").tap(1), eventType: "correction", ...added };
  const page = { counterId: "ctr_a", counterName: "A", events: [event], ...added };
  const { apiUrl } = await serve((request, response) =>
    json(response, 200, { counters: [counter], ...counter, ...page, path: request.url }),
  );
  const { client } = clientOf({ apiUrl });
  expect(await client.counters()).toEqual([counter]);
  expect(await client.counter("ctr_a")).toMatchObject(counter);
  expect(await client.historyPage("ctr_a")).toMatchObject(page);
});

test("sends the ETag that it has, and returns what it has after a 304", async () => {
  const counter = { id: "ctr_a", count: 1, lastEventId: 1 };
  const { apiUrl, requests } = await serve((request, response) => {
    if (request.headers["if-none-match"] === 'W/"1"') return response.writeHead(304).end();
    return json(response, 200, { counters: [counter] }, { etag: 'W/"1"' });
  });
  const { client } = clientOf({ apiUrl });
  const [first] = await client.counters();
  Object.assign(first as object, { id: "changed" });
  expect(await client.counters()).toEqual([counter]);
  expect(requests).toHaveLength(2);
});

test("waits as long as a 429 says, and repeats 5xx after 1, 2 and 4 s, three times", async () => {
  const limited = await serve((_, response, number) =>
    number === 1
      ? json(response, 429, { error: "slow", code: "RATE_LIMITED" }, { "retry-after": "7" })
      : json(response, 200, { counters: [] }),
  );
  const patient = clientOf({ apiUrl: limited.apiUrl });
  await patient.client.counters();
  expect(patient.waits).toEqual([7]);

  const failing = await serve((_, response) =>
    json(response, 503, { message: "Service Unavailable" }, { "x-request-id": "req_1" }),
  );
  const { client, waits } = clientOf({ apiUrl: failing.apiUrl });
  const { status, requestId, message } = await failure(client.counters());
  expect({ status, requestId, message }).toEqual({
    status: 503,
    requestId: "req_1",
    message: "Service Unavailable",
  });
  expect(waits).toEqual([1, 2, 4]);
  expect(failing.requests).toHaveLength(4);
});

test.each([
  ["7", 7],
  ["Sun, 06 Nov 1994 08:50:07 GMT", 30],
  ["Sunday, 06-Nov-94 08:50:07 GMT", 30],
  ["Sun Nov  6 08:50:07 1994", 30],
  ["Sun, 06 Nov 1994 08:49:36 GMT", 0],
  ["1.5", 1],
  ["Sunday next", 1],
])("the wait %j after a 503 is read, by the clock of the service", async (after, seconds) => {
  const headers = { "retry-after": after, date: "Sun, 06 Nov 1994 08:49:37 GMT" };
  const { apiUrl } = await serve((_, response, number) =>
    number === 1 ? json(response, 503, {}, headers) : json(response, 200, { counters: [] }),
  );
  const { client, waits } = clientOf({ apiUrl });
  await client.counters();
  expect(waits).toEqual([seconds]);
});

test("makes no request that would be refused: with nothing left it waits for the window's end", async () => {
  const left = { "ratelimit-remaining": "0", "ratelimit-reset": "20" };
  const { apiUrl } = await serve((_, response) => json(response, 200, { counters: [] }, left));
  const { client, waits } = clientOf({ apiUrl });
  await client.counters();
  await client.counters();
  expect(waits).toHaveLength(1);
  expect(waits[0]).toBeGreaterThanOrEqual(19);
  const impatient = clientOf({ apiUrl, maximumWaitMs: 1_000 });
  await impatient.client.counters();
  expect(await failure(impatient.client.counters())).toMatchObject({
    status: 429,
    code: "RATE_LIMITED",
    message: expect.stringMatching(/^The rate limit is exhausted; try again in (19|20) s$/),
  });
});

test.each([401, 403, 404])(
  "a %i is not repeated, and says what the service said",
  async (status) => {
    const body = { error: "No", code: "PLAN_REQUIRED", requiredPlan: "pro" };
    const { apiUrl, requests } = await serve((_, response) => json(response, status, body));
    const error = await failure(clientOf({ apiUrl }).client.counter("ctr_a"));
    expect(error).toMatchObject({ status, message: "No", code: "PLAN_REQUIRED" });
    expect(requests).toHaveLength(1);
  },
);

test("does not follow a redirect, so the key goes to no other host", async () => {
  const other = await serve((_, response) => json(response, 200, { counters: [] }));
  const { apiUrl } = await serve((_, response) => {
    response.writeHead(307, { location: `${other.apiUrl}/api/v1/counters` }).end();
  });
  const error = await failure(clientOf({ apiUrl }).client.counters());
  expect(error.message).toBe("The service redirects; check apiUrl");
  expect(other.requests).toHaveLength(0);
});

test("asks frameworks that store responses to store none, where the runtime can say that", async () => {
  const asked: (string | undefined)[] = [];
  const fetch: typeof globalThis.fetch = async (_, request) => {
    asked.push(request?.cache);
    return Response.json({ counters: [] });
  };
  const { client } = clientOf({ apiUrl: "https://api.example.com", fetch });
  await client.counters();
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal("Request", class {});
  await client.counters();
  expect(asked).toEqual(["no-store", undefined]);
});

test("passes on what Next.js throws to render a page at each request", async () => {
  const thrown = Object.assign(new Error("no-store fetch"), { digest: "DYNAMIC_SERVER_USAGE" });
  const fetch = () => Promise.reject(thrown);
  const { client, waits } = clientOf({ apiUrl: "https://api.example.com", fetch });
  await expect(client.counters()).rejects.toBe(thrown);
  expect(waits).toEqual([]);
});

test("ends a response that is too large, and one that never ends", async () => {
  const large = await serve((_, response) => void response.end(" ".repeat(70_000)));
  const bounded = clientOf({ apiUrl: large.apiUrl, maximumBytes: 65_536 });
  expect((await failure(bounded.client.counters())).message).toBe("The response is too large");
  const silent = await serve((_, response) => void response.write("{"));
  const hasty = clientOf({ apiUrl: silent.apiUrl, timeoutMs: 200, retries: 1 });
  expect((await failure(hasty.client.counters())).message).toBe(
    "The service did not respond in time",
  );
  expect(silent.requests).toHaveLength(2);
});

test.each([
  "<html>",
  "null",
  '{"counters":{}}',
  '{"counters":[{"id":"ctr_a","count":1,"lastEventId":"1"}],"events":[{"counterId":"ctr_b"}]}',
])("a 200 with the body %s is an error", async (body) => {
  const { apiUrl } = await serve((_, response) => void response.end(body));
  const { client } = clientOf({ apiUrl });
  for (const reading of [client.counters(), client.counter("ctr_a"), client.historyPage("ctr_a")])
    expect((await failure(reading)).message).toBe(
      "The response is not from a counting service; check apiUrl",
    );
});

test("a page of another order than newest first is an error", async () => {
  const counter = new ModelCounter("ctr_a");
  const events = [counter.tap(1), counter.tap(1)];
  const { apiUrl } = await serve((_, response) => json(response, 200, { events }));
  await failure(clientOf({ apiUrl }).client.historyPage("ctr_a"));
});

test.each<[string, object]>([
  ["is not below the number that was asked for", { from: 9 }],
  ["has more events than were asked for", { from: 8, events: 4 }],
  ["goes on below the first event", { from: 1, events: 2 }],
  ["has counts that do not add up", { changes: { delta: 7 } }],
  ["has an event type that is none", { changes: { eventType: {} } }],
  ["has an event without a time", { changes: { createdAt: null } }],
])("a page of a history that %s is an error", async (_, page) => {
  const { from, events = 3, changes } = { from: 8, events: 3, changes: {}, ...page };
  const body = Array.from({ length: events }, (_, index) => {
    const lastEventId = from - index;
    const counts = { previousCount: lastEventId - 1, count: lastEventId, delta: 1, lastEventId };
    const rest = { eventType: "increment", createdAt: "2026-11-25T12:00:00.000Z" };
    return { counterId: "ctr_a", ...counts, ...rest, ...changes };
  });
  const { apiUrl } = await serve((_, response) => json(response, 200, { events: body }));
  const { client } = clientOf({ apiUrl });
  const error = await failure(client.historyPage("ctr_a", { beforeEventId: 9, limit: 3 }));
  expect(error.message).toBe("The response is not from a counting service; check apiUrl");
});

test("a history ends also when the service ignores the query", async () => {
  const counter = new ModelCounter("ctr_a");
  const events = Array.from({ length: 3 }, () => counter.tap(1)).reverse();
  const { apiUrl } = await serve((_, response) =>
    json(response, 200, { events: events.slice(0, 2) }),
  );
  const read = async () => {
    for await (const _ of clientOf({ apiUrl }).client.history("ctr_a"));
  };
  await failure(read());
});

test("what a response quotes gets into an error without the key, on one line and bounded", async () => {
  const { apiUrl } = await serve((request, response) =>
    json(
      response,
      403,
      {
        message: `\u001b[2Jbad\n${request.headers.authorization} \u202E${"A".repeat(9_999)}`,
        code: `NO ${apiKey}`,
      },
      { "x-request-id": `id ${apiKey}` },
    ),
  );
  const error = await failure(clientOf({ apiUrl }).client.counters());
  expect(error.message).toMatch(/^ \[2Jbad Bearer \[key\] {2}A{1,200}$/);
  expect(error.message).toHaveLength(200);
  expect([error.code, error.requestId]).toEqual(["NO [key]", "id [key]"]);
  const broken = await serve((request, response) =>
    response.socket?.end(`HTTP/1.1 ${request.headers.authorization}\r\n\r\n`),
  );
  const { message } = await failure(clientOf({ apiUrl: broken.apiUrl }).client.counters());
  expect(message).toBe("The service could not be reached");
});

test("an unreachable service is reported as such", async () => {
  const { client, waits } = clientOf({ apiUrl: "http://127.0.0.1:1" });
  const error = await failure(client.counters());
  expect([error.message, error.status]).toEqual(["The service could not be reached", undefined]);
  expect(waits).toEqual([1, 2, 4]);
});

test.each(["", "/", "/api/v1", "/api/v1/", "//api/v1//"])(
  "takes the URL of the service also when it ends with %j",
  async (end) => {
    const { apiUrl, requests } = await serve((_, response) =>
      json(response, 200, { counters: [] }),
    );
    for (const path of ["", "/gate"]) {
      await clientOf({ apiUrl: `${apiUrl}${path}${end}` }).client.counters();
      expect(requests.at(-1)?.url).toBe(`${path}/api/v1/counters`);
    }
  },
);

test.each([
  "http://api.example.com",
  "http://localhost.example.com",
  "http://127.0.0.1.example.com",
  "ftp://localhost",
  "https://user:pass@api.example.com",
  "https://api.example.com/?key=1",
  "",
  "api.example.com",
])("refuses the URL %j", (apiUrl) => {
  expect(() => new CountingClient({ apiUrl, apiKey })).toThrow(CountingError);
});

test("a key never shows, and one with other characters is refused without showing it", () => {
  const client = new CountingClient({ apiUrl: "https://api.example.com", apiKey });
  expect(inspect(client, { depth: 9, showHidden: true }) + JSON.stringify(client)).not.toContain(
    apiKey,
  );
  for (const key of ["", `${apiKey}\n`, "k\u00E9y"]) {
    const made = () => new CountingClient({ apiUrl: "https://api.example.com", apiKey: key });
    expect(made).toThrow("apiKey is missing, or has characters that no key has");
  }
});

test.each(["", ".", ".."])(
  "the counter id %j, which would be another URL, is refused",
  async (id) => {
    const { client } = clientOf({ apiUrl: "http://127.0.0.1:1" });
    await failure(client.counter(id));
  },
);
