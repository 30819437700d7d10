import { expect, test } from "vitest";
import { createCounter, createOrganization, stores, tapOnce, tapTimes } from "../../service.ts";
import { useBrowser } from "../browser.ts";
import { consolePath } from "../signed-in.ts";
import { type ConsolePage, hostileName, look, pageOf, shownName } from "./console-page.ts";

useBrowser();

/** A counter at this number, and its page. */
async function counterAt(count: number, settings: { name?: string; resetTo?: number } = {}) {
  const organization = await createOrganization("pro");
  const counter = await createCounter(organization, { name: "North", ...settings });
  await tapTimes(counter, count);
  const page = await pageOf("owner", `counters/${counter.id}`, { organization });
  return { page, counter };
}

const number = (page: ConsolePage) => page.getByRole("status", { name: "Count", exact: true });
const counts = (page: ConsolePage) =>
  page
    .getByRole("table", { name: "Counts" })
    .getByRole("row")
    .filter({ has: page.locator("time") });

test("a counter is set to a number; the dialog shows what it is now, and the history why it changed", async () => {
  const { page, counter } = await counterAt(12, { name: hostileName });
  await using _ = page;
  await page.getByRole("button", { name: "Set the count" }).click();
  const dialog = page.getByRole("dialog");
  const set = dialog.getByRole("button", { name: "Set count" });
  await dialog.getByText("12", { exact: true }).waitFor();
  await tapOnce(counter);
  await dialog.getByText("13", { exact: true }).waitFor();
  await set.click();
  await dialog.getByText("Must be a whole number").waitFor();
  await dialog.getByText("Public: everyone who can read the counter’s history").waitFor();
  // The plan has none.
  expect(await dialog.getByText(/alert/).count()).toBe(0);
  await dialog.getByLabel("New count").fill("1200");
  await dialog.getByLabel("Reason").fill(`Floor count ${hostileName}`);
  await look(page, "adjust-set");
  await set.click();
  await page.getByText("is set to 1,200. It was at 13.").waitFor();
  await page.getByRole("button", { name: "Set the count" }).and(page.locator(":focus")).waitFor();
  await number(page).getByText("1,200", { exact: true }).waitFor();
  const row = counts(page).first();
  await row.getByText("set to 1,200").waitFor();
  expect(await row.textContent()).toContain(`+1,1871,200set to 1,200Floor count ${shownName}`);

  await page.getByRole("button", { name: "Set the count" }).click();
  await dialog.getByLabel("New count").fill("1200");
  await dialog.getByLabel("New count").press("Enter");
  await page.getByText("was at 1,200 already. Nothing was changed.").waitFor();
  await page.getByRole("button", { name: "All counts" }).click();
  expect(await counts(page).count()).toBe(14);
});

test("an adjustment can be undone, also once the network is back, and what was counted since stays", async () => {
  const { page, counter } = await counterAt(12);
  await using _ = page;
  const dialog = page.getByRole("dialog");
  const undo = page.getByRole("button", { name: "Undo" });
  const setTo = async (to: string) => {
    await page.getByRole("button", { name: "Set the count" }).click();
    await dialog.getByLabel("New count").fill(to);
    await dialog.getByRole("button", { name: "Set count" }).click();
  };
  await setTo("120");
  await undo.waitFor();
  await page.context().setOffline(true);
  await undo.click();
  await page.getByRole("alert").getByText("The service cannot be reached.").waitFor();
  await look(page, "undo-offline");
  await page.context().setOffline(false);
  await undo.click();
  await page.getByText("North is set to 12 again.").waitFor();
  await number(page).getByText("12", { exact: true }).waitFor();

  await setTo("130");
  await undo.waitFor();
  await tapOnce(counter);
  await undo.click();
  await page.getByText("North is set to 13, which keeps what was counted meanwhile.").waitFor();
  await number(page).getByText("13", { exact: true }).waitFor();
});

test("a counter is reset from the list, and the audit log says who did it and why", async () => {
  const { page, counter } = await counterAt(5);
  await using _ = page;
  await page.goto(consolePath(page.organization, "counters"));
  const row = page.getByRole("row", { name: "North" });
  await row.getByRole("button", { name: "More for North" }).click();
  await page.getByRole("menuitem", { name: "Reset" }).click();
  await page.getByLabel("Reason").fill("Closed");
  await page.getByRole("button", { name: "Reset count to 0" }).click();
  await page.getByText("North is set to 0. It was at 5.").waitFor();
  await row.getByRole("cell", { name: "0", exact: true }).waitFor();
  expect(await stores.storedCounters.get({ ...counter, counterId: counter.id })).toMatchObject({
    ...{ count: 0, locked: false },
  });
  await page.goto(consolePath(page.organization, "settings/audit?action=counter.adjust"));
  const entry = page.getByRole("row", { name: /set the count of North/ });
  await entry.getByText("count: 5 → 0").waitFor();
  await entry.getByText("reason: Closed").waitFor();
});
