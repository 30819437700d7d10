import { expect, test } from "vitest";
import { useBrowser } from "../browser.ts";
import { newPhone, says, shows, tapUp } from "../count/counting.ts";
import { ModelConsole } from "../count/model-console.ts";

useBrowser();

test("what waits leaves the start page when it has been sent", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  await page.goto(console.memberPage);
  await shows(page, 0);
  console.session = null;
  await tapUp(page);
  await says(page, "Not signed in · 1 tap kept on this device");
  console.session = "mem_adam";
  await page.goto(`${console.url}/`);
  const line = page.getByText("1 tap of another person on this phone waits");
  await line.waitFor();
  console.session = "mem_olivia";
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.getByText("Taps on this device").waitFor({ state: "hidden" });
  expect(console.service.history).toHaveLength(1);
});

test("a gate that has ended says so on a new phone and on the start page", async () => {
  await using console = await ModelConsole.open();
  console.gateEndsAt = "2026-01-01T00:00:00.000Z";
  await using page = await newPhone();
  await page.goto(`${console.url}/gate#secret`);
  await page.getByRole("heading", { name: /The gate .North entrance. has ended/ }).waitFor();
  await page.goto(`${console.url}/`);
  await page.getByText("This gate has ended.").waitFor();
});

test("without a network no arrow leads from the count to a page that the device does not keep", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone({ serviceWorkers: "block" });
  await page.goto(console.gatePage);
  await shows(page, 0);
  await page.context().setOffline(true);
  await page.locator(".back").waitFor({ state: "hidden" });
  await page.context().setOffline(false);
  await page.locator(".back").waitFor({ state: "visible" });
});
