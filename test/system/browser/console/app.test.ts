import { expect, test } from "vitest";
import { createCounter, createOrganization, outputs, tapOnce } from "../../service.ts";
import { breakScripts } from "../break-scripts.ts";
import { accessibilityFindings, newPage, useBrowser } from "../browser.ts";
import { consolePath, memberPage } from "../signed-in.ts";

useBrowser();

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

test("an address without a page, and one of an unknown thing, says so and leads back to what there is", async () => {
  const organization = await createOrganization("enterprise");
  await using page = await memberPage(organization, "owner");
  for (const [thing, path] of [
    ["page", "settings/nothing"],
    ["alert", "alerts/alt_00000000000000000000"],
    ["counter", "counters/ctr_00000000000000000000"],
    ["endpoint", "settings/webhooks/end_00000000000000000000"],
    ["group", "groups/grp_00000000000000000000"],
  ]) {
    await page.goto(consolePath(organization, path ?? ""));
    await page.getByRole("heading", { name: `This ${thing} does not exist` }).waitFor();
    expect(await page.title()).toBe(`This ${thing} does not exist · ${organization.name}`);
    expect(await page.getByRole("main").getByRole("button").count(), thing).toBe(0);
  }
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole("link", { name: "Counters", exact: true }).click();
  await page.getByRole("heading", { name: "Counters", level: 1 }).waitFor();
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
  await page.getByText("They go on in 1 s.").waitFor();
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
  await page.getByRole("heading", { name: "Counters", exact: true }).waitFor();
  expect(loads).toBe(2);
});

test("where the script of a page fails again after the app has reloaded, the page says so", async () => {
  const organization = await createOrganization("pro");
  await using page = await memberPage(organization, "owner");
  await page.goto(consolePath(organization, "counters"));
  await page.getByRole("heading", { name: "Counters", level: 1 }).waitFor();
  const { broken, mend } = await breakScripts(page, /\/keys-page-[^/]*\.js$/);
  await page.goto(consolePath(organization, "settings/api-keys"));
  await page.getByRole("heading", { name: "API keys could not be loaded" }).waitFor();
  expect(broken).not.toEqual([]);
  await mend();
  // It is asked for again by itself.
  await page.getByRole("heading", { name: "API keys", exact: true }).waitFor();
});
