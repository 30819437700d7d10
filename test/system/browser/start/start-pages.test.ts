import { expect, test } from "vitest";
import { createOrganization, outputs } from "../../service.ts";
import { breakScripts } from "../break-scripts.ts";
import { accessibilityFindings, newPage, useBrowser } from "../browser.ts";
import { newPhone } from "../count/counting.ts";
import { ModelConsole } from "../count/model-console.ts";
import { memberPage } from "../signed-in.ts";

useBrowser();

test("who manages goes on to their organization after a sign-in, and who counts stays", async () => {
  const organization = await createOrganization("pro");
  await using owner = await memberPage(organization, "owner");
  await owner.goto(`${outputs.ConsoleUrl}/?manage`);
  await owner.waitForURL(`**/organizations/${organization.id}`);
  await owner.getByRole("heading", { name: "Overview" }).waitFor();
  await using member = await memberPage(organization, "member");
  await member.goto(`${outputs.ConsoleUrl}/?manage`);
  await member.getByRole("link", { name: "See all counters" }).waitFor();
  expect(member.url()).toBe(`${outputs.ConsoleUrl}/`);
});

test("an account without an e-mail address is told so, and what to do, before it accepts anything", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  console.email = null;
  await page.goto(`${console.url}/join#org_1.inv_1.secret`);
  await page.getByText("has no e-mail address").waitFor();
  expect(await page.getByRole("main").textContent()).toContain(
    "sign in with an account that has this address",
  );
  expect(await page.getByRole("button", { name: "Accept" }).count()).toBe(0);
  const signOut = page.getByRole("main").getByRole("button", { name: "Sign out" });
  // A sign-out that failed leads nowhere, now or later.
  await page.route("**/api/session/end", (route) => route.abort());
  await signOut.click();
  await page.getByText("Signing out did not work.").first().waitFor();
  await page.unroute("**/api/session/end");
  await page.goto(console.url);
  await page.locator("details.account").waitFor();
  expect(page.url()).toBe(`${console.url}/`);
  await page.goto(`${console.url}/join`);
  await signOut.click();
  // With another account the same invitation can be accepted.
  await page.waitForURL("**/join");
  await page.getByRole("link", { name: "Sign in to accept" }).waitFor();
  await page.goto(console.url);
  await page.getByRole("heading", { name: "Count at the gate." }).waitFor();
});

test("a page that does not exist looks like the start page, and leads to it", async () => {
  await using page = await newPage();
  expect((await page.goto(`${outputs.ConsoleUrl}/no/such/page`))?.status()).toBe(404);
  const button = page.getByRole("link", { name: "Go to the start page" });
  const looks = async () => await button.evaluate((link) => getComputedStyle(link).backgroundColor);
  expect(await looks()).toBe("rgb(21, 82, 200)");
  expect(await accessibilityFindings(page)).toEqual([]);
  await button.click();
  await page.getByRole("heading", { name: "Count at the gate." }).waitFor();
});

test.each([
  ["/", /\/start-[^/]*\.js$/, "Count at the gate."],
  ["/count/ctr_00000000000000000000", /\/count-[^/]*\.js$/, "Sign in to count"],
])(
  "where the script of %s fails, the page says so and offers another try",
  async (path, names, title) => {
    await using page = await newPage();
    const { broken, mend } = await breakScripts(page, names);
    await page.goto(`${outputs.ConsoleUrl}${path}`);
    const heading = page.getByRole("heading", { name: "This page has not loaded yet" });
    await heading.waitFor();
    expect(broken).not.toEqual([]);
    expect(await accessibilityFindings(page)).toEqual([]);
    await mend();
    await page.getByRole("link", { name: "Try again" }).click();
    await page.getByRole("heading", { name: title }).waitFor();
    expect(await heading.count()).toBe(0);
  },
);
