import { expect, test } from "vitest";
import { newAlert } from "../../alert-service.ts";
import { createGate } from "../../gate-service.ts";
import { newGroup, regroup } from "../../group-service.ts";
import { createCounter, createOrganization, tapOnce } from "../../service.ts";
import { accessibilityFindings, useBrowser } from "../browser.ts";
import { expectAllInSight } from "../in-sight.ts";
import { hostileName, look, pageOf } from "./console-page.ts";

useBrowser();

test("an owner sees how full it is and what has happened today, and numbers change by themselves", async () => {
  const organization = await createOrganization("enterprise");
  const hall = await newGroup(organization, { name: "Hall 1", capacity: 50 });
  const counter = await createCounter(organization, { name: "Main entrance", incrementStep: 41 });
  await createCounter(organization, { name: hostileName, goalTarget: 200 });
  await regroup(counter, hall.id);
  await newAlert("counter", counter, { kind: "absolute", at: 40 });
  await createGate([counter], { name: "North" });
  await tapOnce(counter, "up");
  await using page = await pageOf("owner", "", { organization });
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  const tile = page.getByRole("article", { name: "Main entrance" });
  await tile.getByText("41 in").waitFor();
  const hallTile = page.getByRole("article", { name: "Hall 1" });
  await hallTile.getByText("of 50").waitFor();
  await hallTile.getByText("Nearly full").waitFor();
  await page.getByText(/^Main entrance at 41/).waitFor({ timeout: 20_000 });
  await page.getByText("Not used yet").waitFor();
  await page.getByText("No earlier").first().waitFor();
  await tapOnce(counter, "down");
  await tile.getByText("1 out").waitFor({ timeout: 20_000 });
  await page.getByLabel("Counter or group of the chart").selectOption("Main entrance");
  await look(page, "overview");
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await accessibilityFindings(page)).toEqual([]);
  await expectAllInSight(page);
});

test("what is pinned is shown to all who manage, and nothing else", async () => {
  const organization = await createOrganization("pro");
  for (const name of ["Gate A", "Gate B", "Gate C"]) await createCounter(organization, { name });
  await using page = await pageOf("admin", "", { organization });
  await page.getByRole("article", { name: "Gate C" }).waitFor();
  await page.getByRole("button", { name: "More for Gate B" }).click();
  await page.getByRole("menuitem", { name: "Pin only this one" }).click();
  await page.getByRole("article", { name: "Gate C" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Choose tiles" }).click();
  const chosen = page.getByRole("combobox", { name: "Groups and counters" });
  await chosen.fill("Gate A");
  await page.getByRole("option", { name: "Gate A" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save tiles" }).click();
  await page.getByRole("article", { name: "Gate A" }).waitFor();
  const names = page.getByRole("article");
  expect(await names.evaluateAll((all) => all.map((each) => each.ariaLabel))).toEqual([
    ...["Gate B", "Gate A"],
  ]);
  for (const name of ["Gate A", "Gate B"]) {
    await page.getByRole("button", { name: `More for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Unpin" }).click();
    // The next change starts from what is shown.
    if (name === "Gate A") await page.getByRole("article", { name }).waitFor({ state: "detached" });
  }
  await page.getByRole("article", { name: "Gate C" }).waitFor();
});

test("numbers that cannot be read again say from when they are", async () => {
  const organization = await createOrganization("free");
  await createCounter(organization, { name: "Main entrance" });
  await using page = await pageOf("owner", "", { organization });
  await page.getByRole("article", { name: "Main entrance" }).waitFor();
  // Requests that nobody answers.
  await page.route("**/api/overview/**", () => {});
  await page.getByText("Not updated", { exact: false }).first().waitFor({ timeout: 60_000 });
  await page.getByText(/^Not updated since .+ The service has not answered since\.$/).waitFor();
  await page.getByRole("article", { name: "Main entrance" }).waitFor();
});
