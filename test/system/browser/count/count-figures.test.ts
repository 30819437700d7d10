import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../browser.ts";
import { newPhone } from "./counting.ts";
import { ModelConsole } from "./model-console.ts";

useBrowser();

/** A phone at the edge of its network. */
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

const report = (figure: string, measured: string) => console.log(`${figure}: ${measured}`);

test("the counting page and all that it keeps on the device have at most 60.5 KB, compressed", async () => {
  await using service = await ModelConsole.open();
  const get = async (path: string) =>
    Buffer.from(await (await fetch(`${service.url}${path}`)).arrayBuffer());
  const pages = await Promise.all([get("/count/shell"), get("/")]);
  const assets = new Set(pages.join().match(/\/assets\/[\w-]+\.(?:js|css|png)/g));
  const paths = ["/count/worker.js", "/manifest.webmanifest", "/favicon.ico"];
  const files = [...pages, ...(await Promise.all([...assets, ...paths].map(get)))];
  const sum = (compress: (file: Buffer) => Buffer) =>
    files.reduce((bytes, file) => bytes + compress(file).length, 0);
  const [gzip, brotli] = [sum(gzipSync), sum(brotliCompressSync)];
  report(
    "counting page and start page with everything, gzip / brotli",
    `${gzip} / ${brotli} bytes`,
  );
  expect(gzip).toBeLessThanOrEqual(60_500);
});

test("at 1.6 Mbit/s and 150 ms the number is there within 2 s, and the second time without a request", async () => {
  await using service = await ModelConsole.open();
  await using page = await newPhone();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slowNetwork);
  const first = await msUntilNumber(page, service.gatePage);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const second = await msUntilNumber(page, service.gatePage);
  report("number at 1.6 Mbit/s and 150 ms, first / second time", `${first} / ${second} ms`);
  expect(first).toBeLessThan(2_000);
  expect(second).toBeLessThan(1_000);
});

async function msUntilNumber(page: Page, url: string): Promise<number> {
  const startedMs = performance.now();
  await page.goto(url, { waitUntil: "commit" });
  await page.locator(".number:not(:empty)").waitFor();
  return Math.round(performance.now() - startedMs);
}
