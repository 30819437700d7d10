// @module-tag soak
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { randomBase62 } from "../../../../adapters/random.ts";
import type { CountEvent } from "../../../../core/counters/count-event.ts";
import { newCounter } from "../../../../core/counters/counter.ts";
import { newCounterId } from "../../../../core/counters/counter-names.ts";
import { createGate } from "../../../../core/gates/gates.ts";
import { newGroup, newGroupId } from "../../../../core/groups/group.ts";
import { isolated } from "../../../../core/messages.ts";
import { newOrganization } from "../../../../core/organizations/organization.ts";
import { type RunningStack, StackProcess } from "../../../chaos/stack-process.ts";
import { Chance } from "../../../simulation/chance.ts";
import { useBrowser } from "../browser.ts";
import { freePort } from "../free-port.ts";
import { interruptible } from "../servers.ts";
import { hold, newPhone, says } from "./counting.ts";

useBrowser();

const seconds = Number(process.env.CHAOS_SECONDS ?? 30);
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

const names = ["Adults in", "Adults out", "Children in", "Children out"];
const capacity = 30;
const almostFrom = 27;

test(
  `seed ${seed}: on a screen of four counters, while the network is cut, the tab reloaded and the service killed, each tap counts once, and each undone one not at all`,
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "count-chaos-"));
    mkdirSync("dist", { recursive: true });
    const ports = await Promise.all([freePort(), freePort()]);
    const options = ["--console-port", `${ports[0]}`, "--identity-port", `${ports[1]}`];
    const logFile = join("dist", "count-chaos.log");
    const others = ["--api-port", "--site-port", "--mailbox-port", "--chat-port"].flatMap(
      (option) => [option, "0"],
    );
    const stack = new StackProcess({ dataDir, logFile, options: [...options, ...others] });
    try {
      const { group, counters, token, url } = await gateOf(await stack.running());
      await using proxy = await interruptible(url);
      await using page = await newPhone();
      await page.goto(`${proxy.url}/gate#${token}`);
      await setUp(page);
      const presses = await pressThroughFailures(page, { proxy, stack });
      await says(page, /^All (other )?taps sent$/);
      await agrees(page, presses);
      const service = await stack.running();
      for (const [counter, key] of counters.entries()) {
        const events = await history(service, key);
        expect(sum(events.map(({ delta }) => delta))).toBe(numbersAfter(presses)[counter]);
        // A tap that was undone before it arrived is in no history.
        const undos = events.flatMap(({ metadata }) => metadata?.undoes ?? []);
        const undone = new Set(undos);
        expect(undos).toHaveLength(undone.size);
        const counted = events.filter(
          ({ lastEventId, metadata }) => !undone.has(lastEventId) && metadata?.undoes === undefined,
        );
        expect(counted.map(({ delta }) => delta)).toEqual(tapsOf(presses, counter));
        const tapTimes = events.map(({ metadata }) => metadata?.tappedAt);
        expect(tapTimes).toEqual(tapTimes.toSorted());
        console.log(`${names[counter]}: ${events.length} events, ${undos.length} of them undos`);
      }
      const total = async () => (await service.stores.groups.get(group))?.total;
      await expect.poll(total).toBe(BigInt(sum(numbersAfter(presses))));
    } finally {
      await stack.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  seconds * 1_000 + 240_000,
);

