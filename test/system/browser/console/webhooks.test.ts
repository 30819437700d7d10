import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Plan } from "../../../../core/organizations/organization.ts";
import { receiverOfWaiting } from "../../../bin/ops/webhooks/made-deliveries.ts";
import { createCounter, createOrganization, outputs, stores, tapOnce } from "../../service.ts";
import {
  createEndpoint,
  createReceiver,
  startNaiveReceiver,
  updateEndpoint,
} from "../../webhooks/webhook-service.ts";
import { accessibilityFindings, lookAtCalendar, newPage, useBrowser } from "../browser.ts";
import { expectAllInSight } from "../in-sight.ts";
import { joinAs } from "../joining.ts";

useBrowser();

/** Bounds what hangs: machines are shared. */
const patience = { timeout: 20_000 };

const screenshots = "dist/screenshots";
mkdirSync(screenshots, { recursive: true });

async function customer(plan: Plan = "pro") {
  const organization = await createOrganization(plan);
  const counter = await createCounter(organization, { name: "<b>Gate</b> “north”" });
  const settings = `${outputs.ConsoleUrl}/organizations/${organization.id}/settings`;
  return { organization, counter, settings };
}

/** Looks at a page wide and light, and narrow and dark, and has axe look at both. */
async function inspect(page: Page, name: string): Promise<void> {
  for (const [colorScheme, width] of [
    ["dark", 360],
    ["light", 1280],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    const path = `${screenshots}/${name}-${width}-${colorScheme}.png`;
    await page.screenshot({ path, animations: "disabled" });
    expect(await accessibilityFindings(page)).toEqual([]);
    await expectAllInSight(page);
  }
}

test("an owner adds an endpoint, keeps its secret, checks it, and sees a count arrive", async () => {
  const { organization, counter, settings } = await customer();
  const { endpoint } = await createReceiver(organization.id);
  const { url } = endpoint;
  const key = { organizationId: organization.id, endpointId: endpoint.id };
  await stores.endpointRegistry.remove(key);
  await using page = await newPage();
  await joinAs(page, organization, "owner");
  await page.goto(`${settings}/webhooks`);
  await page.getByRole("heading", { name: "There are no endpoints yet" }).waitFor();
  await inspect(page, "webhooks-empty");
  await page.getByRole("button", { name: "Create endpoint" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("URL").fill("http://receiver.example.com/");
  await dialog.getByRole("button", { name: "Create endpoint" }).click();
  await dialog.getByText("must begin with https://").waitFor();
  await dialog.getByLabel("URL").fill(url);
  await dialog.getByRole("button", { name: "Create endpoint" }).click();
  await page.getByRole("heading", { name: "Save this secret now" }).waitFor();
  const secret = await page.getByLabel("Signing secret").innerText();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const sample = await page.getByLabel("Verify deliveries with Node.js").innerText();
  expect(sample).toContain("process.env.WEBHOOK_SECRET");
  expect(sample).not.toContain(secret);
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "check the endpoint" }).click();
  await page.getByRole("heading", { name: "Check this endpoint" }).waitFor();
  expect(await page.title()).toContain(organization.name);
  expect(await page.content()).not.toContain(secret);
  await page.getByRole("button", { name: "Send test delivery" }).click();
  // The receiver knows another secret, and so it refuses the test delivery.
  await page.getByText("The test delivery was not accepted").waitFor();
  await page.getByText("400: the delivery would be retried").waitFor();
  await inspect(page, "webhooks-endpoint");
  await tapOnce(counter);
  await page.getByRole("link", { name: "Its deliveries" }).click();
  // It arrives by itself.
  await page.getByRole("link", { name: /counter\.increment #1/ }).waitFor(patience);
  await page.getByRole("row").getByText(counter.name).waitFor();
  expect(new URL(page.url()).searchParams.get("endpoint")).toMatch(/^end_/);
  await inspect(page, "webhooks-deliveries");
  await page.getByRole("link", { name: /counter\.increment #1/ }).click();
  await page.getByRole("dialog", { name: /counter\.increment #1/ }).waitFor();
  await page.getByText("X-Service-Signature: t=").waitFor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy body" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const body = await page.evaluate(() => navigator.clipboard.readText());
  expect(JSON.parse(body)).toMatchObject({ type: "counter.increment", data: { lastEventId: 1 } });
  await inspect(page, "webhooks-delivery");
  await page.goto(`${settings}/webhooks`);
  await page.getByRole("table", { name: "Endpoints" }).waitFor();
  await inspect(page, "webhooks-endpoints");
});

test("an endpoint whose name is one long word fits on a phone", async () => {
  const { organization, settings } = await customer();
  await using page = await newPage({ viewport: { width: 360, height: 740 } });
  await joinAs(page, organization, "admin");
  await page.goto(`${settings}/webhooks`);
  await page.getByRole("button", { name: "Create endpoint" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("URL").fill("https://localhost:65535/webhooks");
  await dialog.getByRole("button", { name: "Create endpoint" }).click();
  await dialog.getByRole("button", { name: "I have saved it, check the endpoint" }).click();
  await page.getByRole("heading", { name: "localhost:65535/webhooks", level: 1 }).waitFor();
  await expectAllInSight(page);
});

test("a pause holds deliveries back, and a recovery sends them", async () => {
  const { organization, counter, settings } = await customer();
  const { endpoint, verified } = await createReceiver(organization.id);
  await using page = await newPage();
  await joinAs(page, organization, "admin");
  await page.goto(`${settings}/webhooks/${endpoint.id}`);
  await page.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("menuitem", { name: "Pause" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
  await page.getByText("This endpoint is paused").waitFor();
  for (let tap = 0; tap < 4; tap += 1) await tapOnce(counter);
  await page.getByText("held back by a pause").waitFor();
  const waits = page.locator(".section-number", { hasText: /^4$/ });
  await waits.waitFor();
  await inspect(page, "webhooks-paused");
  await page.getByRole("button", { name: "Resume" }).click();
  const notice = page.getByText("A pause has held deliveries back");
  await notice.waitFor();
  await page.getByRole("button", { name: "Send now" }).click();
  const dialog = page.getByRole("dialog");
  await lookAtCalendar(page, "Events since");
  await dialog.getByRole("button", { name: "Send 4 deliveries" }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Send 4 deliveries" }).click();
  await dialog.getByText("4 of 4 sent.").waitFor();
  expect((await verified(4)).length).toBe(4);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await notice.waitFor({ state: "detached" });
});

test("what waits for a retry is sent at the press of a button, from the list too, unless it fails again", async () => {
  const { organization, settings } = await customer();
  let status = 503;
  const { receiver, receiveTaps } = await receiverOfWaiting(11, () => status, organization);
  await receiveTaps(11);
  await using page = await newPage();
  await joinAs(page, organization, "owner");
  await page.goto(`${settings}/webhooks`);
  await page.getByRole("button", { name: "Send now" }).waitFor();
  await inspect(page, "webhooks-waiting");
  await page.getByRole("button", { name: "Send now" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("11 can be sent, in about 2 s. Nothing was sent yet.").waitFor();
  await inspect(page, "webhooks-send-now");
  expect(receiver.received).toEqual([]);
  await dialog.getByRole("button", { name: "Send 11 deliveries" }).click();
  await dialog.getByText("Stopped, because ten in a row failed again").waitFor();
  await dialog.getByText("HTTP 503").waitFor();
  await inspect(page, "webhooks-send-now-failing");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  status = 200;
  const { received } = receiver;
  const acknowledged = () => received.filter((each) => each.verified && each.request > 1).length;
  await page.getByRole("link", { name: /localhost/ }).click();
  await page.getByRole("heading", { level: 1, name: /localhost/ }).waitFor();
  const sendNow = page.getByRole("button", { name: "Send now" });
  // Retries come after seconds here: perhaps none waits any more.
  if (await sendNow.isVisible()) {
    await sendNow.click();
    await dialog.getByText(/can be sent|Nothing waits/).waitFor();
    const send = dialog.getByRole("button", { name: /^Send \d/ });
    if (await send.isVisible()) {
      await send.click();
      await dialog.getByText(/ sent\.$/).waitFor();
    }
  }
  await expect.poll(acknowledged, patience).toBeGreaterThanOrEqual(11);
});

test("a check says which forged deliveries a receiver acknowledges, and links to the page that helps", async () => {
  const { organization, settings } = await customer();
  await using naive = await startNaiveReceiver();
  const setup = { organizationId: organization.id, url: naive.url };
  const { endpoint } = await createEndpoint({ ...setup, events: ["counter.increment"] });
  await using page = await newPage();
  await joinAs(page, organization, "owner");
  await page.goto(`${settings}/webhooks/${endpoint.id}`);
  await page.getByLabel("Also test that it refuses forged deliveries").check();
  await page.getByRole("button", { name: "Send test delivery" }).click();
  await page.getByText("204: acknowledged, although its signature is wrong").waitFor();
  await page.getByText("204: acknowledged, although it was signed an hour ago").waitFor();
  const link = page.getByRole("link", { name: "How to verify it" }).first();
  expect(await link.getAttribute("href")).toBe(
    `${outputs.BaseUrl}/docs/integrators/webhooks#verify-it`,
  );
  await link.scrollIntoViewIfNeeded();
  await inspect(page, "webhooks-forged");
});

test("a counter's events show what became of them, and filters stand in the URL", async () => {
  const { organization, counter, settings } = await customer();
  const { endpoint, verified } = await createReceiver(organization.id);
  await tapOnce(counter);
  await tapOnce(counter, "down");
  await verified(2);
  await using page = await newPage();
  await joinAs(page, organization, "owner");
  await page.goto(`${settings}/events?of=counter&counter=${counter.id}`);
  await expect.poll(() => page.getByRole("link", { name: "Delivered" }).count(), patience).toBe(2);
  await inspect(page, "webhooks-events");
  await page.goto(`${settings}/deliveries?type=counter.decrement&state=nonsense`);
  await page.getByRole("link", { name: /counter\.decrement #2/ }).waitFor();
  expect(await page.getByRole("link", { name: /counter\.increment/ }).count()).toBe(0);
  await page.getByRole("button", { name: "Clear all filters" }).click();
  await page.getByRole("link", { name: /counter\.increment #1/ }).waitFor();
  await lookAtCalendar(page, "Events from");
  await lookAtCalendar(page, "Events until");
  expect(new URL(page.url()).search).toBe("");
  await page.getByLabel("Select all deliveries shown").check();
  await page.getByRole("button", { name: "Resend 2 selected" }).click();
  await page.getByText("2 deliveries are sent again.").waitFor();
  expect((await verified(4)).length).toBe(4);
  // Those of a deleted endpoint are found by the filter.
  await page.evaluate(async (path) => {
    const headers = { "content-type": "application/json" };
    await fetch(path, { method: "DELETE", headers, body: "{}" });
  }, `/api/webhooks/${organization.id}/endpoints/${endpoint.id}`);
  await page.goto(`${settings}/deliveries`);
  await page.getByRole("heading", { name: "No deliveries" }).waitFor();
  await page.getByRole("combobox", { name: "Endpoint" }).click();
  await page.getByRole("option", { name: `(deleted, …${endpoint.id.slice(-4)})` }).click();
  await page.getByRole("link", { name: /counter\.increment #1/ }).waitFor();
});

test("the secret is replaced in two steps, and a second person's change is a conflict", async () => {
  const { organization, settings } = await customer();
  const { endpoint } = await createReceiver(organization.id);
  await using page = await newPage();
  await joinAs(page, organization, "owner");
  await page.goto(`${settings}/webhooks/${endpoint.id}`);
  await page.getByRole("button", { name: "Create the next secret" }).click();
  await page.getByRole("heading", { name: "Save the next secret now" }).waitFor();
  await page.getByRole("button", { name: "I have saved it" }).click();
  await page.getByRole("button", { name: "Activate it" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Activate" }).click();
  await page.getByRole("button", { name: "Create the next secret" }).waitFor();
  await page.getByRole("button", { name: "Edit" }).click();
  const key = { organizationId: organization.id, endpointId: endpoint.id };
  await updateEndpoint(key, { events: ["counter.decrement"] });
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("counter.decrement").uncheck();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Events is now counter.decrement").waitFor();
  expect(await dialog.getByLabel("counter.increment").isChecked()).toBe(true);
  expect(await dialog.getByLabel("counter.decrement").isChecked()).toBe(false);
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save mine anyway" }).click();
  await page.getByText("The endpoint is changed.").waitFor();
  const stored = await stores.endpointRegistry.get(key);
  expect(stored?.events).toEqual(["counter.increment"]);
});

test("on the free plan the pages say what webhooks need, and members see none of them", async () => {
  const { organization, settings } = await customer("free");
  await using page = await newPage();
  await joinAs(page, organization, "owner");
  for (const path of ["webhooks", "deliveries", "events"]) {
    await page.goto(`${settings}/${path}`);
    await page.getByRole("heading", { name: "Webhooks need the Pro plan" }).waitFor();
  }
  await inspect(page, "webhooks-free");
  await using members = await newPage();
  await joinAs(members, organization, "member");
  await members.goto(`${outputs.ConsoleUrl}/organizations/${organization.id}`);
  await members.getByRole("heading", { name: "Counters" }).waitFor();
  expect(await members.getByRole("link", { name: "Webhooks" }).count()).toBe(0);
});
