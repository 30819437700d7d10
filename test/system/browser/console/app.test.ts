import { expect, test } from "vitest";
import { createCounter, createOrganization, outputs, tapOnce } from "../../service.ts";
import { accessibilityFindings, newPage, useBrowser } from "../browser.ts";
import { consolePath, memberPage } from "../signed-in.ts";

useBrowser();

test("from the start page an owner comes to the console, and finds a page for each part of it", async () => {
  const organization = await createOrganization("pro");
  await createCounter(organization, { name: "Main entrance 🚪" });
  await using page = await memberPage(organization, "owner");
  await page.goto(outputs.ConsoleUrl);
  await page.getByRole("link", { name: "Manage" }).click();
  await page.waitForURL(consolePath(organization, "counters"));
  await page.getByRole("heading", { name: "Counters", level: 1 }).waitFor();
  await page.getByText("Main entrance 🚪").waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
});

test("the names in the header are in boxes as high as their lines, with room for a g", async () => {
  const organization = await createOrganization("pro");
  await using page = await memberPage(organization, "owner");
  await page.goto(consolePath(organization, "counters"));
  await page.getByRole("button", { name: organization.name }).waitFor();
  const boxes = await page.locator("header button bdi").evaluateAll((names) =>
    names.map((name) => {
      const { fontSize, lineHeight } = getComputedStyle(name);
      const { height } = name.getBoundingClientRect();
      const [font = 0, line = 0] = [fontSize, lineHeight].map(Number.parseFloat);
      return { text: name.textContent, fits: height > line - 0.5 && line >= 1.3 * font };
    }),
  );
  expect(boxes.map(({ text }) => text)).toContain(organization.name);
  expect(boxes.filter(({ fits }) => !fits)).toEqual([]);
});

test("without a session the console asks to sign in, and the page's address is kept", async () => {
  const organization = await createOrganization("pro");
  await using page = await newPage();
  const path = consolePath(organization, "counters?q=gate");
  await page.goto(path);
  await page.getByRole("heading", { name: "Sign in to go on" }).waitFor();
  const href = await page.getByRole("link", { name: "Sign in" }).getAttribute("href");
  expect(new URL(href ?? "", path).searchParams.get("returnTo")).toBe(
    path.slice(outputs.ConsoleUrl.length),
  );
});

test("an address without a page says so beside the navigation", async () => {
  const organization = await createOrganization("pro");
  await using page = await memberPage(organization, "owner");
  for (const path of ["nothing", "settings/nothing", "groups/grp_00000000000000000000"]) {
    await page.goto(consolePath(organization, path));
    await page.getByRole("heading", { name: "There is no such page" }).waitFor();
    expect(await page.title()).toBe(`There is no such page · ${organization.name}`);
    expect(await page.getByRole("main").count()).toBe(1);
    expect(await accessibilityFindings(page)).toEqual([]);
  }
  await page.getByRole("link", { name: "Counters", exact: true }).click();
  await page.getByRole("heading", { name: "Counters", level: 1 }).waitFor();
});

test("somebody who is not in the organization learns that, and nothing of it", async () => {
  const [own, other] = await Promise.all([createOrganization("pro"), createOrganization("pro")]);
  await using page = await memberPage(own, "owner");
  await page.goto(consolePath(other, "counters"));
  await page.getByRole("heading", { name: "You are not in this organization" }).waitFor();
});

test("a page that was limited says so, and goes on by itself with what it shows", async () => {
  const organization = await createOrganization("pro");
  const counter = await createCounter(organization, { name: "Main entrance" });
  await using page = await memberPage(organization, "owner");
  await page.goto(consolePath(organization, "counters"));
  const row = page
    .getByRole("table", { name: "Counters" })
    .getByRole("row", { name: counter.name });
  await row.waitFor();
  let asked = 0;
  const limited = Promise.withResolvers<void>();
  await page.route("**/counters/live?*", async (route) => {
    asked += 1;
    if (asked > 1) return await route.continue();
    limited.resolve();
    const body = '{"error":"Too many requests in this minute; retry in 1 s","code":"RATE_LIMITED"}';
    const headers = { "content-type": "application/json", "retry-after": "1" };
    await route.fulfill({ status: 429, headers, body });
  });
  await limited.promise;
  await page.getByText("They go on by themselves in 1 s.").waitFor();
  expect(await row.isVisible()).toBe(true);
  await tapOnce(counter);
  await row.getByText("1", { exact: true }).waitFor();
});
