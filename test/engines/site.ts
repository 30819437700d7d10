import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import type { EmbeddedCount } from "../../core/embeds/format-count.ts";
import { type PageAssets, pageHeaders } from "../../lambdas/embeds/page-headers.ts";
import { embedPage } from "../../web/embed/embed-html.ts";
import { screenPage } from "../../web/screen/screen-html.ts";

const sessionId = "ses_00000000000000000001";
const built = (name: string): PageAssets => {
  const read = (kind: string) =>
    readFileSync(join("dist", "lambdas", `show-${name}`, `${name}.${kind}`), "utf8").trim();
  return { script: read("js"), style: read("css") };
};

/** Built embeds and screens of a count that the check decides, with their headers. */
export async function modelSite() {
  const counter: EmbeddedCount = {
    ...{ name: "Main entrance", count: 412, goalTarget: 500 },
    updatedAt: new Date().toISOString(),
  };
  let isStopped = false;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname.endsWith("/count")) {
      response.setHeader("content-type", "application/json");
      return void response.end(JSON.stringify(counter));
    }
    const name = pathname.startsWith("/screen/") ? "screen" : "embed";
    const assets = built(name);
    const urls = { page: `${url}${pathname}`, oembed: `${url}/api/oembed` };
    response.writeHead(200, {
      ...pageHeaders(assets, url),
      "content-type": "text/html; charset=utf-8",
    });
    response.end(
      name === "screen"
        ? screenPage(assets)
        : embedPage({ sessionId, counter, lang: undefined, urls, assets }),
    );
  }).on("connection", (socket) => {
    if (isStopped) socket.destroy();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const url = `http://localhost:${port}`;
  return {
    embed: `${url}/embed/${sessionId}`,
    screen: `${url}/screen/${sessionId}?capacity=500`,
    count(count: number) {
      Object.assign(counter, { count, updatedAt: new Date().toISOString() });
    },
    stop() {
      isStopped = true;
      server.closeAllConnections();
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
