import { expect, test } from "vitest";
import { history, newCounter } from "../../console/counter-users.ts";
import { createGate } from "../../gate-service.ts";
import { outputs } from "../../service.ts";
import { useBrowser } from "../browser.ts";
import { newPhone, says, shows, tapUp, undo } from "./counting.ts";

useBrowser();

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
