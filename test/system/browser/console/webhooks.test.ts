import { expect, test } from "vitest";
import { newGroup } from "../../group-service.ts";
import { createCounter, createOrganization, stores, tapOnce } from "../../service.ts";
import { createReceiver, updateEndpoint } from "../../webhooks/webhook-service.ts";
import { accessibilityFindings, lookAtCalendar, useBrowser } from "../browser.ts";
import { consolePath } from "../signed-in.ts";
import { look, pageOf } from "./console-page.ts";

useBrowser();

/** Bounds what hangs: machines are shared. */
const patience = { timeout: 20_000 };

async function customer() {
  const organization = await createOrganization("pro");
  const counter = await createCounter(organization, { name: "<b>Gate</b> “north”" });
  return { organization, counter };
}

test("an owner adds an endpoint, keeps its secret, checks it, and sees a count arrive", async () => {
  const { organization, counter } = await customer();
  const { endpoint } = await createReceiver(organization.id);
  const { url } = endpoint;
  const key = { organizationId: organization.id, endpointId: endpoint.id };
  await stores.endpointRegistry.remove(key);
  await using page = await pageOf("owner", `settings/webhooks`, { organization });
  await page.getByRole("heading", { name: "There are no endpoints yet" }).waitFor();
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
  await page.getByRole("heading", { name: "Test", exact: true }).waitFor();
  expect(await page.title()).toContain(organization.name);
  expect(await page.content()).not.toContain(secret);
  await page.getByRole("button", { name: "Send test delivery" }).click();
  // The receiver knows another secret, and so it refuses the test delivery.
  await page.getByText("The test delivery was not accepted").waitFor();
  await page.getByText("400: the delivery would be retried").waitFor();
  await tapOnce(counter);
  await page.getByRole("link", { name: "Show deliveries" }).click();
  // It arrives by itself.
  await page.getByRole("link", { name: /counter\.increment #1/ }).waitFor(patience);
  await page.getByRole("row").getByText(counter.name).waitFor();
  expect(new URL(page.url()).searchParams.get("endpoint")).toMatch(/^end_/);
  await look(page, "webhooks-deliveries");
  await page.getByRole("link", { name: /counter\.increment #1/ }).click();
  await page.getByRole("dialog", { name: /counter\.increment #1/ }).waitFor();
  await page.getByText("X-Service-Signature: t=").waitFor();
  await page.goto(consolePath(organization, `settings/webhooks`));
  await page.getByRole("table", { name: "Endpoints" }).waitFor();
});

test("a pause holds deliveries back, and a recovery sends them", async () => {
  const { organization, counter } = await customer();
  const { endpoint, verified } = await createReceiver(organization.id);
  await using page = await pageOf("admin", `settings/webhooks/${endpoint.id}`, { organization });
  await page.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("menuitem", { name: "Pause" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
  await page.getByText("This endpoint is paused").waitFor();
  for (let tap = 0; tap < 4; tap += 1) await tapOnce(counter);
  await page.getByText("held back by a pause").waitFor();
  const waits = page.locator(".section-number", { hasText: /^4$/ });
  await waits.waitFor();
  await look(page, "webhooks-paused");
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

test("the secret is replaced in two steps, and a second person's change is a conflict", async () => {
  const { organization } = await customer();
  const { endpoint } = await createReceiver(organization.id);
  await using page = await pageOf("owner", `settings/webhooks/${endpoint.id}`, { organization });
  await page.getByRole("button", { name: "Create the next secret" }).click();
  await page.getByRole("heading", { name: "Save the next secret now" }).waitFor();
  await page.getByRole("button", { name: "Done" }).click();
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

test("an owner names an endpoint, chooses counters and groups, and sees what it does not receive", async () => {
  const organization = await createOrganization("pro");
  const entrance = await createCounter(organization, { name: "Main entrance" });
  const group = await newGroup(organization, { name: "Hall 1" });
  const north = await createCounter(organization, { name: "North gate", groupId: group.id });
  await createReceiver(organization.id);
  const receiver = await createReceiver(organization.id);
  const key = { organizationId: organization.id, endpointId: receiver.endpoint.id };
  await using page = await pageOf("owner", `settings/webhooks/${receiver.endpoint.id}`, {
    organization,
  });
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  // It needs none of them.
  await dialog.getByText("More:").click();
  await dialog.getByLabel("Name").fill(" Box office");
  await dialog.getByLabel("Only these").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Must not begin or end with white space").waitFor();
  await dialog.getByText("Must have at least one counter or group").waitFor();
  await dialog.getByLabel("Name").fill("Box office 🎟");
  await dialog.getByRole("combobox", { name: "Groups" }).click();
  await page.getByRole("option", { name: "Hall 1" }).click();
  await dialog.getByRole("combobox", { name: "Counters" }).fill("entr");
  await page.getByRole("option", { name: "Main entrance" }).click();
  await page.keyboard.press("Escape");
  await dialog.getByLabel("Standard Webhooks headers").check();
  expect(await dialog.getByRole("alert").count()).toBe(0);
  await look(page, "endpoint-filter");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("The endpoint is changed.").waitFor();
  const filter = { counterIds: [entrance.id], groupIds: [group.id] };
  const stored = await stores.endpointRegistry.get(key);
  expect(stored).toMatchObject({ name: "Box office 🎟", filter, standardWebhooks: true });
  await page.getByRole("heading", { name: "Box office 🎟", level: 1 }).waitFor();
  await page.getByText("Events of 1 group, 1 counter: Hall 1, Main entrance").waitFor();

  await updateEndpoint(key, { filter: { counterIds: [north.id], groupIds: [] } });
  await tapOnce(entrance);
  await page.goto(consolePath(organization, `settings/events?of=counter&counter=${entrance.id}`));
  await page.getByRole("columnheader", { name: "Box office 🎟" }).waitFor();
  await page.getByText("Left out", { exact: true }).waitFor();
  await look(page, "events-with-filter");
  await page.goto(consolePath(organization, `settings/webhooks`));
  await page.getByText("increment, decrement of 1 counter").waitFor();
  await page.goto(consolePath(organization, `settings/deliveries`));
  await page.getByRole("combobox", { name: "Endpoint" }).click();
  await page.getByRole("option", { name: "Box office 🎟" }).waitFor();
});
