import { test } from "vitest";
import { createCounter, createOrganization } from "../../service.ts";
import { useBrowser } from "../browser.ts";
import { consolePath } from "../signed-in.ts";
import { hostileName, look, pageOf, shownName } from "./console-page.ts";

useBrowser();

test("a page lists all gates of an organization; what is created there is named and highlighted", async () => {
  const organization = await createOrganization("free");
  await createCounter(organization, { name: hostileName });
  const south = await createCounter(organization, { name: "South" });
  await using page = await pageOf("admin", "gates", { organization });
  await page.getByText("No gate links yet").waitFor();
  await page.getByRole("button", { name: "Create gate link" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Back door");
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.getByText("Must have a counter").waitFor();
  await dialog.getByRole("combobox", { name: "Counters" }).click();
  await page.getByRole("option", { name: hostileName }).click();
  await page.getByRole("option", { name: "South" }).click();
  await dialog.getByLabel("Name").click();
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByText("Back door was created.").waitFor();
  const row = page.getByRole("row", { name: /Back door/ });
  await row.and(page.locator(".created")).waitFor();
  await row.getByText("Live").waitFor();
  await row.getByText("Never").first().waitFor();
  await row.getByRole("link", { name: shownName }).waitFor();
  await look(page, "gates");
  await row.getByRole("link", { name: "South" }).click();
  await page.waitForURL(`**${consolePath(organization, `counters/${south.id}`)}`);
  await page.getByRole("link", { name: "Gates", exact: true }).first().click();
  await row.getByRole("button", { name: "Revoke Back door" }).click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await page.getByText("No gate links yet").waitFor();
});