/** A press that was not undone: `delta` is one for each of its taps, up or down. */
interface Press {
  counter: number;
  delta: number;
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

/** What each counter shows after these. */
function numbersAfter(presses: Press[]): number[] {
  return names.map((_, counter) => sum(tapsOf(presses, counter)));
}

function tapsOf(presses: Press[], counter: number): number[] {
  return presses
    .filter((press) => press.counter === counter)
    .flatMap(({ delta }) => Array<number>(Math.abs(delta)).fill(Math.sign(delta)));
}

/** Waits until the page shows the presses in each number, and their sum in how full it is. */
async function agrees(page: Page, presses: Press[]): Promise<void> {
  const numbers = numbersAfter(presses);
  const level = sum(numbers);
  const isFull = level >= capacity;
  const shown = () =>
    page.evaluate(() => ({
      numbers: [...document.querySelectorAll(".number")].map((each) => each.textContent),
      fill: document.body.dataset.fill,
      level: document.querySelector(".fill-level")?.textContent,
    }));
  await expect.poll(shown).toEqual({
    numbers: numbers.map(String),
    fill: isFull ? "full" : level >= almostFrom ? "almost" : "room",
    level: isFull ? `${level} of ${capacity}` : `room for ${capacity - Math.max(0, level)}`,
  });
}

/** Switches ×5 and ×10 on, and has the keys 1 to 4 count one counter each. */
async function setUp(page: Page): Promise<void> {
  await agrees(page, []);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("switch", { name: "Offer ×5 and ×10" }).click();
  for (const [counter, name] of names.entries()) {
    await page.getByRole("button", { name: `+ ${isolated(name)}` }).click();
    await page.keyboard.press(keyOf(counter));
    await page.getByRole("button", { name: `+ ${isolated(name)}: ${keyOf(counter)}` }).waitFor();
  }
  await page.getByRole("button", { name: "Close" }).click();
}

const keyOf = (counter: number) => `${counter + 1}`;

interface Surroundings {
  proxy: Awaited<ReturnType<typeof interruptible>>;
  stack: StackProcess;
}

/**
 * A person who counts, and everything that goes wrong meanwhile; at the end all is well again. Returns
 * the presses that were not undone.
 */
async function pressThroughFailures(page: Page, { proxy, stack }: Surroundings) {
  const chances = new Chance(seed);
  const random = () => chances.next();
  const presses: Press[] = [];
  const made = { ups: 0, downs: 0, undos: 0, held: 0, reloads: 0, cuts: 0, hangs: 0, kills: 0 };
  let restart: Promise<void> = Promise.resolve();
  let restarting = false;
  const endsMs = Date.now() + seconds * 1_000;
  while (Date.now() < endsMs) {
    // The same number of them for each action, so that a seed's plan does not depend on what is possible.
    const [chance, which, way, how] = [random(), random(), random(), random()];
    const isFull = sum(numbersAfter(presses)) >= capacity;
    const newest = presses.at(-1);
    if (chance < 0.03) {
      made.reloads++;
      await page.reload();
      await page.locator('.count[data-times="1"]').waitFor();
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
    } else if (chance < 0.3) await choose(page, [1, 5, 10][Math.floor(which * 3)] ?? 1);
    else if (chance < 0.44 && newest !== undefined) {
      made.undos++;
      await undoPress(page, newest);
      presses.pop();
    } else {
      const counter = Math.floor(which * names.length);
      // So that the level keeps rising to the capacity and falling below it.
      const isUp = way < (isFull ? 0.4 : 0.8);
      const times = Number(await page.locator(".count").getAttribute("data-times"));
      const button = page
        .locator(".counter")
        .nth(counter)
        .locator(isUp ? ".tap.up" : ".tap.down");
      if (isUp && how < 0.5) await page.keyboard.press(keyOf(counter));
      else if (isUp && isFull) {
        made.held++;
        await button.tap();
        await hold(button);
      } else await button.tap();
      made[isUp ? "ups" : "downs"]++;
      presses.push({ counter, delta: isUp ? times : -times });
    }
    await agrees(page, presses);
  }
  await restart;
  proxy.respondAgain();
  await page.context().setOffline(false);
  console.log(made);
  return presses;
}

/** Chooses how many taps a press makes. */
async function choose(page: Page, times: number): Promise<void> {
  await page.locator(".multiples label", { has: page.locator(`[value="${times}"]`) }).tap();
  await page.locator(`.count[data-times="${times}"]`).waitFor();
}

/** Undoes this one, which has to be the one that the page offers. */
async function undoPress(page: Page, { counter, delta }: Press): Promise<void> {
  const name = `Undo ${delta > 0 ? "+" : ""}${delta}, ${isolated(names[counter] ?? "")}`;
  await page.getByRole("button", { name, exact: true }).tap();
}

/** A group of four counters and a gate for them, in the service's own tables. */
async function gateOf({ outputs, stores }: RunningStack) {
  const fresh = { nowMs: Date.now(), randomBase62 };
  const organization = newOrganization({ name: "Chaos", plan: "free" }, fresh);
  await stores.organizationCreator.create(organization);
  const organizationId = organization.id;
  const group = newGroup(
    { name: "Hall 1", capacity },
    { organizationId, groupId: newGroupId(randomBase62) },
    Date.now(),
  );
  await stores.groupCreator.create(organizationId, [group]);
  const counters = names.map((name) =>
    newCounter(
      { name, groupId: group.id },
      { organizationId, counterId: newCounterId(randomBase62) },
      Date.now(),
    ),
  );
  await stores.counterCreator.create(counters);
  const counterIds = counters.map(({ id }) => id);
  const creation = await createGate(
    stores,
    { organizationId, name: "North", counterIds, endsAt: null },
    { kind: "operator", actor: { kind: "operator", id: null, name: "test" } },
  );
  if (creation.result !== "created") throw new Error(`no gate: ${creation.result}`);
  return {
    group: { organizationId, groupId: group.id },
    counters: counterIds.map((counterId) => ({ organizationId, counterId })),
    token: new URL(creation.url).hash.slice(1),
    url: outputs.ConsoleUrl,
  };
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
