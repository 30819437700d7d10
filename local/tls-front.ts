import { readFileSync } from "node:fs";
import { type IncomingMessage, request as newRequest, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { CertificateFiles } from "./certificate-authority.ts";
import { listen } from "./ports.ts";

/** HTTPS in front of an HTTP API, which speaks plain HTTP on this machine. */
export interface TlsFront extends AsyncDisposable {
  /** Without a trailing slash. */
  url: string;
  /** Where requests go; until it is said they wait. */
  forwardTo(url: string): void;
}

/** Webhooks go to HTTPS only, also those to the service itself. */
export async function startTlsFront(certificates: CertificateFiles): Promise<TlsFront> {
  const target = Promise.withResolvers<string>();
  const server = createServer(
    { cert: readFileSync(certificates.certificate), key: readFileSync(certificates.key) },
    (request, response) => void target.promise.then((url) => forward(url, request, response)),
  );
  const port = await listen(server, 0);
  return {
    url: `https://localhost:${port}`,
    forwardTo: target.resolve,
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function forward(target: string, from: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url = "/" } = from;
  const onward = newRequest(new URL(url, target), { method, headers }, (received) => {
    response.writeHead(received.statusCode ?? 502, received.headers);
    received.pipe(response);
  });
  onward.on("error", () => response.destroy());
  from.pipe(onward);
}
