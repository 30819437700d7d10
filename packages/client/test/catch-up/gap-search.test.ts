import { join } from "node:path";
import type { CountEvent } from "counting-client";
import { expect, inject, test } from "vitest";

type Module = typeof import("../../src/catch-up/gap-search.ts");
const file = join(inject("clientPackage"), "dist", "catch-up", "gap-search.js");
const { nextRead }: Module = await import(file);

type Next = { [field: string]: unknown; action: string };
const newestPage = Number.POSITIVE_INFINITY;
const restore = 1_795_253_401_000;

/** Pages have three events; `read` are their numbers. The newest page is read first. */
const cases: [
  rule: string,
  search: { completeTo: number; emptyTo?: number; step: number; top: number },
  read: number[],
  next: Next,
][] = [
  [
    "a page that begins behind w ends the gap",
    { completeTo: 5, step: newestPage, top: 8 },
    [8, 7, 6],
    { action: "pass", events: [8, 7, 6], through: 8 },
  ],
  [
    "what is in the books already is not passed again",
    { completeTo: 5, step: newestPage, top: 7 },
    [7, 6, 5],
    { action: "pass", events: [7, 6], through: 7 },
  ],
  [
    "what follows a reserve is on the newest page",
    { completeTo: 3, step: newestPage, top: restore + 2 },
    [restore + 2, restore + 1, 3],
    { action: "pass", events: [restore + 2, restore + 1], through: restore + 2 },
  ],
  [
    "a newest page above w may have more below it",
    { completeTo: 5, step: newestPage, top: 20 },
    [20, 19, 18],
    { action: "lookCloser", step: 3 },
  ],
  [
    "a page of w's own size has all that follows it",
    { completeTo: 5, step: 3, top: 20 },
    [8, 7, 6],
    { action: "pass", events: [8, 7, 6], through: 8 },
  ],
  [
    "an empty part is stepped over twice as far",
    { completeTo: 5, step: 3, top: 20 },
    [5, 4, 3],
    { action: "lookFurther", emptyTo: 8, step: 6 },
  ],
  [
    "behind an empty part a full page may have more below it",
    { completeTo: 5, emptyTo: 8, step: 6, top: 20 },
    [14, 13, 12],
    { action: "lookCloser", step: 3 },
  ],
  [
    "behind an empty part a step leaves room for the event before it",
    { completeTo: 5, emptyTo: 8, step: 3, top: 20 },
    [11, 10, 9],
    { action: "lookCloser", step: 2 },
  ],
  [
    "behind an empty part the smallest step has all that follows it",
    { completeTo: 5, emptyTo: 8, step: 2, top: 20 },
    [10, 9, 5],
    { action: "pass", events: [10, 9], through: 10 },
  ],
  [
    "nothing up to the top has to be confirmed",
    { completeTo: 5, emptyTo: 8, step: 12, top: 20 },
    [5, 4, 3],
    { action: "confirmEnd" },
  ],
];

test.each(cases)("%s", (_, search, read, next) => {
  const page = read.map((lastEventId) => ({ lastEventId }) as CountEvent);
  const found = nextRead({ emptyTo: search.completeTo, ...search, pageSize: 3 }, page);
  const numbers = "events" in found && found.events.map(({ lastEventId }) => lastEventId);
  expect(numbers ? { ...found, events: numbers } : found).toEqual(next);
});
