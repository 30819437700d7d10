import { readFileSync } from "node:fs";
import { PutItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { parse } from "csv-parse/sync";
import { beforeAll, expect, test } from "vitest";
import { addDays, dayOf } from "../../../../core/calendar.ts";
import type { StoredCounter } from "../../../../core/counters/counter.ts";
import { countBatch } from "../../../../core/counters/taps/count-batch.ts";
import { changeTimeZone } from "../../../../core/organizations/organization-changes.ts";
import { operator } from "../../people-service.ts";
import { client, createCounter, createOrganization, outputs, stores } from "../../service.ts";
import { useBrowser } from "../browser.ts";
import { type ConsolePage, look, pageOf } from "./console-page.ts";

useBrowser();

const timeZone = "Europe/Berlin";
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Days that were counted, today among them: the first of them are of the period before. */
const days = 20;

let organization: Awaited<ReturnType<typeof createOrganization>>;
let gate: StoredCounter;
const today = () => dayOf({ timeZone }, Date.now()).date;
const week = () => ({ from: addDays(today(), -10), to: addDays(today(), -1) });

beforeAll(async () => {
  organization = await createOrganization("pro");
  await changeTimeZone(stores, { organizationId: organization.id, timeZone }, operator);
  gate = await countedCounter("Main <b>entrance</b>", 1);
  await countedCounter("Garden", 0.4);
  await countedCounter("Wristbands", 0.6, { countsPeople: false });
});

/** More on weekends and at noon; nobody counts at night. */
async function countedCounter(
  name: string,
  share: number,
  settings: { countsPeople?: boolean } = {},
): Promise<StoredCounter> {
  const begin = Date.parse(`${addDays(today(), 1 - days)}T07:00:00Z`);
  const counter = await createCounter(organization, { name, ...settings });
  const then = new Date(begin - hourMs).toISOString();
  const { id: counterId, ...rest } = counter;
  const Item = marshall({ counterId, ...rest, createdAt: then, updatedAt: then });
  await client.send(new PutItemCommand({ TableName: outputs.CountersTable, Item }));
  const key = { organizationId: organization.id, counterId };
  for (let day = 0; day < days; day += 1) {
    for (let hour = 0; hour < 9; hour += 1) {
      const nowMs = begin + day * dayMs + hour * hourMs;
      if (nowMs > Date.now()) break;
      const isWeekend = [0, 6].includes(new Date(nowMs).getUTCDay());
      const ups = Math.max(
        1,
        Math.round(share * (isWeekend ? 14 : 9) * Math.sin((hour + 1) / 3.3)),
      );
      const downs = hour === 8 ? ups + 5 : Math.floor(ups / 2) + (hour > 4 ? 2 : 0);
      const taps = [...Array(ups).fill("up"), ...Array(downs).fill("down")].map(
        (direction: "up" | "down") => ({ tap: { direction, metadata: null } }),
      );
      const clock = { ...stores.clock, now: () => nowMs };
      await countBatch(stores.taps, clock, { key, taps });
    }
  }
  return counter;
}

async function openReport(query: Record<string, string>): Promise<ConsolePage> {
  const page = await pageOf("member", `reports?${new URLSearchParams(query)}`, { organization });
  await page.getByRole("heading", { name: "In and out by" }).waitFor();
  return page;
}

test("a member reads in, out, peak and adjustments of any days, against the days before", async () => {
  await using page = await openReport({ ids: gate.id, ...week() });
  const report = await page.evaluate(
    async (query) => {
      const response = await fetch(query);
      return (await response.json()).targets[0];
    },
    `/api/reports/${organization.id}?${new URLSearchParams({ targets: gate.id, ...week(), by: "day" })}`,
  );
  const tile = (name: string) => page.locator(".report-tile").filter({ hasText: name });
  const format = (value: number) => new Intl.NumberFormat("en-US").format(value);
  // The gate was created during the first of its days: whole ones began with the next.
  const sumSince = (rows: { at: string; in: number }[], days: number) => {
    const sinceMs = Date.parse(addDays(today(), -days)) - dayMs / 2;
    const later = rows.filter(({ at }) => Date.parse(at) >= sinceMs);
    return later.reduce((sum, row) => sum + row.in, 0);
  };
  const change = sumSince(report.rows, 4) / sumSince(report.before.rows, 18) - 1;
  await expect.poll(() => tile("In").first().innerText()).toContain(format(report.total.in));
  expect(await tile("In").first().innerText()).toMatch(
    new RegExp(
      `${Math.abs(Math.round(100 * change))}%\\s+(more\\s+|less\\s+)?\\([\\d,]+ against [\\d,]+\\)\\s+on the days`,
    ),
  );
  expect(await tile("Peak").innerText()).toContain(format(report.total.peak));
  const table = page.getByRole("region", { name: "Numbers by interval" });
  expect(await table.getByRole("row").count()).toBe(1 + 10 + 1);
  expect(await table.getByRole("row").nth(1).innerText()).toContain(format(report.total.in));
  await look(page, "report");
});

test("of two doors and wristbands, people are added up", async () => {
  await using page = await openReport(week());
  const table = page.getByRole("region", { name: "Numbers by counter" });
  const cells = await table
    .getByRole("row")
    .evaluateAll((rows) =>
      rows
        .slice(1)
        .map((row) => [...row.children].slice(0, 2).map((cell) => cell.textContent ?? "")),
    );
  expect(cells.map(([name]) => name)).toEqual([
    ...["All people", "Main <b>entrance</b>", "Garden", "Wristbands not people"],
  ]);
  const sums = cells.map(([, sum = ""]) => Number(sum.replaceAll(/\D/g, "")));
  expect(sums[0]).toBe((sums[1] ?? 0) + (sums[2] ?? 0));
  await page.getByText("1 counter does not count people, and is not added up.").waitFor();
  await look(page, "report-people");
});

test("the CSV file has a line for each day of a counter, with times in the organization's zone", async () => {
  await using page = await openReport({ ids: gate.id, ...week() });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const rows: Record<string, string>[] = parse(readFileSync(await download.path()), {
    ...{ columns: true, bom: true },
  });
  const [start, end, peakAt] = ["start", "end", "peak_at"].map((name) => `${name} (${timeZone})`);
  expect(Object.keys(rows[0] ?? {})).toEqual([
    ...["id", "name", start, end, "in", "out"],
    ...["adjusted", "late", "level", "peak", peakAt],
  ]);
  const days = rows.map((row) => [start, end, peakAt].map((name = "") => row[name] ?? ""));
  expect(days.map(([from]) => from?.slice(0, 10))).toEqual(
    Array.from({ length: 10 }, (_, day) => addDays(week().from, day)),
  );
  for (const { id, name } of rows) {
    expect([id, name]).toEqual([gate.id, "Main <b>entrance</b>"]);
  }
  for (const [from, to, at] of days) {
    expect(from).toMatch(/^\d{4}-\d\d-\d\d 00:00:00$/);
    expect(to).toMatch(/ 00:00:00$/);
    expect(at?.slice(0, 10)).toBe(from?.slice(0, 10));
  }
});

test("a month is one page, on which the chart fits", async () => {
  const from = addDays(today(), -30);
  await using page = await openReport({ ids: gate.id, from, to: today() });
  await page.evaluate(() => {
    addEventListener("beforeprint", () => {
      const widths = [...document.querySelectorAll(".plot canvas")].map((plot) => plot.clientWidth);
      Object.assign(window, { widths });
    });
  });
  const pages = await page.pdf({ preferCSSPageSize: true });
  // Of 210 mm, 14 are margin on each side.
  const widths: number[] = await page.evaluate(() => Reflect.get(window, "widths"));
  expect(widths).toHaveLength(1);
  expect(Math.max(...widths)).toBeLessThanOrEqual((182 / 25.4) * 96);
  expect(pages.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
});

test("on paper it is black on white, with its own head and whole rows, also from a dark screen", async () => {
  await using page = await openReport(week());
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const head = page.locator(".report-print-head");
  expect(await head.innerText()).toMatch(/All counters[\s\S]+times in Europe\/Berlin/);
  expect(await page.getByRole("button", { name: "Print" }).isVisible()).toBe(false);
  expect(await page.getByRole("navigation").first().isVisible()).toBe(false);
  const color = await page
    .locator("td")
    .first()
    .evaluate((cell) => getComputedStyle(cell).color);
  expect(color).toBe("rgb(0, 0, 0)");
});
