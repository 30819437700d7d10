// @module-tag soak
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { randomBase62 } from "../../../../adapters/random.ts";
import { type CounterKey, newCounter, newCounterId } from "../../../../core/counters/counter.ts";
import { countTap } from "../../../../core/counters/taps/count-batch.ts";
import { type EmbedTarget, newEmbedSession } from "../../../../core/embeds/embed-session.ts";
import { createGroup } from "../../../../core/groups/group-changes.ts";
import { newOrganization } from "../../../../core/organizations/organization.ts";
import { Refused, untilTold } from "../../../chaos/corrections.ts";
import { type RunningStack, StackProcess } from "../../../chaos/stack-process.ts";
import { operator } from "../../../core/audit/operator.ts";
import { Chance } from "../../../simulation/chance.ts";
import { newPage, useBrowser } from "../browser.ts";
import { freePort } from "../free-port.ts";
import { interruptible } from "../servers.ts";

useBrowser();

const seconds = Number(process.env.CHAOS_SECONDS ?? 30);
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

/** After so long without news a screen has to say that its number is old. */
const oldestLiveMs = 15_000;
/** A screen looks at its clock twice a second, and a busy machine lets it wait. */
const betweenTicksMs = 1_000;
/** From one failure to the next: mostly short, and at times enough to turn every screen gray. */
const longestPauseMs = 25_000;
/** Code that runs for the first time leaves 200 KB; what grows with every request leaves more. */
const grownKb = 1_000;
const dayMs = 24 * 3_600_000;

test(
  `seed ${seed}: while the network is cut and the service killed, no screen shows a number older than it says`,
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "screen-chaos-"));
    mkdirSync("dist", { recursive: true });
    const others = ["--api-port", "0", "--console-port", "0", "--identity-port", "0"];
    const options = ["--site-port", `${await freePort()}`, ...others];
    const stack = new StackProcess({ dataDir, logFile: join("dist", "screen-chaos.log"), options });
    const ending = new AbortController();
    try {
      const { url, key, paths } = await sharedCounter(await stack.running());
      await using proxy = await interruptible(url);
      await using ofCounter = await newPage({ timezoneId: "UTC" });
      await using ofGroup = await newPage({ timezoneId: "UTC" });
      const pages = [ofCounter, ofGroup];
      for (const [index, page] of pages.entries()) {
        await page.goto(`${proxy.url}${paths[index]}`);
        await showsLive(page, 0);
        await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
      }
      const before = await Promise.all(pages.map(memoryOf));
      const surroundings = { stack, stopping: ending.signal };
      const [made, countedMs, ...looks] = await Promise.all([
        failAtRandom(pages, { ...surroundings, proxy }).finally(() => ending.abort()),
        countUp(key, surroundings),
        ...pages.map((page) => watch(page, ending.signal)),
      ]);
      for (const page of pages) await showsLive(page, countedMs.length - 1);
      const after = await Promise.all(pages.map(memoryOf));
      const judged = looks.flat().map((look) => withMargin(look, countedMs));
      const counts = countedMs.length - 1;
      console.log({ ...made, counts }, { before, after }, marginsOf(judged));
      expect(judged.filter((look) => !isPromised(look))).toEqual([]);
      for (const [index, { heapKb, nodes }] of after.entries()) {
        expect(heapKb).toBeLessThan((before[index]?.heapKb ?? 0) + grownKb);
        expect(nodes).toBeLessThan((before[index]?.nodes ?? 0) + 50);
      }
    } finally {
      ending.abort();
      await stack.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  seconds * 1_000 + 240_000,
);

interface Surroundings {
  stack: StackProcess;
  stopping: AbortSignal;
}

/** Breaks and mends; the last failure lasts until every screen says so, and then all is well. */
async function failAtRandom(
  pages: Page[],
  { proxy, stack, stopping }: Surroundings & { proxy: Awaited<ReturnType<typeof interruptible>> },
) {
  const chance = new Chance(seed);
  const made = { cuts: 0, hangs: 0, kills: 0 };
  const setOffline = async (offline: boolean) => {
    for (const page of pages) await page.context().setOffline(offline);
  };
  let isCut = false;
  let isHanging = false;
  const endsMs = Date.now() + seconds * 1_000;
  while (Date.now() < endsMs && !stopping.aborted) {
    const failure = chance.pick(["cut", "hang", "kill"]);
    if (failure === "cut") {
      isCut = !isCut;
      made.cuts += Number(isCut);
      await setOffline(isCut);
    } else if (failure === "hang") {
      isHanging = !isHanging;
      made.hangs += Number(isHanging);
      if (isHanging) proxy.hang();
      else proxy.respondAgain();
    } else {
      made.kills++;
      await stack.killAndRestart();
    }
    await delay(chance.next() ** 2 * longestPauseMs);
  }
  await setOffline(false);
  proxy.hang();
  for (const page of pages) await says(page, /^No news since /);
  proxy.respondAgain();
  return made;
}

