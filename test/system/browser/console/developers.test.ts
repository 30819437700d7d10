import { expect, test } from "vitest";
import { createCounter, createOrganization, tapOnce } from "../../service.ts";
import { createReceiver } from "../../webhooks/webhook-service.ts";
import { useBrowser } from "../browser.ts";
import { consolePath } from "../signed-in.ts";
import { type ConsolePage, look, pageOf } from "./console-page.ts";

useBrowser();

async function copied(page: ConsolePage, name: string): Promise<void> {
  const button = page.getByRole("button", { name });
  await button.click();
  await expect.poll(() => button.getAttribute("title")).toBe("Copied");
}

/** What is copied when the id of a page's thing is. */
async function copiedId(page: ConsolePage, of: string): Promise<string> {
  await copied(page, `Copy the id of the ${of}`);
  return await page.evaluate(() => navigator.clipboard.readText());
}

test("the page of events begins with the counters that counted last", async () => {
  const organization = await createOrganization("pro");
  const north = await createCounter(organization, { name: "North" });
  await createCounter(organization, { name: "Never counted" });
  await using page = await pageOf("owner", "settings/events", { organization });
  await page.getByRole("heading", { name: "Nothing was counted yet" }).waitFor();
  const counters = page.getByRole("main").getByRole("link", { name: "Go to the counters" });
  expect(await counters.getAttribute("href")).toMatch(/\/counters$/);
  await look(page, "events-nothing");
  await tapOnce(north);
  await page.reload();
  const table = page.getByRole("table", { name: "Counted last" });
  await table.getByRole("link", { name: "North" }).waitFor();
  expect(await table.getByRole("link").count()).toBe(1);
  await look(page, "events-last-counted");
  await table.getByRole("link", { name: "North" }).click();
  await page.getByRole("cell", { name: "counter.increment #1", exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get("counter")).toBe(north.id);
});

test("a delivery's body is shown to be read, and copied to the byte", async () => {
  const organization = await createOrganization("pro");
  const counter = await createCounter(organization, { name: "Nørd {1}" });
  const { endpoint, verified } = await createReceiver(organization.id);
  await tapOnce(counter);
  const [sent] = await verified(1);
  if (sent === undefined) throw new Error("nothing was delivered");
  const id = sent.deliveryId ?? "";
  await using page = await pageOf("owner", `settings/deliveries/${id}`, { organization });
  const shown = await page.getByLabel("Body", { exact: true }).innerText();
  expect(shown.split("\n").length).toBeGreaterThan(8);
  expect(shown).toContain('"counterName": "Nørd {1}"');
  await copied(page, "Copy body");
  const body = await page.evaluate(() => navigator.clipboard.readText());
  expect(body).toBe(JSON.stringify(JSON.parse(shown)));
  expect(body).not.toContain("\n");
  await page.getByText("The signature covers the exact bytes").waitFor();
  expect(await copiedId(page, "delivery")).toBe(id);
  await look(page, "delivery-body");
  await page.goto(consolePath(organization, `settings/webhooks/${endpoint.id}`));
  expect(await copiedId(page, "endpoint")).toBe(endpoint.id);
});
