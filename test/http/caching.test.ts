import { expect, test } from "vitest";
import { createCounter, createCustomer, get, tapOnce } from "../service.ts";

test("an answer has an entity tag, and 304 without a body follows while nothing changed", async () => {
  const { key, counter } = await createCustomer("pro");
  const path = `/api/v1/counters/${counter.id}`;
  const first = await get(path, key);
  const etag = first.headers.get("etag") ?? "";
  expect(first.headers.get("cache-control")).toBe("private, no-cache");
  expect(etag).toMatch(/^W\/"[\w-]+"$/);

  for (const known of [etag, `"other", ${etag}`, etag.replace("W/", ""), "*"]) {
    const unchanged = await get(path, key, { "if-none-match": known });
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ""]);
    expect(unchanged.headers.get("etag")).toBe(etag);
  }

  await tapOnce(counter);
  const changed = await get(path, key, { "if-none-match": etag });
  expect(changed.status).toBe(200);
  expect(changed.headers.get("etag")).not.toBe(etag);
});

test("a large answer is compressed for a client that accepts gzip, and for no other", async () => {
  const { organization, key } = await createCustomer("pro");
  for (let count = 0; count < 10; count += 1) await createCounter(organization);
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

test("a client that knows the compressed answer gets 304 for it too", async () => {
  const { organization, key } = await createCustomer("pro");
  for (let count = 0; count < 10; count += 1) await createCounter(organization);
  const first = await get("/api/v1/counters", key, { "accept-encoding": "gzip" });
  const known = { "accept-encoding": "identity", "if-none-match": first.headers.get("etag") ?? "" };
  expect((await get("/api/v1/counters", key, known)).status).toBe(304);
});
