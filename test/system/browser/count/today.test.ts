import { expect, test } from "vitest";
import { changeTimeZone } from "../../../../core/organizations/organization-changes.ts";
import { operator } from "../../../core/audit/operator.ts";
import { createGate } from "../../gate-service.ts";
import { createCounter, createOrganization, stores, tapOnce } from "../../service.ts";
import { useBrowser } from "../browser.ts";
import { expectAllInSight } from "../in-sight.ts";
import { consolePath, memberPage } from "../signed-in.ts";
import { newPhone, shows } from "./counting.ts";

useBrowser();

test("a device that has opened today shows in, out and peak, and stays so after a reload", async () => {
  const organization = await createOrganization("pro");
  // Its clocks show other minutes than those of any phone elsewhere.
  const zone = { organizationId: organization.id, timeZone: "Asia/Kathmandu" };
  await changeTimeZone(stores, zone, operator);
  const counter = await createCounter(organization, { name: "North", incrementStep: 3 });
  await tapOnce(counter, "up");
  const highest = await tapOnce(counter, "up");
  if (highest.result !== "counted") throw new Error(highest.result);
  const peakMs = Date.parse(highest.event.createdAt);
  const minute = new Date(peakMs + 45 * 60_000).toISOString().slice(14, 16);
  const peak = new RegExp(`peak 6 at \\d+:${minute}`, "i");
  const peakAtPhone = new RegExp(`${peak.source}( [ap]m)? GMT\\+5:45$`, "i");
  await tapOnce(counter, "down");
  const { url } = await createGate([counter]);
  await using page = await newPhone();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/today")) asked.push(request.url());
  });
  await page.goto(url);
  await shows(page, 5);
  expect(asked).toEqual([]);
  await page.getByText("Today", { exact: true }).tap();
  await page.getByText("6 in · 1 out").and(page.getByText(peakAtPhone)).waitFor();
  await page.reload();
  await page.getByText("6 in · 1 out").and(page.getByText(peak)).waitFor();
  await expectAllInSight(page);
  await using owner = await memberPage(organization, "owner");
  await owner.goto(consolePath(organization, `counters/${counter.id}`));
  const today = owner.getByRole("region", { name: "Today" });
  await today.filter({ hasText: "Today: 6 in · 1 out · peak 6 at " }).waitFor();
  expect(await today.textContent()).toMatch(peak);
  await expectAllInSight(owner);
  await owner.goto(consolePath(organization, "settings/organization"));
  await owner.getByRole("combobox", { name: "Start of the day" }).click();
  await owner.getByRole("option", { name: /^(04:00|4:00.AM)$/ }).click();
  await owner.getByRole("button", { name: "Save the start of the day" }).click();
  await owner.getByText(/^Days start at 0?4:00.* from .* on\.$/).waitFor();
  await expectAllInSight(owner);
});
