// @module-tag all
import { once } from "node:events";
import { get as httpGet, type IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { CounterList } from "../../../core/counters/counter.ts";
import { createCounters, createCustomer, get, outputs, tapOnce } from "../service.ts";

test("a response has an entity tag, and 304 without a body follows while nothing changed", async () => {
  const { key, counter } = await createCustomer("pro");
  const path = `/api/v1/counters/${counter.id}`;
  const first = await get(path, key);
  const etag = first.headers.get("etag") ?? "";
  expect(first.headers.get("cache-control")).toBe("private, no-cache");
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  expect(first.headers.get("vary")).toBe("Authorization, Accept-Encoding");

  for (const known of [etag, `"other", ${etag}`, etag.replace("W/", ""), "*"]) {
    const unchanged = await get(path, key, { "if-none-match": known });
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ""]);
    expect(unchanged.headers.get("etag")).toBe(etag);
    expect(unchanged.headers.get("vary")).toBe("Authorization, Accept-Encoding");
  }

  await tapOnce(counter);
  const changed = await get(path, key, { "if-none-match": etag });
  expect(changed.status).toBe(200);
  expect(changed.headers.get("etag")).not.toBe(etag);
});

test("every response of the read API is for TLS only, and names no page to others", async () => {
  const { key, counter } = await createCustomer("pro");
  const path = `/api/v1/counters/${counter.id}`;
  const responses = [
    await get(path, key),
    await get(`${path}/history?limit=x`, key),
    await get("/api/v1/counters", "wrong"),
    await get("/api/v1/openapi.json"),
    await get("/nowhere"),
    await fetch(`${outputs.ApiUrl}${path}`, { method: "POST" }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 400, 401, 200, 404, 405]);
  for (const { headers } of responses) {
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  }
});

test("a large response is compressed for a client that accepts gzip, and for no other", async () => {
  const { organization, key } = await createCustomer("pro");
  await createCounters(organization, 10, () => ({}));
  const read = async (accept: string) => {
    const response = await get("/api/v1/counters", key, { "accept-encoding": accept });
    return { response, text: await response.text() };
  };
  const plain = await read("identity");
  expect(plain.response.headers.get("content-encoding")).toBeNull();
  for (const accept of ["gzip", "br, gzip;q=0.5", "*"]) {
    const compressed = await read(accept);
    expect(compressed.response.headers.get("content-encoding")).toBe("gzip");
    expect(compressed.text).toBe(plain.text);
    expect(compressed.response.headers.get("etag")).toBe(plain.response.headers.get("etag"));
    expect(compressed.response.headers.get("vary")).toContain("Accept-Encoding");
  }
  for (const accept of ["gzip;q=0", "br", ""]) {
    expect((await read(accept)).response.headers.get("content-encoding")).toBeNull();
  }
});

test("a body too large for Lambda is sent compressed or refused with 406, never a bare 500", async () => {
  const { organization, key } = await createCustomer("pro");
  await createCounters(organization, 5_999, () => ({ name: "\\".repeat(200) }));
  const list = "/api/v1/counters";
  const read = (accept: string) =>
    withinBudget(() => get(list, key, { "accept-encoding": accept }));
  expect(CounterList.parse(await (await read("gzip")).json()).counters).toHaveLength(6_000);
  const silent = await withinBudget(() => rawGet(list, key));
  expect([silent.status, silent.headers["content-encoding"]]).toEqual([200, "gzip"]);
  const refused = await read("identity");
  expect([refused.status, refused.headers.get("ratelimit-limit")]).toEqual([406, "60"]);
  expect(await refused.json()).toEqual({ error: expect.stringContaining("Accept-Encoding: gzip") });
});

/** Repeats the request of a long list while its organization has read too many in this second. */
async function withinBudget<Response extends { status?: number }>(
  request: () => Promise<Response>,
): Promise<Response> {
  for (;;) {
    const response = await request();
    if (response.status !== 503) return response;
  }
}

/** A request without Accept-Encoding, which fetch always sends. */
async function rawGet(
  path: string,
  key: string,
): Promise<{ status?: number; headers: IncomingMessage["headers"] }> {
  const request = httpGet(`${outputs.ApiUrl}${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.resume();
  const { statusCode: status, headers } = response;
  return { ...(status !== undefined && { status }), headers };
}
