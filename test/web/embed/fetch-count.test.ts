import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { expect, test } from "vitest";
import * as z from "zod";
import { type FetchedCount, fetchCount, laterClock } from "../../../web/embed/fetch-count.ts";

const counter = { name: "Gate", count: 7, goalTarget: null, updatedAt: "2026-11-21T09:00:00.000Z" };
const date = "Sat, 21 Nov 2026 10:00:00 GMT";
const dateMs = Date.parse(date);

/** What a request to this server returns, at 5 ms of the viewer's own clock. */
async function fetchedFrom(listener: RequestListener): Promise<FetchedCount> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const { signal } = new AbortController();
  try {
    return await fetchCount({ source: `http://127.0.0.1:${port}/count`, signal, now: () => 5 });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const fetched = (status: number, body: string, headers: Record<string, string> = {}) =>
  fetchedFrom((_, response) => response.writeHead(status, { date, ...headers }).end(body));

const withField = (field: string, json: string) =>
  JSON.stringify({ ...counter, [field]: "?" }).replace('"?"', json);

test.each([
  [{}, dateMs, 0],
  [{ age: "2" }, dateMs + 2_000, 2_000],
  [{ age: "5" }, dateMs + 5_000, 5_000],
  [{ age: "x" }, dateMs, 0],
  [{ age: "-9" }, dateMs, 0],
  [{ date: "x" }, 5, 0],
])(
  "with %j the service's time is %d, and the copy %d ms old",
  async (headers, serviceMs, ageMs) => {
    const clock = { serviceMs, hereMs: 5 };
    expect(await fetched(200, JSON.stringify(counter), headers)).toEqual({
      result: "received",
      counter,
      clock,
      ageMs,
    });
  },
);

test("a copy that a cache has kept for too long is a failure: the service is out of its reach", async () => {
  const kept = await fetched(200, JSON.stringify(counter), { age: "6" });
  expect(kept).toEqual({ result: "failed" });
});

test.each([
  ["count", "1e400"],
  ["count", '"7"'],
  ["goalTarget", "1e400"],
  ["goalTarget", "true"],
  ["name", "null"],
  ["updatedAt", '"zzz"'],
  ["updatedAt", '"2026-13-41T00:00:00.000Z"'],
  ["updatedAt", '"2026"'],
])("a response whose %s is %s is a failure", async (field, json) => {
  expect(await fetched(200, withField(field, json))).toEqual({ result: "failed" });
});

test.each([
  [404, '{"error":"This embed is not available"}', "ended"],
  [410, '{"error":"gone"}', "ended"],
  [404, '{"message":"Not Found"}', "failed"],
  [404, "<h1>Not found</h1>", "failed"],
  [404, "null", "failed"],
  [404, '"error"', "failed"],
  [403, '{"error":"no"}', "failed"],
  [500, '{"error":"no"}', "failed"],
  [500, JSON.stringify(counter), "failed"],
  [200, "<h1>Log in to the network</h1>", "failed"],
])("%d with %s means %s", async (status, body, result) => {
  expect(await fetched(status, body)).toEqual({ result });
});

test("a redirect is not followed, not even to a response of the expected form", async () => {
  const redirected = await fetchedFrom((request, response) => {
    if (request.url === "/gone") return response.writeHead(404).end('{"error":"gone"}');
    return response.writeHead(302, { location: "/gone" }).end();
  });
  expect(redirected).toEqual({ result: "failed" });
});

test("a response whose Date does not advance does not set the service's clock back", () => {
  const first = { serviceMs: 100_000, hereMs: 0 };
  const frozen = { serviceMs: 100_000, hereMs: 60_000 };
  const later = { serviceMs: 170_000, hereMs: 60_000 };
  expect(laterClock(undefined, first)).toBe(first);
  expect(laterClock(first, frozen)).toBe(first);
  expect(laterClock(first, later)).toBe(later);
});
