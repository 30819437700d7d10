import { readFileSync } from "node:fs";
import { type IncomingMessage, request as newRequest, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import type { CertificateFiles } from "../../../local/certificate-authority.ts";
import { listen } from "../../../local/ports.ts";
import type { Chance } from "../../simulation/chance.ts";

/** `lying` acknowledges without passing anything on: what a receiver's own crash can do. */
export type FrontMode = "passing" | "refusing" | "lying";

export interface FaultyFront extends AsyncDisposable {
  url: string;
  mode: FrontMode;
  /** By what was done with requests. */
  counts: Record<
    "passed" | "repeated" | "response lost" | "refused" | "acknowledged and lost",
    number
  >;
}

const longestDelayMs = 2_000;

/** TLS in front of a receiver: delays, repeats and refuses deliveries, and loses responses. */
export async function startFaultyFront(
  target: string,
  { certificates, chance }: { certificates: CertificateFiles; chance: Chance },
): Promise<FaultyFront> {
  const counts = {
    ...{ passed: 0, repeated: 0, "response lost": 0 },
    ...{ refused: 0, "acknowledged and lost": 0 },
  };
  const server = createServer(
    { cert: readFileSync(certificates.certificate), key: readFileSync(certificates.key) },
    (request, response) => {
      pass(request, response).catch(() => response.destroy());
    },
  );

  async function pass(from: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(from);
    if (front.mode === "refusing") {
      counts.refused += 1;
      response.writeHead(500).end();
      return;
    }
    if (front.mode === "lying") {
      counts["acknowledged and lost"] += 1;
      response.writeHead(204).end();
      return;
    }
    // Now and then a delivery overtakes others.
    if (chance.happens(0.3)) await delay(chance.between(0, longestDelayMs));
    const status = await forward(from, body);
    if (chance.happens(0.1)) {
      counts.repeated += 1;
      await forward(from, body);
    }
    counts.passed += 1;
    if (chance.happens(0.05)) {
      counts["response lost"] += 1;
      response.destroy();
    } else response.writeHead(status).end();
  }

  function forward({ method, headers, url = "/" }: IncomingMessage, body: Buffer) {
    return new Promise<number>((resolve, reject) => {
      const onward = newRequest(new URL(url, target), { method, headers }, (received) => {
        received.resume();
        resolve(received.statusCode ?? 502);
      });
      onward.on("error", reject);
      onward.end(body);
    });
  }

  const port = await listen(server, 0);
  const front: FaultyFront = {
    url: `https://localhost:${port}/webhooks`,
    mode: "passing",
    counts,
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
  return front;
}
