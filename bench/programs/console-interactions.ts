import { existsSync } from "node:fs";
import { chromium, type Page } from "playwright-core";
import { memberPhone } from "../console/counting-phones.ts";
import { type Gesture, observedPage } from "../console/interactions.ts";
import { benchmark, type Progress } from "../report/benchmark.ts";
import { atMost, type Figure } from "../report/figure.ts";
import { median } from "../report/statistics.ts";
import { createCustomer, realisticNames } from "../service/customer.ts";
import { withService } from "../service/measured-service.ts";
import { seedMarks } from "../service/seeded-marks.ts";

// How soon pages of the console answer a person of an organization with 10,000 counters.

const size = 10_000;
const slowdown = 4;
const turns = Number(process.env.TURNS ?? 7);
const boundMs = 100;
interface Seen {
  timesMs: number[];
  shift: number;
}

/** Of the sum of all shifts: less than a row that moves by its own height. */
const boundOfShift = 0.01;
const programs = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

interface MeasuredPage {
  name: string;
  path: string;
  /** Has text once the page shows its data. */
  ready: string;
  gestures: Gesture[];
}

const click = (name: string, selector: string): Gesture => ({
  name,
  make: (page) => page.locator(selector).first().click(),
});

/** Letter by letter, as people type; after the pauses in which pages look for what was typed. */
const type = (name: string, label: string, text: string): Gesture => ({
  name,
  make: async (page) => {
    await page.getByLabel(label, { exact: true }).last().pressSequentially(text, { delay: 60 });
    await page.waitForTimeout(400);
  },
});

const press = (name: string, key: string): Gesture => ({
  name,
  make: (page) => page.keyboard.press(key),
});

const close = press("closing it", "Escape");

const scroll: Gesture = {
  name: "scrolling, and a key after it",
  make: async (page) => {
    for (let step = 0; step < 10; step += 1) await page.mouse.wheel(0, 2_000);
    await page.keyboard.press("End");
    await page.waitForTimeout(300);
    await page.keyboard.press("Home");
  },
};

function pagesOf(counterId: string): MeasuredPage[] {
  const search = "Search";
  return [
    {
      ...{ name: "overview", path: "", ready: "article" },
      gestures: [
        click("choosing tiles", "text=Choose tiles"),
        type("typing a tile's name", "Groups and counters", "hall 99"),
        close,
      ],
    },
    {
      ...{ name: "list of counters", path: "/counters", ready: ".counter-table tbody .row-menu" },
      gestures: [
        scroll,
        click("opening a row's menu", ".row-menu"),
        close,
        click("sorting by number", "th button >> text=Count"),
        click("sorting by last change", "th button >> text=Last change"),
        type("typing a name", search, "hall 3, 12"),
      ],
    },
    {
      ...{ name: "page of a counter", path: `/counters/${counterId}`, ready: ".uplot canvas" },
      gestures: [
        click("choosing a week", "label >> text=Week"),
        click("choosing a month", "label >> text=Month"),
      ],
    },
    {
      ...{ name: "reports", path: `/reports?ids=${counterId}`, ready: ".report-table" },
      gestures: [
        click("choosing a period", "text=Last month"),
        type("typing a counter's name", "Counters", "hall 99"),
      ],
    },
    {
      ...{ name: "search", path: "/counters", ready: ".counter-table tbody .row-menu" },
      gestures: [
        press("opening it", "Control+k"),
        type("typing a counter's name", search, "hall 3, 12"),
        press("the next entry", "ArrowDown"),
      ],
    },
    {
      ...{ name: "alerts", path: "/alerts", ready: "main button" },
      gestures: [
        click("creating one", "main >> text=Create alert"),
        type("typing a counter's name", "Counter", "hall 99"),
      ],
    },
  ];
}

await benchmark("console-interactions", (progress) =>
  withService(async (service) => {
    progress(`${size} counters, one of them with a week of counts …`);
    const { counters } = await createCustomer(service, realisticNames(size));
    const [counter] = counters;
    if (counter === undefined) throw new Error("no counter");
    await seedMarks(service, { counter, events: 1e5, untilMs: Date.now(), days: 7 });
    const { consoleUrl, cookie } = await memberPhone(service, counter, "admin");
    const at = `${consoleUrl}/organizations/${counter.organizationId}`;
    return await measured(pagesOf(counter.id), { at, cookie }, progress);
  }),
);

async function measured(
  pages: MeasuredPage[],
  { at, cookie }: { at: string; cookie: string },
  progress: Progress,
): Promise<Figure[]> {
  const executablePath = process.env.CHROMIUM ?? programs.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error("no Chromium: set CHROMIUM");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  const [name = "", value = ""] = cookie.split("=");
  const { hostname: domain } = new URL(at);
  await context.addCookies([{ name, value, domain, path: "/", secure: true, httpOnly: true }]);
  const seen = new Map(pages.map((page) => [page, [] as Seen[]]));
  // The first turn only fills caches.
  for (let turn = 0; turn <= turns; turn += 1) {
    progress(`turn ${turn} of ${turns} …`);
    for (const [page, visits] of seen) {
      const visit = await visited(await context.newPage(), page, at);
      if (turn > 0) visits.push(visit);
    }
  }
  await browser.close();
  return [...seen].flatMap(([page, visits]) => figuresOf(page, visits));
}

async function visited(page: Page, { path, ready, gestures }: MeasuredPage, at: string) {
  const observed = await observedPage(page, slowdown);
  await page.goto(`${at}${path}`);
  await page.locator(ready).first().waitFor();
  const timesMs: number[] = [];
  for (const gesture of gestures) timesMs.push(await observed.timeOf(gesture));
  const shift = await observed.shift();
  await page.close();
  return { timesMs, shift };
}

function figuresOf({ name, gestures }: MeasuredPage, visits: Seen[]): Figure[] {
  const medians = gestures.map((_, index) =>
    median(visits.map(({ timesMs }) => timesMs[index] ?? 0)),
  );
  const shift = Math.max(...visits.map((visit) => visit.shift));
  return [
    {
      name: `${name}: slowest interaction to its next paint`,
      ...atMost(Math.max(...medians), boundMs),
      unit: "ms",
      detail: gestures.map((gesture, index) => `${gesture.name} ${medians[index]}`).join(", "),
      chart: "From an interaction to the next paint, with 10,000 counters",
      headline: true,
    },
    { name: `${name}: layout shift`, ...atMost(shift, boundOfShift), unit: "score" },
  ];
}
