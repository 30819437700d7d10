import { expect, test } from "vitest";
import { history, newCounter } from "../../console/counter-users.ts";
import { createGate } from "../../gate-service.ts";
import { outputs } from "../../service.ts";
import { useBrowser } from "../browser.ts";
import { newPhone, says, shows, tapUp, undo } from "./counting.ts";
import { ModelConsole } from "./model-console.ts";

useBrowser();

test("either of two tabs takes back the other's tap, once, and both show the same", async () => {
  await using console = await ModelConsole.open();
  await using page = await newPhone();
  await page.goto(console.gatePage);
  const second = await page.context().newPage();
  await second.goto(console.gatePage);
  await tapUp(page, 3);
  await shows(second, 3);
  console.weather = "lost";
  await Promise.all([undo(page).tap(), undo(second).tap()]);
  await tapUp(second);
  console.weather = "fine";
  await says(page, "All taps sent");
  await says(second, "All taps sent");
  const count = console.service.history.reduce((sum, { delta }) => sum + delta, 0);
  // Pressed in both tabs at the same moment, it takes back one tap or two, as both show.
  expect([2, 3]).toContain(count);
  await Promise.all([shows(page, count), shows(second, count)]);
});

test("the service undoes each tap once: online, without a network, and in two tabs", async () => {
  const counter = await newCounter({ name: "North entrance" });
  const { token } = await createGate([counter]);
  await using page = await newPhone();
  await page.goto(`${outputs.ConsoleUrl}/gate#${token}`);
  await shows(page, 0);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await tapUp(page, 3);
  await shows(second, 3);
  await expect.poll(async () => (await history(counter)).length).toBe(3);
  await undo(second).tap();
  await Promise.all([shows(page, 2), shows(second, 2)]);
  await says(second, "All taps sent");
  await page.context().setOffline(true);
  await undo(page).tap();
  await tapUp(second, 2);
  await Promise.all([shows(page, 3), shows(second, 3)]);
  await undo(second).tap();
  await shows(second, 2);
  await page.context().setOffline(false);
  for (const each of [page, second]) {
    await says(each, "All taps sent");
    await shows(each, 2);
  }
  const events = await history(counter);
  const undone = events.map(({ lastEventId, delta, metadata }) => [
    lastEventId,
    delta,
    metadata?.undoes,
  ]);
  expect(undone).toEqual([
    ...[1, 2, 3].map((id) => [id, 1, undefined]),
    [4, -1, 3],
    [5, -1, 2],
    [6, 1, undefined],
  ]);
});
