import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import * as z from "zod";
import {
  deliveryHeaders,
  verifyDelivery,
} from "../../../core/webhooks/received/verify-delivery.ts";
import { localCertificateFiles } from "../../local-service.ts";
import { systemClock } from "../../system-clock.ts";

const path = "/smoke";

/**
 * Receives webhooks of a service on this machine that has no canary, as the canary's receiver does:
 * it accepts only what is signed with this secret.
 */
export async function startLocalReceiver(dataDir: string, secret: string) {
  const read = (file: string) => readFileSync(join(dataDir, file));
  const { cert, key } = localCertificateFiles;
  const server = createServer({ cert: read(cert), key: read(key) }, async (request, response) => {
    const headers = deliveryHeaders(request.headers);
    const body = await buffer(request);
    const { verified } = verifyDelivery({ secret, headers, body, nowMs: systemClock.now() });
    const accepted = verified ? 204 : 401;
    response.writeHead(request.url === path ? accepted : 404).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return {
    url: `https://localhost:${port}${path}`,
    secret,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
