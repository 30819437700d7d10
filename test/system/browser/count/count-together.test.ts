import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { TapRequests } from "../../../../api/private/counting.ts";
import { history, newCounter } from "../../console/counter-users.ts";
import { createGate } from "../../gate-service.ts";
import { outputs } from "../../service.ts";
import { useBrowser } from "../browser.ts";
import { newPhone, says, shows, tapUp } from "./counting.ts";

useBrowser();

/** The time of each tap by its id, from every request in which these pages have sent it. */
function tapsSentBy(...pages: Page[]): Map<string, string> {
  const sent = new Map<string, string>();
  for (const page of pages) {
    page.on("request", (request) => {
      if (!request.url().endsWith("/taps")) return;
      for (const { id, tappedAt } of TapRequests.parse(request.postDataJSON()).taps) {
        sent.set(id, tappedAt);
      }
    });
  }
  return sent;
}

async function newGate() {
  const counter = await newCounter({ name: "North entrance" });
  const { token } = await createGate([counter]);
  return { counter, url: `${outputs.ConsoleUrl}/gate#${token}` };
}

/** Every tap that was sent stands in the history once, and nothing else does. */
async function expectEachOnce(
  counter: Parameters<typeof history>[0],
  sent: ReadonlyMap<string, string>,
  count: number,
): Promise<void> {
  const events = await history(counter);
  expect(sent.size).toBe(count);
  expect(events.map((event) => event.count)).toEqual(
    Array.from({ length: count }, (_, i) => i + 1),
  );
  expect(events.map(({ metadata }) => metadata?.tappedAt).toSorted()).toEqual(
    [...sent.values()].toSorted(),
  );
}

test("two phones count at one gate at the same time, one of them without a network for a while", async () => {
  const { counter, url } = await newGate();
  await using first = await newPhone();
  await using second = await newPhone();
  const sent = tapsSentBy(first, second);
  for (const page of [first, second]) {
    await page.goto(url);
    await shows(page, 0);
  }
  await Promise.all([tapUp(first, 6), tapUp(second, 6)]);
  await Promise.all([shows(first, 12), shows(second, 12)]);
  await says(second, "All taps sent");
  await second.context().setOffline(true);
  await Promise.all([tapUp(first, 4), tapUp(second, 5)]);
  await says(second, "Offline · 5 taps kept on this device");
  await Promise.all([shows(first, 16), shows(second, 17)]);
  const back = second.context().setOffline(false);
  await Promise.all([back, tapUp(first, 3), tapUp(second, 3)]);
  for (const page of [first, second]) {
    await shows(page, 27);
    await says(page, "All taps sent");
  }
  await expectEachOnce(counter, sent, 27);
});

test("two tabs of one phone count at one gate at the same time, without a network for a while", async () => {
  const { counter, url } = await newGate();
  await using first = await newPhone();
  await first.goto(url);
  await shows(first, 0);
  const second = await first.context().newPage();
  const sent = tapsSentBy(first, second);
  await second.goto(first.url());
  await shows(second, 0);
  await Promise.all([tapUp(first, 6), tapUp(second, 6)]);
  await Promise.all([shows(first, 12), shows(second, 12)]);
  await first.context().setOffline(true);
  await Promise.all([tapUp(first, 3), tapUp(second, 3)]);
  await Promise.all([shows(first, 18), shows(second, 18)]);
  await first.context().setOffline(false);
  await Promise.all([tapUp(first, 3), tapUp(second, 3)]);
  for (const page of [first, second]) {
    await shows(page, 24);
    await says(page, "All taps sent");
  }
  await expectEachOnce(counter, sent, 24);
});
