import { expect, test } from "vitest";
import { judgeHistory, sumsOf, type Told, toldNothing } from "./counting-verdict.ts";

type Event = Parameters<typeof judgeHistory>[0][number];

/** Up, down, up; the second tap is undone, the number is set to 5. */
const events: Event[] = [
  event(1, [0, 1], null),
  event(2, [1, 0], null),
  event(3, [0, 1], { undoes: 2 }),
  event(4, [1, 2], null),
  event(5, [2, 5], { adjustment: { to: 5, reason: "form" } }),
];

function event(
  lastEventId: number,
  [previousCount, count]: [number, number],
  metadata: Event["metadata"],
): Event {
  return { lastEventId, previousCount, count, delta: count - previousCount, metadata };
}

function told(changed: Partial<Told> = {}): Told {
  return {
    taps: new Map([
      ["a", 1],
      ["b", 2],
      ["c", 4],
      ["never", null],
    ]),
    undos: new Map([
      ["b", 3],
      ["never", null],
    ]),
    forms: new Map([["form", 5]]),
    ...changed,
  };
}

test("nothing is wrong where everything was counted once", () => {
  expect(judgeHistory(events, told())).toEqual([]);
  expect(sumsOf(events)).toEqual({ ups: 2n, downs: 0n, adjusted: 3n });
});

test.each<[string, Event[], Told, string]>([
  ["an event that is missing", events.filter((_, index) => index !== 3), told(), "out of order"],
  ["a tap that nobody made", events, told({ taps: new Map([["a", 1]]) }), "nobody made the tap 2"],
  ["a tap that was lost", events.slice(0, 3), told(), "tap c is not event 4"],
  [
    "a tap that counts though it was undone before",
    events,
    told({ undos: new Map([...told().undos, ["c", null]]) }),
    "tap c counts after its undo",
  ],
  [
    "a tap that is said to be undone",
    events,
    told({ undos: new Map([["b", 3]]) }),
    "tap never was told to be undone",
  ],
  [
    "two undos of one tap",
    [...events, event(6, [5, 6], { undoes: 2 })],
    told({ undos: new Map([...told().undos, ["a", 6]]) }),
    "tap 2 was undone twice",
  ],
  ["an undo that nobody asked for", events, told({ undos: new Map([["never", null]]) }), "1 undos"],
  [
    "a form that counted twice",
    [...events, event(6, [5, 5], { adjustment: { to: 5, reason: "form" } })],
    told(),
    "event 6 is not what form form set",
  ],
  ["an adjustment of nobody", events, { ...toldNothing(), ...told({ forms: new Map() }) }, "form"],
])("finds %s", (_, history, answers, text) => {
  expect(judgeHistory(history, answers).join("\n")).toContain(text);
});
