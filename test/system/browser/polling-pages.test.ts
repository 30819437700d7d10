import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { outputs } from "../service.ts";
import { newPage, useBrowser } from "./browser.ts";
import { newPhone, says, shows, tapUp } from "./count/counting.ts";
import { counterId, ModelConsole } from "./count/model-console.ts";
import { newEmbed } from "./embed/embeds.ts";

useBrowser();

/** Each state followed by each other one, and both again and again. */
function inEachOrder<State>(states: State[]): State[] {
  return states.flatMap((one) =>
    states.filter((other) => other !== one).flatMap((other) => [one, other]),
  );
}

/** Lets the page's time pass until it shows this; responses take real time, so it passes in steps. */
async function becomes(page: Page, selector: string, text: RegExp, stepMs: number) {
  const shown = async () => {
    await page.clock.runFor(stepMs);
    return (await page.locator(selector).allInnerTexts()).join(" ");
  };
  await expect.poll(shown, { timeout: 30_000, interval: 50 }).toMatch(text);
}

const answers = {
  received: {
    json: { name: "Hall", count: 5, goalTarget: null, updatedAt: new Date().toISOString() },
  },
  ended: { status: 404, json: { error: "This embed is not available" } },
  failed: undefined,
};
type Answer = keyof typeof answers;

test.each([
  [
    "embed",
    ".state, h1",
    { received: /Live/, failed: /Reconnecting/, ended: /No longer shared|Not shared/ },
  ],
  ["screen", ".news .words", { received: /Live/, failed: /No news since/, ended: /Not shared/ }],
] as const)(
  "%s: each state is left for each other one, in any order",
  async (kind, selector, texts) => {
    const { path } = await newEmbed({ name: "Hall" });
    await using page = await newPage();
    await page.clock.install();
    let answer: Answer = "received";
    await page.route("**/count", async (route) => {
      const sent = answers[answer];
      await (sent === undefined ? route.abort() : route.fulfill(sent));
    });
    await page.goto(`${outputs.BaseUrl}${path.replace("embed", kind)}`);
    await becomes(page, selector, texts.received, 1_000);
    const elements = () => page.locator("*").count();
    const before = await elements();
    let isEnded = false;
    for (const next of inEachOrder<Answer>(["received", "failed", "ended"])) {
      answer = next;
      // What is not shared is asked for after minutes, and stays so while nobody says otherwise.
      if (isEnded) await page.clock.fastForward("11:00");
      isEnded = next === "ended" || (isEnded && next === "failed");
      await becomes(page, selector, isEnded ? texts.ended : texts[next], 1_000);
      // Of what is not shared no number stays, and not even the last.
      if (isEnded) expect((await page.locator(".number").allInnerTexts()).join("")).toBe("");
    }
    answer = "received";
    if (isEnded) await page.clock.fastForward("11:00");
    await becomes(page, selector, texts.received, 1_000);
    // A screen hangs for months: nothing gathers on it.
    expect(await elements()).toBe(before);
  },
);

/** What a counting page can be told, and what it says then; `stays` until it hears something else. */
const told = {
  fine: { text: /All taps sent/, stays: false },
  "not reached": { text: /Offline/, stays: false },
  locked: { text: /Locked.*All taps sent/s, stays: false },
  "signed out": { text: /Not signed in/, stays: true },
  revoked: { text: /gate link is closed/, stays: true },
};
type Told = keyof typeof told;

test.each<[string, "memberPage" | "gatePage", Told[]]>([
  ["of a member", "memberPage", ["fine", "not reached", "locked", "signed out"]],
  ["of a gate", "gatePage", ["fine", "not reached", "locked", "revoked"]],
])(
  "the counting page %s: each state is left for each other one, in any order, and taps count after it",
  async (_, which, states) => {
    await using console = await ModelConsole.open();
    await using page = await newPhone();
    await page.clock.install();
    await page.goto(console[which]);
    await shows(page, 0);
    let said: Told = "fine";
    for (const next of inEachOrder(states)) {
      console.weather = next === "not reached" ? "lost" : "fine";
      console.service.change(counterId, { locked: next === "locked" });
      console.session = next === "signed out" ? null : "mem_olivia";
      console.gateRevoked = next === "revoked";
      if (next !== "not reached" || !told[said].stays) said = next;
      const text = next === "not reached" && said === next ? /Offline/ : told[said].text;
      await becomes(page, ".state-text, .closed", text, 1_000);
    }
    console.weather = "fine";
    console.service.change(counterId, { locked: false });
    console.session = "mem_olivia";
    console.gateRevoked = false;
    await becomes(page, ".state-text", /All taps sent/, 1_000);
    await tapUp(page);
    await shows(page, 1);
    await says(page, "All taps sent");
    expect(console.service.history).toHaveLength(1);
  },
);
