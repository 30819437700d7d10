import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newGroup, regroup } from "../../group-service.ts";
import { createCounter, createOrganization, outputs, stores, tapOnce } from "../../service.ts";
import { createReceiver, updateEndpoint } from "../../webhooks/webhook-service.ts";
import { accessibilityFindings, newPage, useBrowser } from "../browser.ts";
import { expectAllInSight } from "../in-sight.ts";
import { joinAs } from "../joining.ts";

useBrowser();

const screenshots = "dist/screenshots";
mkdirSync(screenshots, { recursive: true });

/** Has axe look at a page wide and light, and narrow and dark. */
async function inspect(page: Page, name: string): Promise<void> {
  for (const [colorScheme, width, height] of [
    ["dark", 360, 1100],
    ["light", 1280, 1000],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height });
    const path = `${screenshots}/${name}-${width}-${colorScheme}.png`;
    await page.screenshot({ path, animations: "disabled" });
    expect(await accessibilityFindings(page)).toEqual([]);
    await expectAllInSight(page);
  }
}

/** Some counters, two of which are in a group. */
async function museum() {
  const organization = await createOrganization("pro");
  const names = ["Main entrance", "North gate", "<b>Shop</b> “south” \u{1f3db}"];
  const counters = await Promise.all(names.map((name) => createCounter(organization, { name })));
  const group = await newGroup(organization, { name: "Hall 1" });
  for (const counter of counters.slice(1)) await regroup(counter, group.id);
  const settings = `${outputs.ConsoleUrl}/organizations/${organization.id}/settings`;
  return { organization, counters, group, settings };
}

test("an owner names an endpoint, chooses counters and groups, and sees what it does not receive", async () => {
  const { organization, counters, group, settings } = await museum();
  const [entrance, north] = counters;
  if (entrance === undefined || north === undefined) throw new Error("no counters");
  await createReceiver(organization.id);
  const receiver = await createReceiver(organization.id);
  const key = { organizationId: organization.id, endpointId: receiver.endpoint.id };
  await using page = await newPage();
  await joinAs(page, organization, "owner");
  await page.goto(`${settings}/webhooks/${receiver.endpoint.id}`);
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(" Box office");
  await dialog.getByLabel("Only these").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Must not begin or end with white space").waitFor();
  await dialog.getByText("Must have at least one counter or group").waitFor();
  await inspect(page, "endpoint-filter-errors");
  await dialog.getByLabel("Name").fill("Box office 🎟");
  await dialog.getByRole("combobox", { name: "Groups" }).click();
  await page.getByRole("option", { name: "Hall 1" }).click();
  await dialog.getByRole("combobox", { name: "Counters" }).fill("entr");
  await page.getByRole("option", { name: "Main entrance" }).click();
  await page.keyboard.press("Escape");
  await dialog.getByLabel("Standard Webhooks headers").check();
  expect(await dialog.getByRole("alert").count()).toBe(0);
  await inspect(page, "endpoint-filter");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("The endpoint is changed.").waitFor();
  const filter = { counterIds: [entrance.id], groupIds: [group.id] };
  const stored = await stores.endpointRegistry.get(key);
  expect(stored).toMatchObject({ name: "Box office 🎟", filter, standardWebhooks: true });
  await page.getByRole("heading", { name: "Box office 🎟", level: 1 }).waitFor();
  await page.getByText("Only events of 1 group, 1 counter: Hall 1, Main entrance.").waitFor();
  await inspect(page, "endpoint-with-filter");

  await updateEndpoint(key, { filter: { counterIds: [north.id], groupIds: [] } });
  await tapOnce(entrance);
  await page.goto(`${settings}/events?of=counter&counter=${entrance.id}`);
  await page.getByRole("columnheader", { name: "Box office 🎟" }).waitFor();
  await page.getByText("Left out", { exact: true }).waitFor();
  await inspect(page, "events-with-filter");
  await page.goto(`${settings}/webhooks`);
  await page.getByText("increment, decrement of 1 counter").waitFor();
  await inspect(page, "endpoints-with-filter");
  await page.goto(`${settings}/deliveries`);
  await page.getByRole("combobox", { name: "Endpoint" }).click();
  await page.getByRole("option", { name: "Box office 🎟" }).waitFor();
});

test("a filter that another person has changed is shown by its names, and one whose group was deleted says so", async () => {
  const { organization, counters, group, settings } = await museum();
  const [entrance, north] = counters;
  if (entrance === undefined || north === undefined) throw new Error("no counters");
  const filter = { counterIds: [], groupIds: [group.id] };
  const { endpoint } = await createReceiver(organization.id, { settings: { filter } });
  const key = { organizationId: organization.id, endpointId: endpoint.id };
  await using page = await newPage();
  await joinAs(page, organization, "admin");
  await page.goto(`${settings}/webhooks/${endpoint.id}`);
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  await updateEndpoint(key, { filter: { counterIds: [entrance.id], groupIds: [group.id] } });
  await dialog.getByRole("combobox", { name: "Counters" }).click();
  await page.getByRole("option", { name: "North gate" }).click();
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Counters and groups is now Hall 1, Main entrance.").waitFor();
  await dialog.getByRole("button", { name: "Save mine anyway" }).click();
  await page.getByText("The endpoint is changed.").waitFor();
  expect((await stores.endpointRegistry.get(key))?.filter?.counterIds).toEqual([north.id]);
  for (const counter of counters) await regroup(counter, null);
  await page.evaluate(async (path) => {
    const headers = { "content-type": "application/json" };
    await fetch(path, { method: "DELETE", headers, body: '{"ungroup":true}' });
  }, `/api/setup/${organization.id}/groups/${group.id}`);
  await page.reload();
  const deleted = `Deleted group (…${group.id.slice(-4)})`;
  await page.getByText(`Only events of 1 group, 1 counter: ${deleted}, North gate.`).waitFor();
  await page.getByRole("button", { name: "Edit" }).click();
  await dialog.getByText(deleted).waitFor();
  await dialog.getByLabel("All", { exact: true }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("The endpoint is changed.").last().waitFor();
  await expect.poll(() => stores.endpointRegistry.get(key)).not.toHaveProperty("filter");
});
