import { once } from "node:events";
import { request } from "node:http";
import { createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { CdnServer } from "../../cdn/cdn-server.ts";
import { listen } from "../../loopback-server.ts";
import { cdnTemplate, distributionOf } from "./start-cdn.ts";

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
