import type { Route } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { putGroup } from "../../alert-service.ts";
import { createCounter, createOrganization, tapOnce } from "../../service.ts";
import { createEndpoint } from "../../webhooks/webhook-service.ts";
import { useBrowser } from "../browser.ts";
import { type ConsolePage, chooseFromMenu, pageOf } from "./console-page.ts";

useBrowser();

let organization: Awaited<ReturnType<typeof createOrganization>>;
beforeAll(async () => {
  organization = await createOrganization("enterprise");
  const { id: organizationId } = organization;
  const { id: groupId } = await putGroup(organizationId, { name: "Hall 1" });
  await tapOnce(await createCounter(organization, { name: "North", groupId }));
  const url = "https://localhost:8443/hooks";
  await createEndpoint({ organizationId, url, events: ["counter.increment"] });
});

/** How a person leaves: by a key, by a button of the dialog, or by the browser's way back. */
type Way = "Escape" | "back" | "Cancel" | "Stop";

/** Work that takes several requests. */
interface Work {
  /** From here people go to where it begins; there the way back leads. */
  from: string;
  goThere: (page: ConsolePage) => Promise<unknown>;
  heading: string | RegExp;
  begin: (page: ConsolePage) => Promise<unknown>;
  /** Its requests, and the answer after which the next one follows. */
  asks: (method: string, url: URL) => boolean;
  answer: object;
  ways: Way[];
  /** Its form says so when it is closed before the service has answered. */
  mayBeSaved?: true;
}

const press = (page: ConsolePage, name: string | RegExp) =>
  page.getByRole("dialog").getByRole("button", { name }).click();
const follow = (page: ConsolePage, name: string | RegExp) =>
  page.locator("#main").getByRole("link", { name }).first().click();
const ends = (path: string) => (_: string, url: URL) => url.pathname.endsWith(path);
const recovered = { found: 1, resent: 1, leftOut: [], failing: null, next: "a", startedAt: "now" };

const works: Record<string, Work> = {
  "an import": {
    from: "groups",
    goThere: (page) => page.getByRole("link", { name: "Counters", exact: true }).first().click(),
    heading: "Counters",
    async begin(page) {
      await page.getByRole("button", { name: "Import", exact: true }).click();
      const file = {
        name: "a.csv",
        mimeType: "text/csv",
        buffer: Buffer.from("name\nEast\nWest\n"),
      };
      await page.locator('[role=dialog] input[type="file"]').setInputFiles(file);
      await press(page, "Create 2 counters");
    },
    asks: ends("/imports"),
    answer: { created: 1, updated: 0, missing: 1, done: false, updatedThrough: 0, updates: "" },
    ways: ["Escape", "back"],
  },
  "an export": {
    from: "counters",
    goThere: (page) => follow(page, "North"),
    heading: "North",
    async begin(page) {
      await page.getByRole("button", { name: "Export CSV" }).click();
      await press(page, "Download");
    },
    asks: (_, { searchParams }) => searchParams.get("limit") === "500",
    answer: {
      events: [
        {
          ...{ lastEventId: 1, createdAt: new Date().toISOString(), delta: 1, count: 1 },
          ...{ by: { kind: "operator", id: null }, tappedAt: null, late: false },
        },
      ],
    },
    ways: ["Stop", "Escape", "back"],
  },
  "the reset of a group": {
    from: "groups",
    goThere: (page) => follow(page, "Hall 1"),
    heading: "Hall 1",
    async begin(page) {
      await chooseFromMenu(page, /Reset all counters|Continue the reset/);
      await press(page, /^Reset \d|Continue the reset/);
    },
    asks: ends("/reset"),
    answer: { adjusted: 1, unchanged: 0, outOfRange: 0, next: "ctr_00000000000000000000" },
    ways: ["Cancel", "Escape", "back"],
    mayBeSaved: true,
  },
  "the deletion of a group": {
    from: "groups",
    goThere: (page) => follow(page, "Hall 1"),
    heading: "Hall 1",
    async begin(page) {
      await chooseFromMenu(page, "Delete");
      await press(page, "Delete group");
    },
    asks: (method, { pathname }) => method === "DELETE" && pathname.includes("/groups/"),
    answer: { deleted: false, counters: 9, ungrouped: 1 },
    ways: ["back"],
  },
  "counting what to send": {
    from: "settings/webhooks",
    goThere: (page) => follow(page, /localhost/),
    heading: /localhost/,
    begin: (page) => page.getByRole("button", { name: "Send now" }).click(),
    asks: ends("/recover"),
    answer: recovered,
    ways: ["Cancel", "Escape", "back"],
  },
  "sending what waits": {
    from: "settings/webhooks",
    goThere: (page) => follow(page, /localhost/),
    heading: /localhost/,
    async begin(page) {
      const counted = { ...recovered, next: null };
      await page.route("**/recover", (route) => route.fulfill({ json: counted }), { times: 1 });
      await page.getByRole("button", { name: "Send now" }).click();
      await press(page, /^Send \d/);
    },
    asks: ends("/recover"),
    answer: recovered,
    ways: ["Stop", "Cancel", "Escape", "back"],
  },
  "the deletion of an organization": {
    from: "counters",
    goThere: (page) => page.getByRole("link", { name: "Organization", exact: true }).click(),
    heading: "Organization",
    async begin(page) {
      const answer = { state: "unfinished", part: "counters", removed: 1 };
      const begins = (url: URL) => /^\/api\/deletion\/[^/]+$/.test(url.pathname);
      await page.route(begins, (route) =>
        route.request().method() === "POST" ? route.fulfill({ json: answer }) : route.fallback(),
      );
      await page.getByRole("button", { name: "Delete the organization…" }).click();
      await page.getByLabel("The organization’s name").fill(page.organization.name);
      await press(page, "Delete organization");
    },
    asks: ends("/steps"),
    answer: { state: "unfinished", part: "counters", removed: 1 },
    ways: ["back"],
  },
};

