import { expect, test } from "vitest";
import { newAlert } from "../../alert-service.ts";
import { newGroup } from "../../group-service.ts";
import {
  createCounter,
  createCounters,
  createOrganization,
  stores,
  tapOnce,
  tapTimes,
} from "../../service.ts";
import { useBrowser } from "../browser.ts";
import { consolePath } from "../signed-in.ts";
import { type ConsolePage, chooseFromMenu, hostileName, look, pageOf } from "./console-page.ts";

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

/** Has the service do what the next POST asks for, and loses its response; returns the form's id. */
async function loseResponse(page: ConsolePage, path: string) {
  const formId = Promise.withResolvers<string>();
  let isLost = false;
  await page.route(`**${path}`, async (route) => {
    if (isLost) return await route.fallback();
    isLost = true;
    expect((await route.fetch()).status()).toBe(200);
    formId.resolve(route.request().postDataJSON().formId);
    await route.abort();
  });
  // An object, because an async function would wait for the promise.
  return { formId: formId.promise };
}

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
  await dialog.getByText("Public: everyone who can read the counter's history").waitFor();
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
  expect(await row.textContent()).toContain(`+1,1871,200set to 1,200Floor count ${hostileName}`);

  await page.getByRole("button", { name: "Set the count" }).click();
  await dialog.getByLabel("New count").fill("1200");
  await dialog.getByLabel("New count").press("Enter");
  await page.getByText("was at 1,200 already. Nothing was changed.").waitFor();
  expect(await counts(page).count()).toBe(14);
});

test("an adjustment can be undone, unless somebody has counted since", async () => {
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
  await undo.click();
  await page.getByText("North is set to 12 again.").waitFor();
  await number(page).getByText("12", { exact: true }).waitFor();

  await setTo("130");
  await undo.waitFor();
  await tapOnce(counter);
  await undo.click();
  await page.getByText("It was counted meanwhile: the count is 131 by now.").waitFor();
  await number(page).getByText("131", { exact: true }).waitFor();
});

test("the dialog speaks of alerts where one watches the counter or its group", async () => {
  const organization = await createOrganization("enterprise");
  const group = await newGroup(organization, { name: "Hall" });
  const watched = await createCounter(organization, { name: "North", groupId: group.id });
  const other = await createCounter(organization, { name: "South" });
  await newAlert("group", group, { kind: "absolute", at: 5 });
  await using page = await pageOf("owner", `counters/${watched.id}`, { organization });
  await page.getByRole("button", { name: "Set the count" }).click();
  await page.getByText("Setting a count fires no alert.").waitFor();
  const read = page.waitForResponse(`**/api/alerts/${organization.id}`);
  await page.goto(consolePath(organization, `counters/${other.id}`));
  await page.getByRole("button", { name: "Set the count" }).click();
  await read;
  expect(await page.getByText("Setting a count fires no alert.").count()).toBe(0);
});

test("a form whose response was lost adjusts once, and says so when the number was changed", async () => {
  const { page, counter } = await counterAt(3, { resetTo: 50 });
  await using _ = page;
  await loseResponse(page, "/adjust");
  await chooseFromMenu(page, "Reset");
  const dialog = page.getByRole("dialog");
  const reset = dialog.getByRole("button", { name: "Reset to 50" });
  await look(page, "adjust-reset");
  await reset.click();
  await dialog.getByText("The service cannot be reached. Check the network").waitFor();
  // Somebody counts meanwhile: the same form does not take that away.
  await tapOnce(counter);
  await dialog.getByText("51", { exact: true }).waitFor();
  await reset.click();
  await page.getByText("North is set to 50. It was at 3.").waitFor();
  await number(page).getByText("51", { exact: true }).waitFor();
  // Waits for one row, and fails on two.
  await counts(page).getByText("set to 50").waitFor();

  await page.unroute("**/adjust");
  await loseResponse(page, "/adjust");
  await page.getByRole("button", { name: "Set the count" }).click();
  const set = dialog.getByRole("button", { name: "Set count" });
  await dialog.getByLabel("New count").fill("7");
  await set.click();
  await dialog.getByText("The service cannot be reached").waitFor();
  await dialog.getByLabel("New count").fill("8");
  await set.click();
  await dialog.getByText("has already set the counter to 7").waitFor();
  await number(page).getByText("7", { exact: true }).waitFor();
});

test("a counter is reset from the list, and the audit log says who did it and why", async () => {
  const { page, counter } = await counterAt(5);
  await using _ = page;
  await page.goto(consolePath(page.organization, "counters"));
  const row = page.getByRole("row", { name: "North" });
  await row.getByRole("button", { name: "More for North" }).click();
  await page.getByRole("menuitem", { name: "Reset" }).click();
  await page.getByLabel("Reason").fill("Closed");
  await page.getByRole("button", { name: "Reset to 0" }).click();
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

test("a group's reset that broke off goes on after a reload, and resets no counter twice", async () => {
  const organization = await createOrganization("pro");
  const group = await newGroup(organization, { name: "Hall" });
  const door = await createCounter(organization, { name: "Door", groupId: group.id });
  await createCounters(organization, 3, (index) => ({ name: `Gate ${index}`, groupId: group.id }));
  await tapTimes(door, 5);
  await using page = await pageOf("admin", `groups/${group.id}`, { organization });
  const first = await loseResponse(page, "/reset");
  await chooseFromMenu(page, "Reset all counters");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Morning");
  await look(page, "group-reset");
  await dialog.getByRole("button", { name: "Reset 4 counters" }).click();
  await dialog.getByText("The service cannot be reached. Check the network").waitFor();
  await dialog
    .getByText("0 of 4 counters done so far. Continue with the rest: none is reset twice.")
    .waitFor();
  await look(page, "group-reset-failed");
  await tapOnce(door);
  await page.reload();
  await chooseFromMenu(page, "Continue the reset");
  expect(await dialog.getByLabel("Reason").inputValue()).toBe("Morning");
  const [again] = await Promise.all([
    page.waitForRequest("**/reset"),
    dialog.getByRole("button", { name: "Continue the reset" }).click(),
  ]);
  expect(again.postDataJSON()).toEqual({ formId: await first.formId, reason: "Morning" });
  await page.getByText("1 counter reset. 3 counters had the right number already.").waitFor();
  // What was counted after the lost response stays.
  await page.getByRole("row", { name: "Door 1" }).waitFor();
  await page.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("menuitem", { name: "Reset all counters" }).waitFor();
  await page.goto(consolePath(organization, "settings/audit?action=group.reset"));
  const entry = page.getByRole("row", { name: /reset the counters of Hall/ });
  await entry.getByText("counters reset: 1").waitFor();
  await look(page, "group-reset-audit");
});

test("a member finds nothing that adjusts", async () => {
  const organization = await createOrganization("pro");
  const group = await newGroup(organization, { name: "Hall" });
  const counter = await createCounter(organization, { groupId: group.id });
  await using page = await pageOf("member", `counters/${counter.id}`, { organization });
  await number(page).waitFor();
  expect(await page.getByRole("button", { name: /Reset|Set the/ }).count()).toBe(0);
  await page.goto(consolePath(organization, `groups/${group.id}`));
  await page.getByRole("status", { name: "Total" }).waitFor();
  expect(await page.getByRole("button", { name: /Reset/ }).count()).toBe(0);
});
