import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LocalService, localServiceFile } from "../../../../adapters/local-service.ts";
import { createOrganization, dataDir } from "../../service.ts";
import { useBrowser } from "../browser.ts";
import { confirm, hostileName, look, pageOf, shownName } from "./console-page.ts";

useBrowser();

const { chatUrl } = LocalService.parse(
  JSON.parse(readFileSync(join(dataDir, localServiceFile), "utf8")),
);

test("an owner adds, tests, edits and removes a chat channel, whose URL is not shown again", async () => {
  await using page = await pageOf("owner", "settings/organization", { plan: "enterprise" });
  const secret = `https://${new URL(chatUrl).host}/hooks/from-the-console`;
  await page.getByText("There are no chat channels yet").waitFor();
  await page.getByRole("button", { name: "Add chat channel" }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByLabel("Alerts").isChecked()).toBe(true);
  expect(await dialog.getByLabel("Weekly report").isChecked()).toBe(false);
  await dialog.getByLabel("Name").fill(hostileName);
  await dialog.getByLabel("URL").fill("http://10.0.0.1/hooks/x");
  await confirm(page, "Add chat channel");
  await dialog.getByText("The URL must begin with https://").waitFor();
  await look(page, "chat-channel-refused");
  await dialog.getByLabel("URL").fill(secret);
  await confirm(page, "Add chat channel");
  const row = page.getByRole("row").filter({ hasText: shownName });
  await row.getByText("Works").waitFor();
  expect(await page.content()).not.toContain("/hooks/from-the-console");
  const choose = async (name: string, entry: string) => {
    await page.getByRole("button", { name: `More for ${name}` }).click();
    await page.getByRole("menuitem", { name: entry }).click();
  };
  await choose(shownName, "Send test");
  await page.getByText("The test message has arrived.").waitFor();
  const link = row.getByRole("link", { name: new URL(chatUrl).host });
  expect(await link.getAttribute("href")).toBe(chatUrl);
  await look(page, "chat-channels");
  await choose(shownName, "Edit");
  await dialog.getByLabel("Name").fill("Hall team");
  await dialog.getByLabel("Failing endpoints").uncheck();
  await confirm(page, "Save chat channel");
  const edited = page.getByRole("row").filter({ hasText: "Hall team" });
  await edited.waitFor();
  expect(await edited.getByText("Failing endpoints").count()).toBe(0);
  await choose("Hall team", "Remove");
  await confirm(page, "Remove chat channel");
  await page.getByText("There are no chat channels yet").waitFor();
});

test("an admin sees no chat channels", async () => {
  const organization = await createOrganization("enterprise");
  await using page = await pageOf("admin", "settings/organization", { organization });
  await page.getByLabel("Name").waitFor();
  expect(await page.getByText("Chat channels").count()).toBe(0);
});
