import { expect, test } from "vitest";
import { removeMember } from "../../../../core/members/member-changes.ts";
import { operator } from "../../people-service.ts";
import { createCounter, createOrganization, stores, tapOnce } from "../../service.ts";
import { accessibilityFindings, useBrowser } from "../browser.ts";
import { pageOf } from "./console-page.ts";

useBrowser();

test("who is signed out elsewhere is told so, and goes on with what they typed", async () => {
  const organization = await createOrganization("pro");
  const counter = await createCounter(organization, { name: "Main entrance" });
  await using page = await pageOf("owner", "counters", { organization });
  await page.getByRole("button", { name: "Create counter" }).click();
  const form = page.getByRole("dialog", { name: "Create counter" });
  await form.getByLabel("Name").fill("Half typed");
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  const told = page.getByRole("dialog", { name: "You are signed out" });
  await told.waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  const signIn = told.getByRole("link", { name: "Sign in" });
  expect(await signIn.getAttribute("target")).toBe("_blank");
  await told.getByRole("button", { name: "Keep this page open" }).click();
  expect(await form.getByLabel("Name").inputValue()).toBe("Half typed");
  const banner = page.getByText("You are signed out. Nothing can be changed here.");
  await banner.waitFor();
  const comeBack = async () => {
    await page.context().addCookies(cookies);
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await banner.or(told).waitFor({ state: "detached" });
  };
  await comeBack();
  await form.getByRole("button", { name: "Create" }).click();
  await page.getByRole("row", { name: "Half typed" }).waitFor();
  // Each time that they are back, the numbers follow what is counted.
  const row = page.getByRole("row", { name: "Main entrance" });
  for (const count of ["1", "2"]) {
    await page.context().clearCookies();
    await told.waitFor();
    await comeBack();
    await tapOnce(counter);
    await row.getByRole("cell", { name: count, exact: true }).waitFor();
  }
});

test("who is removed while a page is open is told so on it", async () => {
  const organization = await createOrganization("pro");
  await createCounter(organization, { name: "Main entrance" });
  await using page = await pageOf("admin", "counters", { organization });
  const row = page.getByRole("row", { name: "Main entrance" });
  await row.waitFor();
  const key = { organizationId: organization.id, memberId: page.member.id };
  await removeMember(stores, key, operator);
  const told = page.getByRole("dialog", { name: "You are not in this organization any more" });
  await told.waitFor();
  expect(await told.getByText(organization.name).isVisible()).toBe(true);
  const others = told.getByRole("link", { name: "Change organization" });
  expect(await others.getAttribute("href")).toBe("/");
  expect(await row.isVisible()).toBe(true);
});
