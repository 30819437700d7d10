import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { randomBase62 } from "../../adapters/random.ts";
import { newEmbedSession } from "../../core/embeds/embed-session.ts";
import { newGroup, newGroupId } from "../../core/groups/group.ts";
import { atMost, type Figure } from "../report/figure.ts";
import { capacityMeter, type Metered, unitFigures } from "../service/capacity-meter.ts";
import { createCustomer } from "../service/customer.ts";
import type { MeasuredService } from "../service/measured-service.ts";

/** Page and script travel as one response; more would be slow to begin with on a phone. */
const largestPageBytes = 15_000;

/** What requests of embeds take that no cache answers, and their bytes. */
export async function embedFigures(service: MeasuredService): Promise<Figure[]> {
  const { organization, counters } = await createCustomer(service, ["Main entrance"]);
  const { id: organizationId } = organization;
  const group = newGroup(
    { name: "Hall 1", capacity: 500 },
    { organizationId, groupId: newGroupId(randomBase62) },
    Date.now(),
  );
  await service.stores.groupCreator.create(organizationId, [group]);
  const key = { organizationId, counterId: counters[0]?.id ?? "" };
  const [ofCounter, ofGroup, unknown] = [key, { organizationId, groupId: group.id }, key].map(
    (target) => newEmbedSession(target, { nowMs: Date.now(), randomBase62 }),
  );
  for (const session of [ofCounter, ofGroup]) {
    if (session !== undefined) await service.stores.embedSessions.create(session);
  }
  const page = await visit(service, `/embed/${ofCounter?.id}`);
  const poll = await visit(service, `/embed/${ofCounter?.id}/count`);
  const pollOfGroup = await visit(service, `/embed/${ofGroup?.id}/count`);
  const badge = await visit(service, `/embed/${ofCounter?.id}/badge.svg`);
  const nothing = await visit(service, `/embed/${unknown?.id}/count`);
  const unit = "bytes";
  return [
    {
      name: "an embed: its page with script and style, compressed",
      ...atMost(gzipSync(page.body).length, largestPageBytes),
      unit,
    },
    { name: "an embed: JSON of a poll", value: poll.body.length, unit },
    {
      name: "an embed: headers of a poll, as the service sends them",
      value: headerBytes(poll.headers),
      unit,
    },
    ...unitFigures("an embed: a poll that no cache holds", poll.metered),
    ...unitFigures("an embed of a group: a poll that no cache holds", pollOfGroup.metered),
    ...unitFigures("an embed: its badge", badge.metered),
    ...unitFigures("an embed: an unknown session", nothing.metered),
  ];
}

interface Visit {
  headers: Headers;
  body: Buffer;
  metered: Metered;
}

/** A visit that reaches the service: what the CDN still holds costs nothing. */
async function visit(service: MeasuredService, path: string): Promise<Visit> {
  const fetched = { headers: new Headers(), body: Buffer.of() };
  const metered = await capacityMeter(service)(async () => {
    const response = await fetch(`${service.outputs.BaseUrl}${path}`);
    fetched.headers = response.headers;
    fetched.body = Buffer.from(await response.arrayBuffer());
  });
  if (fetched.headers.get("x-cache") !== "Hit from cloudfront") return { ...fetched, metered };
  await setTimeout(500);
  return await visit(service, path);
}

function headerBytes(headers: Headers): number {
  return [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
}
