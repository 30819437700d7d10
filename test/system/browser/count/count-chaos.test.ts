import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { randomBase62 } from "../../../../adapters/random.ts";
import type { CountEvent } from "../../../../core/counters/count-event.ts";
import { newCounter, newCounterId } from "../../../../core/counters/counter.ts";
import { createGate } from "../../../../core/gates/gates.ts";
import { newOrganization } from "../../../../core/organizations/organization.ts";
import { type RunningStack, StackProcess } from "../../../chaos/stack-process.ts";
import { useBrowser } from "../browser.ts";
import { freePort } from "../free-port.ts";
import { interruptible } from "../servers.ts";
import { newPhone, says, shows, tapUp, undo } from "./counting.ts";

useBrowser();

const seconds = Number(process.env.CHAOS_SECONDS ?? 30);
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

test(
  `seed ${seed}: while the network is cut, the tab reloaded and the service killed, each tap counts once, and each undone one not at all`,
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "count-chaos-"));
    mkdirSync("dist", { recursive: true });
    const ports = await Promise.all([freePort(), freePort()]);
    const options = ["--console-port", `${ports[0]}`, "--identity-port", `${ports[1]}`];
    const logFile = join("dist", "count-chaos.log");
    const others = ["--api-port", "0", "--site-port", "0"];
    const stack = new StackProcess({ dataDir, logFile, options: [...options, ...others] });
    try {
      const { key, token, url } = await gateOf(await stack.running());
      await using proxy = await interruptible(url);
      await using page = await newPhone();
      await page.goto(`${proxy.url}/gate#${token}`);
      const made = await tapThroughFailures(page, { proxy, stack });
      await says(page, "All taps sent");
      await shows(page, made.up - made.down + made.takenBack);
      const events = await history(await stack.running(), key);
      const sum = events.reduce((total, { delta }) => total + delta, 0);
      const undos = events.filter(({ metadata }) => metadata?.undoes !== undefined);
      // A tap that was undone before it arrived is in no history.
      const taps = events.length - undos.length;
      expect([taps - undos.length, sum]).toEqual([
        ...[made.up + made.down - made.undone, made.up - made.down + made.takenBack],
      ]);
      const tapTimes = events.map(({ metadata }) => metadata?.tappedAt);
      expect(tapTimes).toEqual(tapTimes.toSorted());
      console.log(`${events.length} events in the history`, made);
    } finally {
      await stack.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  seconds * 1_000 + 240_000,
);

interface Surroundings {
  proxy: Awaited<ReturnType<typeof interruptible>>;
  stack: StackProcess;
}

/** A person who taps, and everything that goes wrong meanwhile; at the end all is well again. */
async function tapThroughFailures(page: Page, { proxy, stack }: Surroundings) {
  const random = chanceOf(seed);
  const made = {
    ...{ up: 0, down: 0, undone: 0, takenBack: 0 },
    ...{ reloads: 0, cuts: 0, hangs: 0, kills: 0 },
  };
  await shows(page, 0);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  let restart: Promise<void> = Promise.resolve();
  let restarting = false;
  const endsMs = Date.now() + seconds * 1_000;
  while (Date.now() < endsMs) {
    const chance = random();
    if (chance < 0.03) {
      made.reloads++;
      await page.reload();
      await page.locator(".number:not(:empty)").waitFor();
    } else if (chance < 0.06) {
      made.cuts++;
      await page.context().setOffline(true);
    } else if (chance < 0.12) await page.context().setOffline(false);
    else if (chance < 0.14) {
      made.hangs++;
      proxy.hang();
    } else if (chance < 0.2) proxy.respondAgain();
    else if (chance < 0.22 && !restarting) {
      made.kills++;
      restarting = true;
      restart = stack.killAndRestart().finally(() => {
        restarting = false;
      });
    } else if (chance < 0.3 && (await undo(page).isVisible())) {
      const label = (await undo(page).textContent()) ?? "";
      made.undone++;
      made.takenBack -= Number(label.replace("Undo ", ""));
      await undo(page).tap();
    } else if (chance < 0.4) {
      await page.locator(".tap.down").tap();
      made.down++;
    } else {
      await tapUp(page);
      made.up++;
    }
    await shows(page, made.up - made.down + made.takenBack);
  }
  await restart;
  proxy.respondAgain();
  await page.context().setOffline(false);
  return made;
}

/** A counter with a gate, in the service's own tables. */
async function gateOf({ outputs, stores }: RunningStack) {
  const fresh = { nowMs: Date.now(), randomBase62 };
  const organization = newOrganization({ name: "Chaos", plan: "free" }, fresh);
  await stores.organizationCreator.create(organization);
  const key = { organizationId: organization.id, counterId: newCounterId(randomBase62) };
  await stores.counterCreator.create([newCounter({ name: "North gate" }, key, Date.now())]);
  const setup = { organizationId: organization.id, name: "North", counterIds: [key.counterId] };
  const creation = await createGate(
    stores,
    { ...setup, endsAt: null },
    { kind: "operator", actor: { kind: "operator", id: null, name: "test" } },
  );
  if (creation.result !== "created") throw new Error(`no gate: ${creation.result}`);
  return { key, token: new URL(creation.url).hash.slice(1), url: outputs.ConsoleUrl };
}

async function history(
  { stores }: RunningStack,
  key: { organizationId: string; counterId: string },
): Promise<CountEvent[]> {
  const events: CountEvent[] = [];
  for (;;) {
    const oldest = events.at(-1)?.lastEventId;
    const before = oldest === undefined ? {} : { beforeEventId: oldest };
    const page = await stores.countEvents.page(key, { limit: 500, ...before });
    if (page.length === 0) return events.reverse();
    events.push(...page);
  }
}

/** Mulberry32: the same numbers for the same seed. */
function chanceOf(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
