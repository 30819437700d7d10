import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import * as z from "zod";

const Address = z.object({ port: z.number() });

async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return Address.parse(server.address()).port;
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, "close");
}

/** A page of another site, at an origin that is not the service's. */
export async function foreignPage(body: string): Promise<{ url: string } & AsyncDisposable> {
  const html = `<!doctype html><html lang="en"><title>Blog</title><body><h1>Blog</h1>${body}`;
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}/`, [Symbol.asyncDispose]: () => close(server) };
}

/** A proxy to the service that can stop, or accept requests without responding, and come back. */
export async function interruptible(target: string) {
  let hanging = false;
  const newServer = () =>
    createServer((incoming, outgoing) => {
      if (hanging) return;
      const { method, headers } = incoming;
      const forwarded = request(new URL(incoming.url ?? "/", target), { method, headers });
      forwarded.on("error", () => outgoing.destroy());
      forwarded.on("response", (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      });
      incoming.pipe(forwarded);
    });
  let server = newServer();
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => close(server),
    hang() {
      hanging = true;
    },
    respondAgain() {
      hanging = false;
    },
    async restart() {
      server = newServer();
      await listen(server, port);
    },
    [Symbol.asyncDispose]: async () => {
      if (server.listening) await close(server);
    },
  };
}