/** Counts about once a second; returns from when on each number was true, in ms since 1970. */
async function countUp(key: CounterKey, { stack, stopping }: Surroundings): Promise<number[]> {
  const countedMs = [0];
  // What has been begun is ended: nobody knows what became of a tap without a response.
  const { signal } = new AbortController();
  while (!stopping.aborted) {
    const tap = { direction: "up", metadata: null } as const;
    const idempotencyKey = randomUUID();
    await untilTold({ stack, stopping: signal }, async ({ stores: { taps, clock } }) => {
      const counted = await countTap(taps, clock, { key, tap, idempotencyKey });
      if (!("event" in counted)) throw new Refused(counted.result);
      countedMs[counted.event.count] = Date.parse(counted.event.createdAt);
      return counted;
    });
    await delay(1_000);
  }
  return countedMs;
}

/** What a person reads on a screen at a moment. */
type Look = Awaited<ReturnType<typeof lookAt>>;
type Judged = ReturnType<typeof withMargin>;

function lookAt(page: Page) {
  return page.evaluate(() => {
    const text = (selector: string) => document.querySelector(selector)?.textContent ?? "";
    return {
      at: new Date().toISOString(),
      number: text(".number"),
      news: text(".news .words"),
      hasAdvice: document.querySelector(".advice")?.checkVisibility() ?? false,
      neverReloaded: "neverReloaded" in window,
    };
  });
}

async function watch(page: Page, stopping: AbortSignal): Promise<Look[]> {
  const looks: Look[] = [];
  while (!stopping.aborted) {
    looks.push(await lookAt(page));
    await delay(250);
  }
  return looks;
}

/**
 * For how long a number was still true after the moment as of which the screen says that it was; less
 * than nothing is a lie.
 */
function withMargin(look: Look, countedMs: number[]) {
  const trueUntilMs = countedMs[Number(look.number.replaceAll(",", "")) + 1];
  const marginMs = (trueUntilMs ?? Number.POSITIVE_INFINITY) - asOfMs(look);
  return { ...look, marginMs };
}

function asOfMs({ at, news }: Look): number {
  const atMs = Date.parse(at);
  if (news === "Live") return atMs - oldestLiveMs - betweenTicksMs;
  const [, since = ""] = /^No news since (.+)$/.exec(news) ?? [];
  const todayMs = Date.parse(`${at.slice(0, 10)} ${since.replaceAll("\u202f", " ")} UTC`);
  // For half a day a screen says no date.
  return todayMs - atMs > dayMs / 2 ? todayMs - dayMs : todayMs;
}

function isPromised({ number, news, hasAdvice, neverReloaded, marginMs }: Judged): boolean {
  return neverReloaded && number !== "" && hasAdvice === (news === "Live") && marginMs >= 0;
}

/** How often screens were live and gray, and how close they came to a lie. */
function marginsOf(judged: Judged[]) {
  const isLive = ({ news }: Judged) => news === "Live";
  return [judged.filter(isLive), judged.filter((look) => !isLive(look))].map((looks) => ({
    looks: looks.length,
    leastMarginMs: looks.reduce((least, { marginMs }) => Math.min(least, marginMs), Infinity),
  }));
}

/** A screen that fails waits for up to half a minute before it asks again. */
const comesBackMs = 45_000;

async function says(page: Page, news: string | RegExp): Promise<void> {
  const words = page.locator(".news .words").filter({ hasText: news });
  await words.waitFor({ timeout: comesBackMs });
}

async function showsLive(page: Page, count: number): Promise<void> {
  await says(page, "Live");
  const text = new RegExp(`^${new Intl.NumberFormat("en").format(count)}$`);
  await page.locator(".number").filter({ hasText: text }).waitFor({ timeout: comesBackMs });
}

/** What is left on the page after its garbage is collected. */
async function memoryOf(page: Page): Promise<{ heapKb: number; nodes: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  await session.detach();
  const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return { heapKb: Math.round(of("JSHeapUsedSize") / 1_000), nodes: of("Nodes") };
}

/** A counter that is alone in its group, with a screen of either. */
async function sharedCounter({ outputs, stores }: RunningStack) {
  const fresh = { nowMs: Date.now(), randomBase62 };
  const organization = newOrganization({ name: "Chaos", plan: "free" }, fresh);
  const organizationId = organization.id;
  await stores.organizationCreator.create(organization);
  const group = { name: "Hall", capacity: 1e6 };
  const creation = await createGroup(stores, { organizationId, group }, operator);
  if (creation.result !== "created") throw new Error(`no group: ${creation.result}`);
  const groupId = creation.group.id;
  const key = { organizationId, counterId: newCounterId(randomBase62) };
  await stores.counterCreator.create([newCounter({ name: "Door", groupId }, key, Date.now())]);
  const share = async (target: EmbedTarget) => {
    const session = newEmbedSession(target, fresh);
    await stores.embedSessions.create(session);
    return `/screen/${session.id}`;
  };
  const paths = [
    `${await share(key)}?capacity=1000000`,
    await share({ organizationId, groupId }),
  ] as const;
  return { url: outputs.BaseUrl, key, paths };
}
