import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { createCustomer, get, outputs } from "../service.ts";

const { hostname, port } = new URL(outputs.ApiUrl);

/** Sends bytes as they are, which no HTTP client would, and returns status, head and body. */
async function raw(text: string | Buffer): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk)).on("error", () => {});
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  socket.write(text);
  await closed;
  const [head = "", ...body] = Buffer.concat(chunks).toString().split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head, body: body.join("\r\n\r\n") };
}

function requestLine(path: string, headers: string[] = [], method = "GET"): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${hostname}`,
    "Connection: close",
    ...headers,
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

const { key, counter } = await createCustomer("enterprise");
const authorized = `Authorization: Bearer ${key}`;

test.each<[string, string]>([
  ["a bad percent-encoding", "/api/v1/counters/%zz"],
  ["an encoded NUL", "/api/v1/counters/%00"],
  ["a path of 8 KB", `/api/v1/counters/${"a".repeat(8_000)}`],
  ["a path of dots", "/api/v1/counters/../../../../etc/passwd"],
  ["a double slash", "//api/v1/counters"],
  ["an absolute URL of another host", "http://169.254.169.254/latest/meta-data/"],
  ["a huge number", `/api/v1/counters/${counter.id}/history?limit=${"9".repeat(5_000)}`],
  ["a bad encoding in the query", `/api/v1/counters/${counter.id}/history?limit=%zz`],
  ["a prototype's name", "/api/v1/counters/__proto__"],
  ["a prototype's name as parameter", `/api/v1/counters/${counter.id}/history?__proto__=1&limit=z`],
])("%s gets a 4xx with the contract's error body", async (_, path) => {
  const { status, body } = await raw(requestLine(path, [authorized]));
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(JSON.parse(body)).toMatchObject({ error: expect.any(String) });
});

test.each<[string, string]>([
  ["no scheme", `Authorization: ${key}`],
  ["a key of 8 KB", `Authorization: Bearer ${key.repeat(180)}`],
  ["bytes above 127", "Authorization: Bearer \u00e9\u00ff"],
  ["two headers", `${authorized}\r\nAuthorization: Bearer x`],
])("a broken Authorization header, %s: 401", async (_, header) => {
  const { status, body } = await raw(requestLine("/api/v1/counters", [header]));
  expect([status, JSON.parse(body)]).toEqual([401, { error: expect.any(String) }]);
});

test.each<[string, string]>([
  ["an invalid request line", "GARBAGE\r\n\r\n"],
  ["an unknown method", requestLine("/api/v1/counters", [authorized], "BREW")],
  ["a header of 100 KB", requestLine("/api/v1/counters", [`X-Long: ${"a".repeat(100_000)}`])],
  ["HTTP/1.1 without a host", "GET /api/v1/counters HTTP/1.1\r\nConnection: close\r\n\r\n"],
  ["two different lengths", requestLine("/", ["Content-Length: 1", "Content-Length: 2"], "POST")],
])("%s is refused with a 4xx and the error body", async (_, bytes) => {
  const { status, body } = await raw(bytes);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(JSON.parse(body)).toMatchObject({ error: expect.any(String) });
});

test("HEAD has no byte of a body", async () => {
  const { status, body } = await raw(requestLine("/api/v1/counters", [authorized], "HEAD"));
  expect([status, body]).toEqual([200, ""]);
});

test("a key that was pasted anywhere appears in no response and in no log", async () => {
  const responses = [
    await get(`/api/v1/counters/${key}`, key),
    await get(`/${key}`, key),
    await get(`/api/v1/counters?api_key=${key}`, key),
    await get(`/api/v1/counters/${counter.id}/history?limit=${key}`, key),
    await get("/api/v1/counters", `${key}x`),
  ];
  const logs = join(inject("dataDir"), "logs");
  const secret = key.slice(8);
  for (const response of responses) {
    expect(await response.text()).not.toContain(secret);
    expect(JSON.stringify([...response.headers])).not.toContain(secret);
  }
  const files = readdirSync(logs);
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(readFileSync(join(logs, file), "utf8")).not.toContain(secret);
});
