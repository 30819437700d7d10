import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newGroup } from "../../group-service.ts";
import { createCounter, createOrganization, tapOnce } from "../../service.ts";
import { accessibilityFindings, useBrowser } from "../browser.ts";
import { consolePath, memberPage } from "../signed-in.ts";
import { look } from "./console-page.ts";

useBrowser();

/** Chooses an option of a select by its label. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

const rowOf = (page: Page, name: string) =>
  page.getByRole("table", { name: "Counters" }).getByRole("row", { name });

test("the first run leads from a name to a count, and on to the list", async () => {
  const organization = await createOrganization("free");
  await using page = await memberPage(organization, "owner");
  await page.goto(consolePath(organization, "counters"));
  await page.getByLabel("Name of the counter").fill("Main entrance");
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.locator("form").getByRole("button", { name: "Create the first counter" }).click();
  // Nobody has to count to see what was made.
  const made = page.getByRole("link", { name: "Main entrance" });
  expect(await made.getAttribute("href")).toMatch(/\/counters\/ctr_\w+$/);
  const opening = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Start counting" }).click();
  const counting = await opening;
  await counting.getByRole("button", { name: "Count up" }).click();
  await page.getByText("It counts: 1").waitFor();
  await page.getByRole("link", { name: "Invite colleagues" }).waitFor();
  await page.getByRole("button", { name: "Go to the counters" }).click();
  await rowOf(page, "Main entrance").waitFor();
});

test("an admin makes a first counter, edits and locks it, archives it and undoes that", async () => {
  const organization = await createOrganization("pro");
  await newGroup(organization, { name: "Hall", capacity: 100 });
  await using page = await memberPage(organization, "admin");
  await page.goto(consolePath(organization, "counters"));
  await page.getByRole("button", { name: "Create counter" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.getByText("Must not be empty").waitFor();
  await dialog.getByLabel("Name").fill('<b>North</b> "gate" 🚪');
  await dialog.getByText("More:").click();
  await dialog.getByLabel("Goal").fill("50");
  await choose(page, "Group", "Hall");
  await look(page, "new-counter");
  await dialog.getByRole("button", { name: "Create" }).click();
  const row = rowOf(page, "North");
  await row.getByText('<b>North</b> "gate" 🚪').waitFor();
  const group = row.getByRole("link", { name: "Hall", exact: true });
  expect(await group.getAttribute("href")).toMatch(/\/groups\/grp_\w+$/);
  await expectNothing(dialog);

  await row.getByRole("button", { name: "More for" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await dialog.getByLabel("Name").fill("North");
  await dialog.getByRole("button", { name: "Save" }).click();
  await rowOf(page, "North").getByRole("link", { name: "North", exact: true }).waitFor();

  // Without a mouse.
  await row.getByRole("button", { name: "More for North" }).focus();
  await page.keyboard.press("Enter");
  // The first entry has the focus already.
  await page.getByRole("menuitem", { name: "Edit" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await row.getByText("Locked").waitFor();

  await row.getByRole("button", { name: "More for North" }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await page.getByText("is archived.").waitFor();
  await page.getByRole("heading", { name: "All counters are archived" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await row.getByText("Locked").waitFor();
  await page.getByText("North is restored.").waitFor();
  await expectNothing(page.getByRole("button", { name: "Undo" }));
  // It is in its group again.
  await row.getByRole("link", { name: "Hall", exact: true }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
});

test("search, filters and order stand in the URL; numbers are live, and rows stay where they are", async () => {
  const organization = await createOrganization("pro");
  const hall = await newGroup(organization, { name: "Hall" });
  const [north] = await Promise.all([
    createCounter(organization, { name: "North", groupId: hall.id, goalTarget: 3 }),
    createCounter(organization, { name: "Café south" }),
    createCounter(organization, { name: "East" }),
  ]);
  await using page = await memberPage(organization, "member");
  await page.goto(consolePath(organization, "counters"));
  await rowOf(page, "East").waitFor();
  expect(await page.getByRole("searchbox").count()).toBe(0);
  // Members look and count; nothing else is offered.
  expect(await page.getByRole("button", { name: "Create counter" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "More for" }).count()).toBe(0);
  await page.getByRole("button", { name: "Count", exact: true }).click();
  await page.waitForURL(/sort=count/);
  const names = () => page.getByRole("table").getByRole("link", { name: /North|south|East/ });
  const before = await names().allTextContents();
  await tapOnce(north);
  await rowOf(page, "North").getByRole("cell", { name: "1", exact: true }).waitFor();
  expect(await names().allTextContents()).toEqual(before);
  await page.getByRole("button", { name: "Sort again" }).click();
  await page.getByRole("row").nth(1).getByText("North").waitFor();
  await look(page, "counters");

  await page.getByRole("searchbox", { name: "Search" }).fill("cafe");
  await page.getByText("1 counter", { exact: true }).waitFor();
  await page.waitForURL(/q=cafe/);
  await page.reload();
  await rowOf(page, "Café south").waitFor();
  await page.getByRole("searchbox", { name: "Search" }).fill("");
  await page.getByRole("combobox", { name: "Group" }).selectOption("Hall");
  await page.getByText("1 counter", { exact: true }).waitFor();
  await page.waitForURL(new RegExp(`group=${hall.id}`));
  await page.goto(consolePath(organization, "counters?state=nonsense&sort=5&desc=x"));
  await rowOf(page, "North").waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
});

test("a file with errors is shown line by line, and a good one is imported", async () => {
  const organization = await createOrganization("pro");
  await using page = await memberPage(organization, "owner");
  await page.goto(consolePath(organization, "counters"));
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog");
  const csv = (text: string) => ({
    name: "gates.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(text),
  });
  await dialog.getByRole("button", { name: "Import" }).waitFor();
  const input = dialog.locator('input[type="file"]');
  await input.setInputFiles(csv("name,incrementStep,groupName\nNorth,0,\nEast,1,Yard\n"));
  await dialog.getByText("2 errors").waitFor();
  await dialog.getByText(/^Line 2, incrementStep:/).waitFor();
  await dialog.getByText(/^Line 3, groupName:/).waitFor();
  expect(await dialog.getByRole("button", { name: "Import" }).isDisabled()).toBe(true);
  await look(page, "import-errors");
  const rows = Array.from({ length: 300 }, (_, index) => `Gate ${index},1,Yard`);
  await input.setInputFiles(csv(["name,incrementStep,groupName", ...rows].join("\n")));
  await dialog.getByText("300 errors").waitFor();
  await dialog.getByLabel("Create groups that do not exist").check();
  await dialog.getByText("New groups: Yard").waitFor();
  await dialog.getByRole("row", { name: /Gate 0 1 Yard New/ }).waitFor();
  await look(page, "import-preview");
  await dialog.getByRole("button", { name: "Create 300 counters" }).click();
  await dialog.getByText("Done: 300 counters created.").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByText("300 counters", { exact: true }).waitFor();
  // Only what can be seen is in the page, and the keyboard gets on.
  expect(await page.getByRole("table", { name: "Counters" }).getByRole("row").count()).toBeLessThan(
    60,
  );
  await page.keyboard.press("End");
  await page.getByRole("link", { name: "Gate 99", exact: true }).waitFor();
});

async function expectNothing(element: ReturnType<Page["getByRole"]>): Promise<void> {
  await element.waitFor({ state: "hidden" });
}
