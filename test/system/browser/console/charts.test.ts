import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { seedMarks } from "../../../../bench/service/seeded-marks.ts";
import type { StoredCounter } from "../../../../core/counters/counter.ts";
import { countBatch } from "../../../../core/counters/taps/count-batch.ts";
import { changeTimeZone } from "../../../../core/organizations/organization-changes.ts";
import { csvTime } from "../../../../web/browser/csv-line.ts";
import { operator } from "../../people-service.ts";
import {
  clients,
  createCounter,
  createOrganization,
  outputs,
  stores,
  tapOnce,
  tapTimes,
} from "../../service.ts";
import { accessibilityFindings, useBrowser } from "../browser.ts";
import { consolePath } from "../signed-in.ts";
import { look, pageOf } from "./console-page.ts";

useBrowser();

const hostile = "North <b>gate</b> & 'שלום' 🚪";

let organization: Awaited<ReturnType<typeof createOrganization>>;
/** A long history, of which only the marks are there. */
let seeded: StoredCounter;
/** A short one. */
let counted: StoredCounter;

/** The organization's; the browser has another. */
const timeZone = "Asia/Kathmandu";

/** Today's button in a calendar, by the organization's clock: the browser may have another day. */
function todayOf(page: Page) {
  const day = { day: "numeric", month: "long", year: "numeric" } as const;
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, ...day });
  return page.getByRole("button", { name: format.format(Date.now()), exact: true });
}

beforeAll(async () => {
  organization = await createOrganization("pro");
  const zone = { organizationId: organization.id, timeZone };
  await changeTimeZone(stores, zone, operator);
  const fresh = await createCounter(organization, {
    name: "A million visitors",
    goalTarget: 9_000,
  });
  seeded = await seedMarks(
    { clients, outputs },
    { counter: fresh, events: 1_000_000, untilMs: Date.now() - 60_000, days: 3 },
  );
  counted = await createCounter(organization, { name: hostile });
  const key = { organizationId: organization.id, counterId: counted.id };
  const tappedAt = new Date(Date.now() - 300_000).toISOString();
  for (let batch = 0; batch < 5; batch += 1) {
    const taps = Array.from({ length: 12 }, (_, index) => ({
      tap: {
        direction: index < 8 ? ("up" as const) : ("down" as const),
        metadata: batch === 4 ? { gate: "gat_1", tappedAt } : null,
      },
    }));
    await countBatch(stores.taps, stores.clock, { key, taps });
  }
});

const legend = (page: Page) => page.locator(".chart-legend");

/** The button or field of the range, which Mantine makes of radio buttons. */
const choose = (page: Page, name: string) => page.getByText(name, { exact: true }).click();

test("a member watches a chart live, zooms in and out, and reads its numbers", async () => {
  await using page = await pageOf("member", `counters/${counted.id}`, { organization });
  await page.getByRole("heading", { level: 1, name: hostile }).waitFor();
  await page
    .getByRole("status", { name: "Count", exact: true })
    .filter({ hasText: /^20$/ })
    .waitFor();
  expect(await page.title()).toBe(`${hostile} · ${organization.name}`);
  await choose(page, "Hour");
  await legend(page)
    .filter({ hasText: /In 40\s*Out 20\s*Uploaded late 12/ })
    .waitFor();
  await tapOnce(counted, "up");
  await legend(page)
    .filter({ hasText: /Count 21\s*In 41\s*Out 20/ })
    .waitFor();
  await page
    .getByRole("status", { name: "Count", exact: true })
    .filter({ hasText: /^21$/ })
    .waitFor();

  await page.getByRole("button", { name: "Show as table" }).click();
  const row = page.getByRole("row").filter({ hasText: "21" }).first();
  await row.waitFor();
  await page.getByRole("button", { name: "Show as chart" }).click();

  await page.goto(consolePath(organization, `counters/${seeded.id}`));
  await choose(page, "Week");
  await legend(page).filter({ hasText: "Last 7 days" }).waitFor();
  await page.getByText("Times are in the organization’s time zone, Asia/Kathmandu.").waitFor();
  const plot = page.locator(".u-over").first();
  const box = await plot.boundingBox();
  if (box === null) throw new Error("there is no plot");
  await page.mouse.move(box.x + 0.7 * box.width, box.y + 50);
  await legend(page).filter({ hasNotText: "Last 7 days" }).waitFor();
  await page.mouse.down();
  await page.mouse.move(box.x + 0.9 * box.width, box.y + 50, { steps: 5 });
  await page.mouse.up();
  const back = page.getByRole("button", { name: "Zoom out" });
  await back.waitFor();
  expect(await page.getByRole("radio", { name: "By hour" }).isChecked()).toBe(true);
  await page.locator('[aria-busy="false"]').first().waitFor();
  // What is shown stands in the URL, and a colleague sees the same.
  await page.waitForURL(/since=.*until=/);
  await page.mouse.move(0, 0);
  const zoomed = await legend(page).innerText();
  expect(zoomed).not.toContain("Last");
  await back.click();
  await back.waitFor({ state: "detached" });
  await page.waitForURL(/last=week/);

  const days = page.getByRole("button", { name: /^Choose days$|^\w{3} \d{1,2}, 20\d\d/ });
  await days.click();
  expect(await accessibilityFindings(page)).toEqual([]);
  const today = todayOf(page);
  const tomorrow = today.locator("xpath=following::button[@aria-label][1]");
  expect(await tomorrow.isDisabled()).toBe(true);
  await today.click();
  await today.click();
  await page.waitForURL(/since=.*until=/);
  const shown = /^\w{3} \d{1,2}, 20\d\d/;
  expect(await days.innerText()).toMatch(shown);
  await page.reload();
  await days.filter({ hasText: shown }).waitFor();
});