async function leave(page: ConsolePage, way: Way): Promise<void> {
  if (way === "back") await page.evaluate(() => history.back());
  else if (way === "Escape") await page.keyboard.press("Escape");
  else await press(page, way);
}

test.each(Object.entries(works))(
  "who leaves %s ends it, whichever way they go",
  async (_, work) => {
    await using page = await pageOf("owner", work.from, { organization });
    const asked: Route[] = [];
    await page.route(
      (url) => url.pathname.startsWith("/api/"),
      async (route) => {
        const request = route.request();
        if (work.asks(request.method(), new URL(request.url()))) asked.push(route);
        else await route.fallback();
      },
    );
    await page.route(/\/endpoints/, async (route) => {
      if (route.request().method() !== "GET") return await route.fallback();
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('"waiting":0', '"waiting":3');
      await route.fulfill({ response, body });
    });
    const left: string[] = [];
    page.on("download", () => left.push("a file"));
    await work.goThere(page);
    await page.getByRole("heading", { level: 1, name: work.heading }).waitFor();
    for (const way of work.ways) {
      asked.length = 0;
      await work.begin(page);
      await expect.poll(() => asked.length).toBe(1);
      await asked[0]?.fulfill({ json: work.answer });
      await expect.poll(() => asked.length).toBe(2);
      await leave(page, way);
      if (way !== "Stop") await page.getByRole("dialog").waitFor({ state: "detached" });
      if (way === "back") await page.waitForURL(new RegExp(`/${work.from}$`));
      await asked[1]?.fulfill({ json: work.answer });
      await settle(page);
      expect([asked.length, ...left], way).toEqual([2]);
      if (way === "Stop") await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      const notices = await page.locator(".mantine-Notification-root").allInnerTexts();
      // A request that was given up may have been done.
      const others = notices.filter((text) => !work.mayBeSaved || !/^It may have/.test(text));
      expect(others, way).toEqual([]);
    }
    expect(page.url()).toMatch(new RegExp(`/${work.from}$`));
  },
);

/** What a response leads to has been sent before a few requests more have been answered. */
async function settle(page: ConsolePage): Promise<void> {
  await page.evaluate(async () => {
    for (let asked = 0; asked < 3; asked++) await (await fetch("/robots.txt")).text();
  });
}
