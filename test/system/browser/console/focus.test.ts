import { expect, test } from "vitest";
import { createCounter } from "../../service.ts";
import { useBrowser } from "../browser.ts";
import { type ConsolePage, pageOf } from "./console-page.ts";

useBrowser();

test("the focus returns to the button whose dialog is closed", async () => {
  await using page = await pageOf("owner", "groups");
  await page.getByRole("button", { name: "Create the first group" }).press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await expectFocus(page, "Create the first group");
});

test("the focus returns to a row's menu, also from the dialog that an entry opened", async () => {
  await using page = await pageOf("admin", "counters");
  await createCounter(page.organization, { name: "North" });
  await page.reload();
  const more = page.getByRole("button", { name: "More for North" });
  await more.press("Enter");
  await page.getByRole("menuitem", { name: "Edit" }).waitFor();
  await page.keyboard.press("Escape");
  await expectFocus(page, "More for North");
  await more.press("Enter");
  await page.getByRole("menuitem", { name: "Edit" }).press("Enter");
  await page.getByRole("dialog").getByLabel("Name").waitFor();
  await page.keyboard.press("Escape");
  await expectFocus(page, "More for North");
});

test("a menu that is closed before its first entry has the focus does not take it any more", async () => {
  await using page = await pageOf("admin", "counters");
  await createCounter(page.organization, { name: "North" });
  await page.reload();
  await page.getByRole("button", { name: "More for North" }).evaluate((more) => {
    const opened = new MutationObserver(() => {
      const entry = document.querySelector("[role=menuitem]");
      if (entry === null) return;
      opened.disconnect();
      entry.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    });
    opened.observe(document.body, { childList: true, subtree: true });
    if (more instanceof HTMLElement) more.click();
  });
  await page.getByRole("menu").waitFor({ state: "detached" });
  await expectFocus(page, "More for North");
});

test("a link that is shown once goes with its dialog, and the focus returns to the page", async () => {
  await using page = await pageOf("owner", "settings/members");
  await page.getByRole("button", { name: "Invite member" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail address").fill("sam@example");
  await page.keyboard.press("Enter");
  await dialog.getByText("Must be an e-mail address", { exact: true }).waitFor();
  await dialog.getByLabel("E-mail address").fill("sam@example.com");
  await page.keyboard.press("Enter");
  await dialog.getByText("Send it to sam@example.com.").waitFor();
  // Not for the time of a transition is it a sentence about another person, with no link.
  const left = await dialog.getByRole("button", { name: "Done" }).evaluate(async (button) => {
    if (button instanceof HTMLElement) button.click();
    await new Promise(requestAnimationFrame);
    return document.body.innerText;
  });
  expect(left).not.toContain("Send it to");
  await expectFocus(page, "Invite member");
});

test("what a person typed into is where they go on after a dialog above it", async () => {
  await using page = await pageOf("owner", "settings/api-keys");
  const create = page.getByRole("button", { name: "Create API key", disabled: false });
  await create.press("Enter");
  const name = page.getByRole("dialog").getByLabel("Name");
  await name.fill("Half");
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  const told = page.getByRole("dialog", { name: "You are signed out" });
  await told.getByRole("button", { name: "Keep this page open" }).press("Enter");
  await told.waitFor({ state: "detached" });
  await page.keyboard.type(" typed");
  expect(await name.inputValue()).toBe("Half typed");
  await page.context().addCookies(cookies);
});

async function expectFocus(page: ConsolePage, name: string): Promise<void> {
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const focused = page.locator("button:focus");
  await focused.waitFor();
  expect(await focused.evaluate((button) => button.ariaLabel ?? button.textContent)).toBe(name);
}
