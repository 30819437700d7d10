import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { randomBase62 } from "../../adapters/random.ts";
import { newEmbedSession } from "../../core/embeds/embed-session.ts";
import { atMost, type Figure } from "../report/figure.ts";
import { capacityMeter, type Metered, unitFigures } from "../service/capacity-meter.ts";
import { createCustomer, keyOf } from "../service/customer.ts";
import type { MeasuredService } from "../service/measured-service.ts";

/** Page and script travel as one response; more would be slow to begin with on a phone. */
const largestPageBytes = 15_000;

/** The bytes of an embed's page, and what a poll takes that no cache answers. */
export async function embedFigures(service: MeasuredService): Promise<Figure[]> {
  const { counter } = await createCustomer(service, ["Main entrance"]);
  const session = newEmbedSession(keyOf(counter), { nowMs: Date.now(), randomBase62 });
  await service.stores.embedSessions.create(session);
  const page = await visit(service, `/embed/${session.id}`);
  const poll = await visit(service, `/embed/${session.id}/count`);
  return [
    {
      name: "an embed: its page with script and style, compressed",
      ...atMost(gzipSync(page.body).length, largestPageBytes),
      unit: "bytes",
    },
    ...unitFigures("an embed: a poll that no cache holds", poll.metered),
  ];
}

/** A visit that reaches the service: what the CDN still holds costs nothing. */
async function visit(
  service: MeasuredService,
  path: string,
): Promise<{ body: Buffer; metered: Metered }> {
  let body = Buffer.of();
  let isCached = false;
  const metered = await capacityMeter(service)(async () => {
    const response = await fetch(`${service.outputs.BaseUrl}${path}`);
    isCached = response.headers.get("x-cache") === "Hit from cloudfront";
    body = Buffer.from(await response.arrayBuffer());
  });
  if (!isCached) return { body, metered };
  await setTimeout(500);
  return await visit(service, path);
}
