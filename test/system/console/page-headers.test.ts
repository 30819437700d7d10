import { expect, test } from "vitest";
import { outputs } from "../service.ts";

const get = (path: string) => fetch(`${outputs.ConsoleUrl}${path}`);

test("a page of the console may load the console's own files and do nothing else", async () => {
  const { headers } = await get("/count/shell");
  expect(headers.get("content-security-policy")?.replace(/ 'sha256-[^']+'/g, "")).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(headers.get("cache-control")).toBe("no-cache");
  expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
});

test("hashed files are kept for good, the worker and the pages not, and every icon is there", async () => {
  const html = await (await get("/")).text();
  const script = /\/assets\/start-[A-Z0-9]+\.js/.exec(html)?.[0] ?? "";
  const kept = async (path: string) => (await get(path)).headers.get("cache-control");
  expect(await kept(script)).toBe("public, max-age=31536000, immutable");
  expect(await kept("/count/worker.js")).toBe("no-cache");
  const manifest = await (await get("/manifest.webmanifest")).json();
  for (const { src } of manifest.icons) {
    expect((await get(src)).headers.get("content-type")).toBe("image/png");
  }
});
