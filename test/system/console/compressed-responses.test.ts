import { once } from "node:events";
import { get as httpGet, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { askConsole, createCounters, createOrganization, outputs } from "../service.ts";
import { consoleUser, setupPath } from "./console-user.ts";

/** What a browser says that it accepts, over TLS. */
const browser = "gzip, deflate, br, zstd";

/** A request as it is sent, and what comes back over the wire: fetch would decompress it. */
async function onTheWire(path: string, headers: Record<string, string>) {
  const [response] = (await once(
    httpGet(`${outputs.ConsoleUrl}${path}`, { headers }),
    "response",
  )) as [IncomingMessage];
  const body = await buffer(response);
  const encoding = response.headers["content-encoding"];
  const decode = encoding === "br" ? brotliDecompressSync : gunzipSync;
  return {
    status: response.statusCode,
    encoding,
    bytes: body.length,
    text: (encoding === undefined ? body : decode(body)).toString(),
  };
}

test("a list of counters reaches a browser, through the CDN, in at most 30 bytes for each", async () => {
  const organization = await createOrganization("pro");
  await createCounters(organization, 1_000, (index) => ({
    name: `Gate ${index} of the ${index % 7}th hall, upper floor`,
    goalTarget: index,
  }));
  const { cookie } = await consoleUser("member", organization);
  const path = setupPath.replace("{organizationId}", organization.id);
  const list = await onTheWire(`${path}/counters`, { cookie, "accept-encoding": browser });
  expect(JSON.parse(list.text).counters).toHaveLength(1_000);
  expect([list.status, list.encoding]).toEqual([200, "gzip"]);
  expect(list.bytes).toBeLessThanOrEqual(30_000);
});

test("pages, the service worker and hashed files reach a browser compressed", async () => {
  const page = await (await askConsole("/")).text();
  const [script = ""] = /\/assets\/[\w-]+\.js/.exec(page) ?? [];
  const app = "/organizations/org_1/counters";
  for (const path of ["/", "/count/ctr_1", app, "/count/worker.js", script]) {
    const { status, encoding } = await onTheWire(path, { "accept-encoding": browser });
    expect([path, status, encoding]).toEqual([path, 200, "gzip"]);
  }
});

test("a hashed file, which the CDN keeps, is plain for who accepts nothing else", async () => {
  const page = await (await askConsole("/")).text();
  const [script = ""] = /\/assets\/[\w-]+\.js/.exec(page) ?? [];
  // First the request that says nothing: what it gets is kept for both.
  expect((await onTheWire(script, {})).encoding).toBeUndefined();
  const plain = await onTheWire(script, { "accept-encoding": "identity" });
  expect([plain.status, plain.encoding]).toEqual([200, undefined]);
});
