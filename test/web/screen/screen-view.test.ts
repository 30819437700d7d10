import { expect, test } from "vitest";
import { CountTexts } from "../../../web/embed/count-texts.ts";
import { english } from "../../../web/embed/language.ts";
import { newsOf } from "../../../web/screen/news.ts";
import { screenLooksOf } from "../../../web/screen/screen-looks.ts";
import { screenView } from "../../../web/screen/screen-view.ts";
import { linesOf } from "../../../web/screen/text-lines.ts";

const at = Date.parse("2026-11-21T09:00:00.000Z");

function viewOf(
  query: string,
  {
    count = 412,
    capacity = undefined as number | null | undefined,
    goalTarget = null as number | null,
    laterMs = 0,
    isCut = false,
  },
) {
  const looks = screenLooksOf(new URLSearchParams(query));
  const sent = { monotonicMs: 0, wallMs: at };
  const shown = {
    name: "Hall 1",
    count,
    goalTarget,
    updatedAt: "",
    ...(capacity !== undefined && { capacity }),
  };
  const news = newsOf({ count: shown, sent, ageMs: 0, serviceMs: at });
  const now = { monotonicMs: laterMs, wallMs: at + laterMs };
  return screenView(
    { news, isEnded: false, isCut, now },
    { looks, texts: new CountTexts(looks.language ?? english) },
  );
}

test.each([
  [449, "room", "Come in"],
  [450, "almost", "Almost full"],
  [499, "almost", "Almost full"],
  [500, "full", "Please wait"],
  [620, "full", "Please wait"],
])("with %i of 500 a screen of a group says %s: %s", (count, level, text) => {
  const view = viewOf("", { count, capacity: 500 });
  expect(view).toMatchObject({ state: "live", news: "Live", whole: { text: "of 500" } });
  expect(view.advice).toEqual({ level, text });
});

test("beside a capacity nobody is the least that a screen says", () => {
  const empty = { number: "0", advice: { level: "room" }, whole: { percent: 0 } };
  expect(viewOf("capacity=500", { count: -3 })).toMatchObject(empty);
  expect(viewOf("", { count: -3 })).toMatchObject({ number: "-3" });
});

test("a counter has no advice until the URL says its capacity, and a goal is none", () => {
  expect(viewOf("", {})).toMatchObject({ number: "412", whole: null, advice: null });
  const goal = viewOf("", { goalTarget: 500 });
  expect(goal).toMatchObject({ whole: { text: "of 500", percent: 82 }, advice: null });
  const limit = viewOf("capacity=400", { goalTarget: 500 });
  expect(limit).toMatchObject({ whole: { text: "of 400" }, advice: { level: "full" } });
});

test("a group's own capacity is not overruled by the URL", () => {
  expect(viewOf("capacity=9000", { capacity: 400 }).advice?.level).toBe("full");
});

test.each(["-1", "1.5", "1e3", "x", "", "9".repeat(16)])("a capacity of %j is none", (capacity) => {
  expect(viewOf(`capacity=${capacity}`, {}).whole).toBeNull();
});

test("words can be replaced; they are bounded, in one line, and turn nothing around", () => {
  const words = `Herein${"\u202e"}\n bitte ${"x".repeat(100)}`;
  const { advice } = viewOf(`comeIn=${encodeURIComponent(words)}&capacity=500`, {});
  expect(advice?.text).toBe(`Herein bitte ${"x".repeat(47)}`);
  expect(viewOf("comeIn=%20%0a&capacity=500", {}).advice?.text).toBe("Come in");
});

test("as soon as requests fail it says that its number is old", () => {
  expect(viewOf("capacity=500", { isCut: true })).toMatchObject({ state: "stale", advice: null });
});

test("from 15 s on it says since when there is no news, and no longer what to do", () => {
  expect(viewOf("capacity=500", { laterMs: 12_999 }).state).toBe("live");
  const old = viewOf("capacity=500&lang=en-GB", { laterMs: 13_000 });
  expect(old).toMatchObject({ state: "stale", advice: null, number: "412" });
  expect(old.news).toMatch(/^No news since \d\d?:59:58$/);
  expect(viewOf("", { laterMs: 40 * 3_600_000 }).news).toContain("Nov");
});

test("an advice breaks where its lines are shortest", () => {
  const { oneLine, twoLines, fourLines } = linesOf("Please wait");
  expect(twoLines).toBeLessThan(0.65 * oneLine);
  expect(fourLines).toBe(twoLines);
  const long = linesOf("Please be patient for a moment at the entrance");
  expect(long.fourLines).toBeLessThan(0.6 * long.twoLines);
  expect(linesOf("")).toEqual({ oneLine: 2, twoLines: 2, fourLines: 2 });
});
