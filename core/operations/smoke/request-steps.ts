import { History } from "../../counters/count-event.ts";
import { Counter, CounterList } from "../../counters/counter.ts";
import { newCounterId } from "../../counters/counter-names.ts";
import { countTap } from "../../counters/taps/count-batch.ts";
import type { Direction } from "../../counters/taps/tap.ts";
import { Oembed } from "../../embeds/oembed.ts";
import { type Asked, bodyOf, countedEvent, expectStatus } from "../steps.ts";
import type { Smoke, SmokePorts, SmokeStep } from "./smoke-organization.ts";

/** The steps that ask the three surfaces, as their clients do, and the tap between them. */
export function requestSteps(ports: SmokePorts, smoke: Smoke): Record<string, SmokeStep> {
  const { ask, apiUrl, baseUrl, consoleUrl } = ports;
  const list = `${apiUrl}/api/v1/counters`;
  const counter = `${list}/${smoke.counterId}`;
  const authorization = `Bearer ${smoke.keyText}`;
  const read = (url: string, headers = {}) => ask(url, { headers: { authorization, ...headers } });
  return {
    list: async () => {
      const asked = await read(list);
      const { length } = bodyOf(asked, CounterList).counters;
      if (length !== 1) throw new Error(`${list} has ${length} counters, not one`);
      for (const name of ["limit", "remaining", "reset"]) number(asked, `ratelimit-${name}`);
      return `one counter, and ${number(asked, "ratelimit-remaining")} requests remain`;
    },
    get: async () => {
      const etag = header(expectStatus(await read(counter), 200), "etag");
      expectStatus(await read(counter, { "if-none-match": etag }), 304);
      return "200 with an ETag, and 304 with If-None-Match";
    },
    tap: async () => {
      await tapOnce(ports, smoke, "up");
      const { count } = bodyOf(await read(counter), Counter);
      if (count !== 1) throw new Error(`the read API shows ${count} after one tap`);
      return "the read API shows it at once";
    },
    history: async () => {
      const [event] = bodyOf(await read(`${counter}/history`), History).events;
      if (event?.count !== 1) throw new Error("the tap is not the newest event");
      return "the tap is the newest event";
    },
    unauthorized: async () => {
      expectStatus(await ask(list), 401);
      expectStatus(await ask(list, { headers: { authorization: "Bearer wrong" } }), 401);
      return "401 without a key, and with a wrong one";
    },
    embed: async () => {
      const page = expectStatus(await ask(smoke.embedUrl), 200);
      if (!/^text\/html/.test(header(page, "content-type"))) throw new Error("it is no page");
      expectStatus(await ask(`${smoke.embedUrl}/count`), 200);
      return `the page and its number${cdnOf(page)}`;
    },
    oembed: async () => {
      const url = `${baseUrl}/api/oembed?${new URLSearchParams({ url: smoke.embedUrl })}`;
      const asked = await ask(url);
      if (!bodyOf(asked, Oembed).html.includes(smoke.embedUrl)) throw new Error("another frame");
      if (header(asked, "access-control-allow-origin") !== "*") throw new Error("no CORS header");
      return `the markup of the frame, for all origins${cdnOf(asked)}`;
    },
    "sign-in": async () => {
      const asked = expectStatus(await ask(`${consoleUrl}/sign-in`), 302);
      const location = new URL(header(asked, "location"));
      const missing = ["client_id", "redirect_uri", "state", "code_challenge"].find(
        (name) => !location.searchParams.has(name),
      );
      if (missing !== undefined) throw new Error(`the redirect has no ${missing}`);
      if (!header(asked, "set-cookie").startsWith("__Host-")) throw new Error("no cookie is set");
      return `302 to ${location.host}`;
    },
    "refused by the API": refusals(ports, { url: apiUrl, known: list }),
    "refused by the site": refusals(ports, { url: baseUrl, known: `${baseUrl}/` }),
    "refused by the console": refusals(ports, { url: consoleUrl, known: `${consoleUrl}/sign-in` }),
    "not found": async () => {
      expectStatus(await read(`${list}/${newCounterId(ports.randomBase62)}`), 404);
      return "404 for a counter that does not exist";
    },
  };
}

/** Counts once. */
export async function tapOnce(ports: SmokePorts, key: Smoke, direction: Direction): Promise<void> {
  const tap = { direction, metadata: null };
  countedEvent(await countTap(ports.taps, ports.clock, { key, tap }));
}

/** 404 for what does not exist, and 405 with Allow for a method that a known path does not take. */
function refusals({ ask }: SmokePorts, { url, known }: { url: string; known: string }): SmokeStep {
  return async () => {
    expectStatus(await ask(`${url}/smoke-test/nowhere`), 404);
    const asked = expectStatus(await ask(known, { method: "DELETE" }), 405);
    const allow = header(asked, "allow");
    if (!allow.split(", ").includes("GET")) throw new Error(`405 allows ${allow}, and not GET`);
    return `404, and 405 that allows ${allow}`;
  };
}

function header({ url, headers }: Asked, name: string): string {
  const value = headers.get(name);
  if (value === null) throw new Error(`${url} responds without the header ${name}`);
  return value;
}

function number(asked: Asked, name: string): number {
  const value = header(asked, name);
  if (!/^\d+$/.test(value)) throw new Error(`${asked.url} has ${name}: ${value}`);
  return Number(value);
}

/** What CloudFront says of a response. */
function cdnOf({ headers }: Asked): string {
  const said = headers.get("x-cache");
  return said === null ? "" : ` (${said})`;
}
