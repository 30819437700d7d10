import { describe, expect, it } from "vitest";
import { type BookEntry, judgeBooks } from "./books-verdict.ts";

const entry = (lastEventId: number, change: Partial<BookEntry> = {}): BookEntry => ({
  ...{ counterId: "ctr_1", lastEventId, count: lastEventId, delta: 1 },
  ...change,
});
const history = [entry(1), entry(2), entry(3)];
const text = (entries: BookEntry[]) => entries.map((one) => `${JSON.stringify(one)}\n`).join("");

describe("the verdict on a receiver's books", () => {
  it.each<[string, string, { missing?: string[]; wrong?: string[] }]>([
    ["each count once, in order", text(history), {}],
    ["the last one not yet", text(history.slice(0, 2)), { missing: ["ctr_1 #3"] }],
    [
      "one twice",
      text([entry(1), entry(2), entry(2), entry(3)]),
      { wrong: ["ctr_1 #2 is booked twice"] },
    ],
    [
      "in another order",
      text([entry(1), entry(3), entry(2)]),
      { wrong: ["ctr_1 #2 comes after #3"] },
    ],
    [
      "with another number",
      text([entry(1), entry(2, { count: 9 }), entry(3)]),
      { wrong: ["ctr_1 #2 is booked as 9 (1)"] },
    ],
    ["of nobody", text([...history, entry(4)]), { wrong: ["ctr_1 #4 was never counted"] }],
    [
      "a torn line between",
      `{"counter\n${text(history)}`,
      { wrong: ['line 1 is no entry: {"counter'] },
    ],
    ["an unfinished last line", `${text(history.slice(0, 2))}{"coun`, { missing: ["ctr_1 #3"] }],
  ])("%s", (_, books, { missing = [], wrong = [] }) => {
    expect(judgeBooks(books, history)).toMatchObject({ missing, wrong });
  });
});
