import { expect, test } from "vitest";
import { useBrowser } from "../browser.ts";
import { type ConsolePage, pageOf } from "./console-page.ts";

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
  await dialog.getByText("The service did not respond").waitFor();
  await create.click();
  return await page.getByLabel(shown, { exact: true }).innerText();
}

test("an API key whose response was lost is created once, and shown", async () => {
  await using page = await pageOf("owner", "settings/api-keys");
  const { lost } = await loseResponse(page, "/api/keys/*");
  await page.getByRole("button", { name: "Create API key" }).click();
  await page.getByLabel("Name").fill("Website");
  const key = await createdAgain(page, "Create API key", "API key");
  expect(key).toBe((await lost).key);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("1 of 10 keys").waitFor();
  // The next form is another one.
  await page.getByRole("button", { name: "Create API key" }).click();
  await page.getByLabel("Name").fill("Website");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Create API key", exact: true })
    .click();
  const second = page.getByLabel("API key", { exact: true });
  expect(await second.innerText()).not.toBe(key);
  await page.getByText("2 of 10 keys").waitFor();
});