const clock = { timeStyle: "medium" } as const;

test("an owner pages through the counts, and exports a range of them", async () => {
  await using page = await pageOf("owner", `counters/${counted.id}`, { organization });
  const rows = page.getByRole("row").filter({ has: page.locator("time") });
  await rows.nth(9).waitFor();
  await page.getByRole("button", { name: "All counts" }).click();
  await rows.nth(49).waitFor();
  await page.getByRole("button", { name: "Show older counts" }).click();
  await rows.nth(59).waitFor();
  await rows.filter({ hasText: "late" }).first().waitFor();
  // The chart and the table have one clock, which is named once.
  await page.getByText("Times are in the organization’s time zone, Asia/Kathmandu.").waitFor();
  await page.getByRole("columnheader", { name: "When", exact: true }).waitFor();
  // The clock tells rows apart, below their day; a late count also says when it was made.
  for (const shown of await rows.first().locator("time").all()) {
    const at = Date.parse((await shown.getAttribute("datetime")) ?? "");
    const inZone = new Intl.DateTimeFormat("en-US", { timeZone, ...clock });
    expect(await shown.innerText()).toBe(inZone.format(at));
  }
  expect(await rows.filter({ hasText: /\d [AP]M\s*made \d/ }).count()).toBe(12);
  await page.getByRole("columnheader", { name: "Today", exact: true }).waitFor();

  await page.getByRole("button", { name: "Export CSV" }).click();
  const days = page.getByRole("button", { name: "Days in Asia/Kathmandu" });
  // The last seven days, unless others are chosen.
  expect(await days.innerText()).toMatch(/^\w{3} \d{1,2}(, \d{4})?\s–\s(\w{3} )?\d{1,2}, \d{4}$/);
  expect(await page.getByRole("button", { name: "Download" }).isEnabled()).toBe(true);
  await days.click();
  expect(await accessibilityFindings(page)).toEqual([]);
  const today = todayOf(page).last();
  await today.click();
  await today.click();
  await page.keyboard.press("Escape");
  const refused: string[] = [];
  page.on("response", (response) => response.status() >= 400 && refused.push(response.url()));
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  await page.getByText(/\d+ counts are in the file\./).waitFor();
  const exported: Record<string, string>[] = parse(readFileSync(await download.path(), "utf8"), {
    ...{ columns: true, bom: true },
  });
  const events = await stores.countEvents.page(
    { organizationId: organization.id, counterId: counted.id },
    { limit: 500 },
  );
  // Today ends in the future, of which there is no chart.
  expect(refused).toEqual([]);
  expect(exported.map(({ event }) => Number(event))).toEqual(
    events.map(({ lastEventId }) => lastEventId),
  );
  expect(exported[0]).toMatchObject({
    [`time (${timeZone})`]: csvTime(events[0]?.createdAt ?? "", timeZone),
    change: String(events[0]?.delta),
    total: String(events[0]?.count),
  });
  expect(download.suggestedFilename()).toMatch(/^North -b-gate--b- & 'שלום' 🚪 .*\.csv$/);
});

test("numbers that were set and undone taps are told from counts, drawn and in words", async () => {
  const counter = await createCounter(organization, { name: "Hall 1" });
  const metadata = { gate: "gat_1" };
  await tapTimes(counter, 24, metadata);
  await tapOnce(counter, "down", { metadata: { ...metadata, undoes: 24 } });
  const adjustment = { to: 22, reason: "Floor count <b>at</b> noon 🚪" };
  await tapOnce(counter, "down", { metadata: { adjustment } });
  await tapOnce(counter, "up", { metadata });
  const day = "2026-11-24";
  await tapOnce(counter, "down", { metadata: { adjustment: { to: 22, day } } });
  await using page = await pageOf("admin", `counters/${counter.id}`, { organization });
  await choose(page, "Hour");
  await legend(page)
    .filter({ hasText: /Count 22\s*In 24\s*Out 0\s*Adjusted −2/ })
    .waitFor();
  await page.getByRole("img", { name: /24 in and 0 out, adjusted by [-−]2/ }).waitFor();
  await page.getByRole("button", { name: "All counts" }).click();
  const counts = page.getByRole("table", { name: "Counts" });
  await counts.getByRole("row", { name: /set to 22 at the start of the day$/ }).waitFor();
  const set = counts.getByRole("row", { name: `set to 22 ${adjustment.reason}` });
  // Its event says nothing of who it was.
  expect(await set.textContent()).not.toContain("Operator");
  const log = await set.getByRole("link", { name: "Audit log" }).getAttribute("href");
  expect(log).toContain("/settings/audit?action=counter.adjust");
  await counts.getByRole("row", { name: / A gate undo$/ }).waitFor();
  await counts.getByRole("row", { name: / A gate undone$/ }).waitFor();
  await page.getByRole("button", { name: "Show older counts" }).waitFor({ state: "detached" });
  await look(page, "adjusted");
  await page.getByRole("button", { name: "Show as table" }).click();
  await page.getByRole("columnheader", { name: "Adjusted" }).waitFor();
  await look(page, "adjusted-table");
  // What was counted today follows the number, and does not wait for its turn.
  await tapOnce(counter, "up");
  await page.getByText("25 in", { exact: true }).waitFor({ timeout: 6_000 });
});
