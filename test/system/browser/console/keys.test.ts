import { expect, test } from "vitest";
import { get, outputs } from "../../service.ts";
import { useBrowser } from "../browser.ts";
import { confirm, hostileName, look, pageOf, shownName } from "./console-page.ts";

useBrowser();

test("an API key is created, used and revoked", async () => {
  await using page = await pageOf("admin", "counters");
  await page.getByRole("link", { name: "API keys" }).click();
  await page.getByRole("heading", { name: "There are no API keys yet" }).waitFor();
  expect(await page.title()).toBe("API keys · Test");
  await page.getByRole("button", { name: "Create API key" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Create API key", exact: true })
    .click();
  await page.getByText("Must not be empty", { exact: true }).waitFor();
  await look(page, "key-refused");
  await page.getByLabel("Name").fill(hostileName);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Create API key", exact: true })
    .click();
  const key = await page.getByLabel("API key", { exact: true }).innerText();
  expect((await get("/api/v1/counters", key)).status).toBe(200);
  await page.getByRole("button", { name: "Copy command" }).click();
  await page.getByRole("status").getByText("Copied", { exact: true }).waitFor();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toBe(`curl -H "Authorization: Bearer ${key}" ${outputs.ApiUrl}/api/v1/counters`);
  // A slip does not close the one view of the key: whoever presses Escape is asked.
  const asked: string[] = [];
  page.once("dialog", (question) => {
    asked.push(question.message());
    void question.dismiss();
  });
  await page.keyboard.press("Escape");
  await expect.poll(() => asked).toEqual([expect.stringMatching(/^Close this\?/)]);
  await look(page, "key-created");
  page.once("dialog", (question) => question.accept());
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.reload();
  const row = page.getByRole("row").filter({ hasText: key.slice(-4) });
  await row.waitFor();
  expect(await row.getByText("Never").count()).toBe(0);
  expect(await row.innerText()).toContain(`by ${page.member.name ?? page.member.email}`);
  expect(await page.content()).not.toContain(key);
  await look(page, "keys");
  const example = await page.getByLabel("Example").innerText();
  expect(example).toContain(`${outputs.ApiUrl}/api/v1/counters`);
  const reference = page.getByRole("link", { name: "API reference" });
  expect((await fetch((await reference.getAttribute("href")) ?? "")).status).toBe(200);
  await page.getByRole("button", { name: `Revoke ${shownName}` }).click();
  await confirm(page, "Revoke API key");
  await page.getByRole("heading", { name: "There are no API keys yet" }).waitFor();
  expect((await get("/api/v1/counters", key)).status).toBe(401);
});

test("a new key stays when a person goes back by mistake, and they can leave it", async () => {
  await using page = await pageOf("owner", "counters");
  await page.getByRole("link", { name: "API keys" }).click();
  await page.getByRole("button", { name: "Create API key" }).click();
  await page.getByLabel("Name").fill("Board");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Create API key", exact: true })
    .click();
  const key = page.getByLabel("API key", { exact: true });
  await key.waitFor();
  const asked: string[] = [];
  page.once("dialog", async (dialog) => {
    asked.push(dialog.message());
    await dialog.dismiss();
  });
  await page.evaluate(() => history.back());
  await expect.poll(() => asked).toEqual([expect.stringContaining("API key is not shown again")]);
  expect(await key.isVisible()).toBe(true);
  page.once("dialog", (dialog) => dialog.accept());
  await page.evaluate(() => history.back());
  await page.getByRole("heading", { name: "Counters", level: 1 }).waitFor();
});
