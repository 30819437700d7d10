// @module-tag all
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCustomer, outputs, stores, tapOnce } from "../service.ts";

const proxies: ChildProcess[] = [];

afterAll(async () => {
  for (const proxy of proxies) {
    proxy.kill("SIGTERM");
    await once(proxy, "exit");
  }
});

/** A proxy that returns a 4xx or 5xx of its own where either side deviates from the description. */
async function proxyTo(upstream: string): Promise<string> {
  const port = await freePort();
  const parameters = [
    "proxy",
    "docs/integrators/openapi.json",
    upstream,
    "--errors",
    "--port",
    String(port),
  ];
  const prism = join("node_modules", "@stoplight", "prism-cli", "dist", "index.js");
  const proxy = spawn(process.execPath, [prism, ...parameters, "--host", "127.0.0.1"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  proxies.push(proxy);
  await new Promise<void>((resolve, reject) => {
    proxy.stdout.on("data", (chunk) => String(chunk).includes("is listening") && resolve());
    proxy.on("exit", (code) => reject(new Error(`the proxy ended with ${code}`)));
  });
  return `http://127.0.0.1:${port}`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

let proxy: string;

beforeAll(async () => {
  proxy = await proxyTo(outputs.ApiUrl);
});

function through(path: string, key: string, headers: Record<string, string> = {}) {
  return fetch(`${proxy}${path}`, { headers: { authorization: `Bearer ${key}`, ...headers } });
}

test("every kind of response passes a proxy that validates it against the description", async () => {
  const { organization, key, keyId, counter } = await createCustomer("pro");
  await tapOnce(counter, "up", { metadata: { lane: "left", n: 1 } });
  const one = `/api/v1/counters/${counter.id}`;
  const known = (await through(one, key)).headers.get("etag") ?? "";
  const responses = [
    await through("/api/v1/counters", key),
    await through(one, key),
    await through(one, key, { "if-none-match": known }),
    await through(`${one}/history?limit=5`, key),
    await through(`${one}/history?beforeEventId=1`, key),
    await through("/api/v1/counters/ctr_none", key),
  ];
  await stores.plans.set(organization.id, "free");
  responses.push(await through(one, key));
  await stores.apiKeys.revoke({ organizationId: organization.id, keyId });
  responses.push(await through(one, key));
  const statuses = responses.map(({ status }) => status);
  const bodies = await Promise.all(responses.map((response) => response.text()));
  expect(statuses, bodies.join("\n")).toEqual([200, 200, 304, 200, 200, 404, 403, 401]);
  for (const { headers } of responses) expect(headers.get("sl-violations")).toBeNull();
});

test("a refusal for too many requests passes it too", async () => {
  const { key, counter } = await createCustomer("pro");
  const requests = Array.from({ length: 130 }, () =>
    through(`/api/v1/counters/${counter.id}`, key),
  );
  const refused = (await Promise.all(requests)).filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(await refused[0]?.json()).toMatchObject({ code: "RATE_LIMITED" });
});

test("the same proxy refuses a response that lacks a field", async () => {
  const { key, counter } = await createCustomer("pro");
  const { locked: _, ...incomplete } = counter;
  const deviating = createServer((_request, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify(incomplete));
  }).listen(0, "127.0.0.1");
  await once(deviating, "listening");
  const { port } = deviating.address() as AddressInfo;
  const strict = await proxyTo(`http://127.0.0.1:${port}`);
  const response = await fetch(`${strict}/api/v1/counters/${counter.id}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  deviating.close();
  expect(response.status).toBe(500);
  expect(await response.text()).toContain("locked");
});
