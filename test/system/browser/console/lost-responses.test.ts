import { expect, test } from "vitest";
import { createCounter, createOrganization } from "../../service.ts";
import { useBrowser } from "../browser.ts";
import { type ConsolePage, look, pageOf } from "./console-page.ts";

useBrowser();

/** Has the service do what the next POST to a path asks for, and loses the response, whose body it returns. */
async function loseResponse(page: ConsolePage, path: string) {
  const body = Promise.withResolvers<Record<string, string>>();
  let isLost = false;
  await page.route(`**${path}`, async (route) => {
    if (isLost || route.request().method() !== "POST") return await route.fallback();
    isLost = true;
    const response = await route.fetch();
    expect(response.status()).toBe(201);
    body.resolve(await response.json());
    await route.abort();
  });
  // An object, because an async function would wait for the promise.
  return { lost: body.promise };
}

/** Presses the button of the open form until a response comes, and reads what is shown once. */
async function createdAgain(page: ConsolePage, button: string, shown: string): Promise<string> {
  const dialog = page.getByRole("dialog");
  const create = dialog.getByRole("button", { name: button, exact: true });
  await create.click();
  await dialog.getByText("The service cannot be reached. Check the network").waitFor();
  await create.click();
  return await page.getByLabel(shown, { exact: true }).innerText();
}

test("an API key whose response was lost is created once, and shown", async () => {
  await using page = await pageOf("owner", "settings/api-keys");
  const { lost } = await loseResponse(page, "/api/keys/*");
  await page.getByRole("button", { name: "Create API key" }).click();
  await page.getByLabel("Name").fill("Website");
  const key = await createdAgain(page, "Create", "API key");
  expect(key).toBe((await lost).key);
  await page.getByRole("button", { name: "I have saved it" }).click();
  await page.getByText("1 of 10 keys").waitFor();
  // The next form is another one.
  await page.getByRole("button", { name: "Create API key" }).click();
  await page.getByLabel("Name").fill("Website");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const second = page.getByLabel("API key", { exact: true });
  expect(await second.innerText()).not.toBe(key);
  await page.getByText("2 of 10 keys").waitFor();
});

test("a form whose lost attempt had another name says what it has created", async () => {
  await using page = await pageOf("owner", "settings/api-keys");
  await loseResponse(page, "/api/keys/*");
  await page.getByRole("button", { name: "Create API key" }).click();
  await page.getByLabel("Name").fill("Website");
  const dialog = page.getByRole("dialog");
  const create = dialog.getByRole("button", { name: "Create", exact: true });
  await create.click();
  await dialog.getByText("The service cannot be reached").waitFor();
  await dialog.getByLabel("Name").fill("Shop");
  await create.click();
  await dialog.getByText("has already created the API key, as “Website”").waitFor();
  await look(page, "key-created-already");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Revoke Website" }).waitFor();
});

test("an invitation whose response was lost is created once, and its link is shown", async () => {
  await using page = await pageOf("owner", "settings/members");
  const { lost } = await loseResponse(page, "/invitations");
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByLabel("E-mail address").fill("kim@people.example");
  const link = await createdAgain(page, "Create invitation link", "Invitation link");
  expect(link).toBe((await lost).url);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("row").filter({ hasText: "kim@people.example" }).waitFor();
});

test("an endpoint whose response was lost is created once, and its secret is shown", async () => {
  await using page = await pageOf("owner", "settings/webhooks");
  const { lost } = await loseResponse(page, "/endpoints");
  await page.getByRole("button", { name: "Create endpoint" }).click();
  await page.getByRole("dialog").getByLabel("URL").fill("https://localhost:8443/webhooks");
  const secret = await createdAgain(page, "Create endpoint", "Signing secret");
  expect(secret).toBe((await lost).secret);
  await page.getByRole("button", { name: "I have saved it", exact: true }).click();
  await page.getByText("1 of 10 endpoints").waitFor();
});

test("a gate link and an embed whose responses were lost are created once", async () => {
  const organization = await createOrganization("pro");
  const counter = await createCounter(organization);
  await using page = await pageOf("owner", `counters/${counter.id}`, { organization });
  const gate = await loseResponse(page, "/gates");
  await page.getByRole("button", { name: "Create gate link" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("North entrance");
  expect(await createdAgain(page, "Create", "Link")).toBe((await gate.lost).url);
  await page.getByRole("button", { name: "Done" }).click();
  const gates = page.getByRole("region", { name: "Gate links", exact: true });
  // Waits for one row, and fails on two.
  await gates.getByRole("row", { name: /North entrance/ }).waitFor();

  const embed = await loseResponse(page, "/embeds");
  await page.getByRole("button", { name: "Create embed" }).click();
  await page.getByLabel("Note").fill("Press");
  const markup = await createdAgain(page, "Create", "Markup");
  expect(markup).toContain((await embed.lost).sessionId);
  await page.getByRole("button", { name: "Revoke Press" }).waitFor();
});
