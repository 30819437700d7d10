import { expect, test } from "vitest";
import { createCounter, createOrganization } from "../../service.ts";
import { accessibilityFindings, useBrowser } from "../browser.ts";
import { keepPicture } from "../screenshots.ts";
import { consolePath } from "../signed-in.ts";
import { pageOf } from "./console-page.ts";
import { furnishedOrganization, pagesOf } from "./furnished-organization.ts";

useBrowser();

test("without a network every page says from when it is, in gray, and nothing on it is live", async () => {
  const furnished = await furnishedOrganization();
  const { organization } = furnished;
  await using page = await pageOf("owner", "", { organization });
  const note = page.getByRole("alert").getByText(/Not updated since /);
  for (const path of pagesOf(furnished)) {
    // Until what is read for it has come.
    await page.goto(consolePath(organization, path), { waitUntil: "networkidle" });
    await page.locator("#main h1").waitFor();
    expect(await note.count(), path).toBe(0);
    await page.context().setOffline(true);
    await note.waitFor();
    await page.locator("[data-old]").first().waitFor();
    expect(await page.locator(".state-pill[data-tone=live]").allInnerTexts(), path).toEqual([]);
    // What depends on the present is not said of an old number.
    const said = await page.locator("#main").innerText();
    expect(said, path).not.toMatch(/\d\s\w+\.? ago\b|\bby now\b|\d\s+now\b/);
    await keepPicture(page, `network-${path.replaceAll("/", "-")}`);
    if (path === "") expect(await accessibilityFindings(page)).toEqual([]);
    await page.context().setOffline(false);
    await note.waitFor({ state: "detached" });
  }
  // It opens some twenty pages.
}, 400_000);

test("Cancel ends a request that was sent or lost, says what may have come of it, and nothing is sent later", async () => {
  const organization = await createOrganization("pro");
  const counter = await createCounter(organization, { name: "Hall" });
  await using page = await pageOf("owner", `counters/${counter.id}`, { organization });
  const dialog = page.getByRole("dialog");
  const open = async () => {
    await page.getByRole("button", { name: "Set the count" }).click();
    await dialog.getByLabel("New count").fill("111");
  };
  const send = () => dialog.getByRole("button", { name: "Set count" }).click();
  const adjusted = "**/adjust";
  // What is asked for without a network is refused at once, and nothing is said of what was never sent.
  await open();
  await page.context().setOffline(true);
  await send();
  await dialog.getByText("The service cannot be reached.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await page.getByText("It may have been saved").count()).toBe(0);
  await page.context().setOffline(false);
  // A request that nobody answers.
  await page.route(adjusted, () => {});
  const ended = page.waitForEvent("requestfailed", (request) => request.method() === "POST");
  await open();
  await send();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect((await ended).failure()?.errorText).toContain("ERR_ABORTED");
  const told = page.getByRole("alert").filter({ hasText: "It may have been saved" });
  await told.waitFor();
  await told.getByRole("button").click();
  await told.waitFor({ state: "detached" });
  await page.unroute(adjusted);
  const seen = page.waitForResponse(`**/counters/${counter.id}`);
  expect(await (await seen).json()).toMatchObject({ count: 0 });
  // A change whose response is lost, because the network is cut meanwhile.
  await page.route(adjusted, async (route) => {
    await route.fetch();
    await page.context().setOffline(true);
    await route.abort();
  });
  await open();
  await send();
  await dialog.getByText("The service did not respond").waitFor();
  await keepPicture(page, "lost-response");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await told.waitFor();
  await page.context().setOffline(false);
  await page.getByLabel("Count", { exact: true }).getByText("111").waitFor();
});
