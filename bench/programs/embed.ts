import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { randomBase62 } from "../../adapters/random.ts";
import { newEmbedSession } from "../../core/embeds/embed-session.ts";
import { benchmark } from "../report/benchmark.ts";
import type { Figure } from "../report/figure.ts";
import { type Consumed, consumedCapacity, unitsOf } from "../service/consumed-capacity.ts";
import { createCustomer } from "../service/customer.ts";
import { type MeasuredService, withService } from "../service/measured-service.ts";
import { heldSeconds, requestsPerHour } from "../service/viewers.ts";

/** Page and script travel as one response; more would be slow to begin with on a phone. */
const largestPageBytes = 15_000;

await benchmark("embed", (progress) =>
  withService(
    async (service) => {
      service.proxy.asksForCapacity = true;
      const { organization, counters } = await createCustomer(service, ["Main entrance"]);
      const key = { organizationId: organization.id, counterId: counters[0]?.id ?? "" };
      const session = newEmbedSession(key, { nowMs: Date.now(), randomBase62 });
      await service.stores.embedSessions.create(session);
      const page = `/embed/${session.id}`;
      const metadata = `/api/oembed?url=${service.outputs.BaseUrl}${page}`;
      const unknown = `/embed/${newEmbedSession(key, { nowMs: 0, randomBase62 }).id}`;
      const count = await visit(service, `${page}/count`);
      progress("simulated viewers …");
      return [
        ...sizes(await visit(service, page), count, await visit(service, metadata)),
        ...(await capacity(service, { page, metadata, unknown })),
        ...viewers(count.headers.get("cache-control") ?? ""),
      ];
    },
    { proxied: true },
  ),
);

interface Visit {
  headers: Headers;
  body: Buffer;
  consumed: Consumed[];
}

/** A visit that reaches the service: what the CDN still holds costs nothing. */
async function visit(service: MeasuredService, path: string): Promise<Visit> {
  const { outputs, proxy } = service;
  await proxy.takeCalls();
  const response = await fetch(`${outputs.BaseUrl}${path}`);
  const body = Buffer.from(await response.arrayBuffer());
  if (response.headers.get("x-cache") === "Hit from cloudfront") {
    await setTimeout(500);
    return await visit(service, path);
  }
  return { headers: response.headers, body, consumed: consumedCapacity(await proxy.takeCalls()) };
}

function sizes(page: Visit, count: Visit, metadata: Visit): Figure[] {
  const bytes = compressed(page.body);
  return [
    {
      figure: "page with its script and style, compressed",
      measured: `${bytes} bytes`,
      target: { is: `≤ ${largestPageBytes}`, met: bytes <= largestPageBytes },
    },
    { figure: "script in it, compressed alone", measured: `${script(page.body)} bytes` },
    {
      figure: "JSON of a poll, as it is / compressed",
      measured: `${count.body.length} / ${compressed(count.body)} bytes`,
    },
    {
      figure: "headers of a poll, as the service sends them",
      measured: `${headerBytes(count.headers)} bytes`,
    },
    {
      figure: "oEmbed metadata, as it is / compressed",
      measured: `${metadata.body.length} / ${compressed(metadata.body)} bytes`,
    },
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
  paths: { page: string; metadata: string; unknown: string },
): Promise<Figure[]> {
  const units = async (path: string) => {
    const { consumed } = await visit(service, path);
    return `${unitsOf(consumed, "read")} RCU + ${unitsOf(consumed, "write")} WCU`;
  };
  return [
    { figure: "capacity, poll that no cache holds", measured: await units(`${paths.page}/count`) },
    { figure: "capacity, page", measured: await units(paths.page) },
    { figure: "capacity, oEmbed metadata", measured: await units(paths.metadata) },
    { figure: "capacity, unknown session", measured: await units(`${paths.unknown}/count`) },
    { figure: "capacity, text that is no session", measured: await units("/embed/x/count") },
  ];
}

function viewers(cacheControl: string): Figure[] {
  const held = heldSeconds(cacheControl);
  return [1, 1_000].map((count) => {
    const { made, reached } = requestsPerHour(count, held);
    // One for each time that what a cache holds has run out.
    const most = 3_600 / held;
    return {
      figure: `${count.toLocaleString("en")} viewers of a counter for an hour, through one cache: made / reached the service`,
      measured: `${made.toLocaleString("en")} / ${reached.toLocaleString("en")} requests`,
      target: { is: `≤ ${most.toLocaleString("en")} reach it`, met: reached <= most },
    };
  });
}
