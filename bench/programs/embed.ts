import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { randomBase62 } from "../../adapters/random.ts";
import { newEmbedSession } from "../../core/embeds/embed-session.ts";
import { newGroup, newGroupId } from "../../core/groups/group.ts";
import { benchmark } from "../report/benchmark.ts";
import { atMost, type Figure } from "../report/figure.ts";
import { type Cost, capacityMeter, unitFigures } from "../service/capacity-meter.ts";
import { createCustomer } from "../service/customer.ts";
import { type MeasuredService, withService } from "../service/measured-service.ts";
import { heldSeconds, requestsPerHour } from "../service/viewers.ts";

/** Page and script travel as one response; more would be slow to begin with on a phone. */
const largestPageBytes = 15_000;

/** Of a poll that reaches the service, as measured beside it. */
const unitsOfPoll = 3;

await benchmark("embed", (progress) =>
  withService(
    async (service) => {
      service.proxy.asksForCapacity = true;
      const { organization, counters } = await createCustomer(service, ["Main entrance"]);
      const key = { organizationId: organization.id, counterId: counters[0]?.id ?? "" };
      const session = newEmbedSession(key, { nowMs: Date.now(), randomBase62 });
      await service.stores.embedSessions.create(session);
      const page = `/embed/${session.id}`;
      const group = newGroup(
        { name: "Hall 1", capacity: 500 },
        { organizationId: organization.id, groupId: newGroupId(randomBase62) },
        Date.now(),
      );
      await service.stores.groupCreator.create(organization.id, [group]);
      const target = { organizationId: organization.id, groupId: group.id };
      const ofGroup = newEmbedSession(target, { nowMs: Date.now(), randomBase62 });
      await service.stores.embedSessions.create(ofGroup);
      const metadata = `/api/oembed?url=${service.outputs.BaseUrl}${page}`;
      const unknown = `/embed/${newEmbedSession(key, { nowMs: 0, randomBase62 }).id}`;
      const count = await visit(service, `${page}/count`);
      progress("simulated viewers …");
      return [
        ...sizes(await visit(service, page), count, await visit(service, metadata)),
        ...(await capacity(service, { page, metadata, unknown, group: `/embed/${ofGroup.id}` })),
        ...viewers(count.headers.get("cache-control") ?? ""),
      ];
    },
    { proxied: true },
  ),
);

interface Visit {
  headers: Headers;
  body: Buffer;
  cost: Cost;
}

/** A visit that reaches the service: what the CDN still holds costs nothing. */
async function visit(service: MeasuredService, path: string): Promise<Visit> {
  const fetched = { headers: new Headers(), body: Buffer.of() };
  const cost = await capacityMeter(service)(async () => {
    const response = await fetch(`${service.outputs.BaseUrl}${path}`);
    fetched.headers = response.headers;
    fetched.body = Buffer.from(await response.arrayBuffer());
  });
  if (fetched.headers.get("x-cache") === "Hit from cloudfront") {
    await setTimeout(500);
    return await visit(service, path);
  }
  return { ...fetched, cost };
}

function sizes(page: Visit, count: Visit, metadata: Visit): Figure[] {
  const unit = "bytes";
  const json = ({ body }: Visit) => ({
    value: body.length,
    unit,
    detail: `compressed ${compressed(body)}`,
  });
  return [
    {
      name: "embed: page with its script and style, compressed",
      ...atMost(compressed(page.body), largestPageBytes),
      unit,
      headline: true,
    },
    { name: "script in it, compressed alone", value: script(page.body), unit },
    { name: "JSON of a poll", ...json(count) },
    {
      name: "headers of a poll, as the service sends them",
      value: headerBytes(count.headers),
      unit,
    },
    { name: "oEmbed metadata", ...json(metadata) },
  ];
}

function compressed(body: Buffer): number {
  return gzipSync(body).length;
}

function script(page: Buffer): number {
  const [, text = ""] = /<script>([\s\S]*)<\/script>/.exec(page.toString()) ?? [];
  return compressed(Buffer.from(text));
}

function headerBytes(headers: Headers): number {
  return [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
}

async function capacity(
  service: MeasuredService,
  paths: { page: string; metadata: string; unknown: string; group: string },
): Promise<Figure[]> {
  const units = async (name: string, path: string) =>
    unitFigures(`capacity, ${name}`, (await visit(service, path)).cost);
  return [
    ...(await units("poll that no cache holds", `${paths.page}/count`)),
    ...(await units("poll of a group's embed", `${paths.group}/count`)),
    ...(await units("page", paths.page)),
    ...(await units(
      "page of a screen, which polls as an embed",
      paths.page.replace("embed", "screen"),
    )),
    ...(await units("badge", `${paths.page}/badge.svg`)),
    ...(await units("oEmbed metadata", paths.metadata)),
    ...(await units("unknown session", `${paths.unknown}/count`)),
    ...(await units("text that is no session", "/embed/x/count")),
  ];
}

function viewers(cacheControl: string): Figure[] {
  const held = heldSeconds(cacheControl);
  return [1, 1_000].flatMap((count): Figure[] => {
    const { made, reached } = requestsPerHour(count, held);
    const who = count === 1 ? "1 viewer" : `${count.toLocaleString("en")} viewers`;
    const name = `${who} of a counter for an hour, through one cache`;
    const unit = "requests";
    return [
      { name: `${name}: made`, value: made, unit },
      {
        name: `${name}: reached the service`,
        // One for each time that what a cache holds has run out.
        ...atMost(reached, 3_600 / held),
        unit,
        ...(count > 1 && { headline: true as const }),
      },
      { name: `${name}: read units`, value: reached * unitsOfPoll, unit: "RCU" },
    ];
  });
}
