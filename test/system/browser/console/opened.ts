import type { Page } from "playwright-core";
import { consolePath } from "../signed-in.ts";
import type { Furnished } from "./furnished-organization.ts";

/** The dialogs of each page: by a button of it, or by an entry of the menu beside its title. */
function dialogsOf({ group, counter, alert, endpoint }: Furnished) {
  return [
    { path: "", buttons: ["Choose tiles"], entries: [] },
    { path: "counters", buttons: ["Import", "Create counter"], entries: [] },
    { path: `counters/${counter.id}`, buttons: ["Set the count"], entries: ["Edit", "Reset"] },
    { path: "groups", buttons: ["Create group"], entries: [] },
    { path: `groups/${group.id}`, buttons: ["Edit"], entries: ["Reset all counters", "Delete"] },
    { path: "alerts", buttons: ["Create alert"], entries: [] },
    { path: `alerts/${alert.id}`, buttons: ["Edit"], entries: ["Delete"] },
    { path: "gates", buttons: ["Create gate link"], entries: [] },
    { path: "settings/webhooks", buttons: ["Create endpoint"], entries: [] },
    { path: `settings/webhooks/${endpoint.id}`, buttons: ["Edit"], entries: ["Pause", "Delete"] },
    { path: "settings/api-keys", buttons: ["Create API key", "Revoke"], entries: [] },
    { path: "settings/members", buttons: ["Invite"], entries: [] },
  ];
}

/** Opens each menu and each dialog of the console, and closes it when it was looked at. */
export async function eachOpened(
  page: Page,
  furnished: Furnished,
  look: (what: string, within: "[role=dialog]" | "[role=menu]") => Promise<void>,
): Promise<void> {
  const dialog = page.getByRole("dialog");
  const menu = page.getByRole("menu");
  const main = page.locator("#main");
  const more = main.getByRole("button", { name: /^More for/ }).first();
  const lookAndClose = async (what: string) => {
    // All of a form.
    for (const each of await dialog.locator("details:not([open]) > summary").all()) {
      await each.click();
    }
    await look(what, (await menu.count()) > 0 ? "[role=menu]" : "[role=dialog]");
    await page.keyboard.press("Escape");
    await dialog.or(menu).waitFor({ state: "detached" });
  };
  for (const open of ["Test", /@/]) {
    await page.getByRole("banner").getByRole("button", { name: open }).first().click();
    await menu.waitFor();
    await lookAndClose("the header");
  }
  await page.getByRole("button", { name: "Search" }).first().click();
  await dialog.waitFor();
  await lookAndClose("the search");
  for (const { path, buttons, entries } of dialogsOf(furnished)) {
    await page.goto(consolePath(furnished.organization, path));
    for (const name of buttons) {
      // In a narrow table, behind its row.
      const rows =
        name === "Revoke" ? await main.getByRole("button", { expanded: false }).all() : [];
      for (const row of rows) await row.click();
      await main.getByRole("button", { name }).first().click();
      await dialog.waitFor();
      await lookAndClose(`${path} ${name}`);
    }
    for (const [index, name] of entries.entries()) {
      await more.click();
      await menu.waitFor();
      if (index === 0) {
        await lookAndClose(`the menu of ${path}`);
        await more.click();
      }
      await menu.getByRole("menuitem", { name }).first().click();
      await dialog.waitFor();
      await lookAndClose(`${path} ${name}`);
    }
  }
}
