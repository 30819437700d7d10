import { once } from "node:events";
import { request } from "node:http";
import { createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { CdnServer } from "../../cdn/cdn-server.ts";
import { listen } from "../../loopback-server.ts";
import { cdnTemplate, distributionOf, startCdn } from "./start-cdn.ts";

test.each([
  { method: "GET" },
  { method: "HEAD" },
  { method: "POST" },
  { method: "POST", body: "{}" },
])("a connection that ends when it is used again fails no request: %o", async (sent) => {
  const used = new Set<Socket>();
  await using cdn = await startCdn(cdnTemplate(), ({ socket }, response) => {
    if (used.has(socket)) return void socket.resetAndDestroy();
    used.add(socket);
    response.end("{}");
  });
  expect((await cdn.ask("/")).status).toBe(200);
  expect((await cdn.ask("/", sent)).status).toBe(200);
});

test("an origin's failure is an event that has the code of the error", async () => {
  await using cdn = await startCdn(cdnTemplate(), ({ socket }) => void socket.resetAndDestroy());
  expect((await cdn.ask("/tap", { method: "POST", body: "{}" })).status).toBe(502);
  const about = { cdn: "the CDN", method: "POST", path: "/tap", code: "ECONNRESET" };
  expect(cdn.events).toContainEqual({ kind: "origin-failed", ...about });
});

test("an origin may respond before it has the body, and then break the connection off", async () => {
  const connections: Socket[] = [];
  const origin = createServer((socket) => {
    connections.push(socket);
    socket.once("data", () => socket.write("HTTP/1.1 413 X\r\ncontent-length: 2\r\n\r\nab"));
  });
  const port = await listen(origin, 0, "localhost");
  const cdn = new CdnServer("the CDN", () => {});
  await cdn.bind(0);
  cdn.serve(distributionOf(cdnTemplate(), `http://localhost:${port}`));
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  process.on("uncaughtExceptionMonitor", note);
  try {
    const upload = request(cdn.url, { method: "POST", headers: { "content-length": 1_000 } });
    upload.on("error", () => {});
    upload.write("the beginning");
    const [response] = await once(upload, "response");
    expect(response.statusCode).toBe(413);
    connections[0]?.resetAndDestroy();
    // This one's response comes after the news of that connection.
    expect((await fetch(cdn.url)).status).toBe(413);
    expect(uncaught).toEqual([]);
    upload.destroy();
  } finally {
    process.off("uncaughtExceptionMonitor", note);
    for (const connection of connections) connection.destroy();
    cdn.breakOff();
    await cdn.close();
    origin.close();
  }
});
