import { browserFloor } from "../../lib/platform/browser-floor.ts";
import { counterId, ModelConsole, moreCounterIds } from "../system/browser/count/model-console.ts";
import { type Engine, type EnginePage, press, shows, until } from "./engine.ts";
import { modelSite } from "./site.ts";

interface Check {
  name: string;
  floor: keyof typeof browserFloor;
  /** What the page does in a browser of the floor or newer. */
  works(page: EnginePage): Promise<void>;
  /** The page below the floor, where a sentence stands instead. */
  tooOld?(page: EnginePage): Promise<void>;
}

export const checks: Check[] = [
  {
    name: "counting: taps, without a network, reloaded, sent later, undone",
    floor: "people",
    async works(page) {
      await using console = await ModelConsole.open();
      await page.open(console.memberPage);
      await shows(page, ".number", /^0$/);
      for (let made = 0; made < 3; made++) await press(page, ".tap.up");
      await shows(page, ".number", /^3$/);
      await countedAre(console, counterId, 3);
      await until(
        "the page is not kept",
        () => page.evaluate("navigator.serviceWorker.ready.then(() => caches.keys())"),
        (kept) => Array.isArray(kept) && kept.length > 0,
      );
      console.stop();
      for (let made = 0; made < 2; made++) await press(page, ".tap.up");
      await shows(page, ".number", /^5$/);
      await page.open(console.memberPage);
      await shows(page, ".number", /^5$/);
      console.restart();
      await countedAre(console, counterId, 5);
      await shows(page, ".state-text", /All taps sent/);
      await press(page, ".undo");
      await shows(page, ".number", /^4$/);
      await countedAre(console, counterId, 4);
    },
    async tooOld(page) {
      await using console = await ModelConsole.open();
      await page.open(console.memberPage);
      await shows(page, ".too-old", /too old for this page/);
      await hides(page, ".loading");
    },
  },
  {
    name: "counting: four counters on one screen, opened by a gate's link",
    floor: "people",
    async works(page) {
      await using console = await ModelConsole.open();
      const ids = [counterId, ...moreCounterIds];
      console.gateCounters = ids;
      await page.open(`${console.url}/gate#a-token`);
      for (const [index, id] of ids.entries()) {
        await press(page, `.counter:nth-of-type(${index + 1}) .tap.up`);
        await countedAre(console, id, 1);
      }
    },
  },
  {
    name: "start: who is signed in, and the organizations",
    floor: "people",
    async works(page) {
      await using console = await ModelConsole.open();
      await page.open(`${console.url}/`);
      await shows(page, "#main", /City Museum/);
      await shows(page, ".who", /Olivia Berg/);
    },
    async tooOld(page) {
      await using console = await ModelConsole.open();
      await page.open(`${console.url}/`);
      await shows(page, ".too-old", /too old for this page/);
      await hides(page, "#main");
    },
  },
  {
    name: "embed: follows the count, and says when it cannot",
    floor: "live",
    async works(page) {
      await using site = await modelSite();
      await page.open(site.embed);
      await shows(page, ".state", /^Live$/);
      await hides(page, ".too-old");
      site.count(413);
      await shows(page, ".number", /^413$/);
      await shows(page, ".of", /^of 500$/);
      site.stop();
      await shows(page, ".state", /Reconnecting/);
    },
  },
  {
    name: "screen: follows the count, and says when it cannot",
    floor: "live",
    async works(page) {
      await using site = await modelSite();
      await page.open(site.screen);
      await shows(page, ".number", /^412$/);
      await shows(page, ".advice", /Come in/);
      await until(
        "parts are cut",
        () => page.evaluate(fits),
        (is) => is === true,
      );
      await hides(page, ".too-old");
      site.count(500);
      await shows(page, ".advice", /Please wait/);
      site.stop();
      await shows(page, ".news", /No news since/);
    },
  },
  {
    name: "console: the app, or a sentence",
    floor: "owners",
    async works(page) {
      await using console = await ModelConsole.open();
      await page.open(`${console.url}/organizations/org_1`);
      await hides(page, ".too-old");
      await until(
        "the app",
        () => page.evaluate("!document.querySelector('.not-loaded')"),
        Boolean,
      );
    },
    async tooOld(page) {
      await using console = await ModelConsole.open();
      await page.open(`${console.url}/organizations/org_1`);
      await shows(page, ".too-old", /too old for this page/);
      await hides(page, "#app");
    },
  },
];

/** Whether the number of a screen lies within its place, and the name is as wide as its letters. */
const fits = `(() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [number, count] = [box(".number"), box(".count")];
  const name = document.querySelector(".name");
  const isWhole = number.top >= count.top - 1 && number.bottom <= count.bottom + 1;
  return isWhole && name.scrollWidth <= name.clientWidth;
})()`;

/** Runs a check in an engine; undefined when there is nothing to check in it. */
export function runOf({ floor, works, tooOld }: Check, { chromium }: Engine) {
  const isBelow = chromium !== undefined && chromium < Number(browserFloor[floor].chrome);
  return isBelow ? tooOld : works;
}

async function countedAre({ service }: ModelConsole, id: string, count: number): Promise<void> {
  await until(
    `the count of ${id}`,
    () => service.view(id).count,
    (found) => found === count,
  );
}

async function hides(page: EnginePage, selector: string): Promise<void> {
  const expression = `(() => {
    const found = document.querySelector(${JSON.stringify(selector)});
    return !found || found.getClientRects().length === 0;
  })()`;
  await until(
    `${selector} is shown`,
    () => page.evaluate(expression),
    (is) => is === true,
  );
}
