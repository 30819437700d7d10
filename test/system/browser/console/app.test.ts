import { expect, test } from "vitest";
import { createCounter, createOrganization, outputs, tapOnce } from "../../service.ts";
import { breakScripts } from "../break-scripts.ts";
import { accessibilityFindings, newPage, useBrowser } from "../browser.ts";
import { consolePath, memberPage } from "../signed-in.ts";

useBrowser();

test("from the start page an owner comes to the console, and finds a page for each part of it", async () => {
  const organization = await createOrganization("pro");
  await createCounter(organization, { name: "Main entrance 🚪" });
  await using page = await memberPage(organization, "owner");
  await page.goto(outputs.ConsoleUrl);
  await page.getByRole("link", { name: "Manage" }).click();
  await page.waitForURL(consolePath(organization, ""));
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await page.getByText("Main entrance 🚪").first().waitFor();
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
  for (const path of ["nothing", "settings/nothing"]) {
    await page.goto(consolePath(organization, path));
    await page.getByRole("heading", { name: "There is no such page" }).waitFor();
    expect(await page.title()).toBe(`There is no such page · ${organization.name}`);
    expect(await page.getByRole("main").count()).toBe(1);
    expect(await accessibilityFindings(page)).toEqual([]);
  }
  await page.getByRole("link", { name: "Counters", exact: true }).click();
  await page.getByRole("heading", { name: "Counters", level: 1 }).waitFor();
});

test.each([
  ["alert", "alerts/alt_00000000000000000000"],
  ["counter", "counters/ctr_00000000000000000000"],
  ["endpoint", "settings/webhooks/end_00000000000000000000"],
  ["group", "groups/grp_00000000000000000000"],
])(
  "the page of an unknown %s says so, and offers the list in place of another try",
  async (thing, path) => {
    const organization = await createOrganization("pro");
    await using page = await memberPage(organization, "owner");
    await page.goto(consolePath(organization, path));
    await page.getByRole("heading", { name: `There is no such ${thing}` }).waitFor();
    expect(await page.title()).toBe(`There is no such ${thing} · ${organization.name}`);
    expect(await page.getByRole("main").getByRole("button").count()).toBe(0);
    expect(await page.getByRole("main").getByRole("link").count()).toBe(1);
    expect(await accessibilityFindings(page)).toEqual([]);
  },
);

test("a person who is not in the organization learns that, and nothing of it", async () => {
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
  await page.getByText("They load again in 1 s.").waitFor();
  expect(await row.isVisible()).toBe(true);
  await tapOnce(counter);
  await row.getByText("1", { exact: true }).waitFor();
});

test.each([
  ["the app's own script", /\/main-[^/]*\.js$/],
  ["a script that it imports", /\/(?!main-)[^/]*\.js$/],
])("where %s fails, the page says so and offers another try", async (_, names) => {
  const organization = await createOrganization("pro");
  await using page = await memberPage(organization, "owner");
  const { broken, mend } = await breakScripts(page, names);
  await page.goto(consolePath(organization, "counters"));
  await page.getByRole("heading", { name: "This page has not loaded yet" }).waitFor();
  expect(broken).not.toEqual([]);
  expect(await accessibilityFindings(page)).toEqual([]);
  await mend();
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Counters", level: 1 }).waitFor();
  expect(await page.getByText("This page has not loaded yet").count()).toBe(0);
});

test("after a deployment, an open page whose next part has other files becomes the newest", async () => {
  const organization = await createOrganization("pro");
  await using page = await memberPage(organization, "owner");
  let loads = 0;
  await page.route("**/assets/main-*.js", async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    loads++;
    const old = script.replace(/counters-page-[\w-]{8}\.(js|css)/g, "counters-page-OLDOLD11.$1");
    await route.fulfill({ response, body: loads === 1 ? old : script });
  });
  await page.goto(consolePath(organization, ""));
  await page.getByRole("link", { name: "Counters" }).first().click();
  await page.getByRole("heading", { name: "Counters", level: 1 }).waitFor();
  expect(loads).toBe(2);
});

test("where the script of a page fails again after the app has reloaded, the page says so", async () => {
  const organization = await createOrganization("pro");
  await using page = await memberPage(organization, "owner");
  await page.goto(consolePath(organization, "counters"));
  await page.getByRole("heading", { name: "Counters", level: 1 }).waitFor();
  const { broken, mend } = await breakScripts(page, /\/keys-page-[^/]*\.js$/);
  await page.goto(consolePath(organization, "settings/api-keys"));
  await page.getByRole("heading", { name: "This page could not be loaded" }).waitFor();
  expect(broken).not.toEqual([]);
  await mend();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "API keys", level: 1 }).waitFor();
});
