import {
  CatchUp,
  type CountEvent,
  type Counter,
  CountingError,
  memoryStore,
} from "counting-client";
import { expect, test } from "vitest";
import { vectorsOf } from "../published-vectors.ts";

interface DisorderVector {
  name: string;
  begin: "now" | "beginning";
  steps: (
    | { receive: Parameters<CatchUp["receive"]>[0]; result: string }
    | { check: { counters: Counter[]; history: CountEvent[] }; isIncomplete: boolean }
  )[];
  completeTo: number;
  books: number[];
}

const cases = vectorsOf<DisorderVector>("disorder").map((one) => [one.name, one] as const);

test.each(cases)("the books are as the vector says: %s", async (_, { steps, ...vector }) => {
  let known: { counters: Counter[]; history: CountEvent[] } = { counters: [], history: [] };
  const listed = () => {
    const [counter] = known.counters;
    if (counter === undefined) throw new CountingError("no such counter", { status: 404 });
    return counter;
  };
  const client = {
    counters: async () => known.counters,
    counter: async () => listed(),
    historyPage: async (counterId: string, { beforeEventId = 1, limit = 100 } = {}) => {
      const { name } = listed();
      const below = known.history.filter(({ lastEventId }) => lastEventId < beforeEventId);
      return { counterId, counterName: name, events: below.slice(0, limit) };
    },
  };
  const store = memoryStore<number[]>({
    record: (book = [], count) => [...book, count.lastEventId],
  });
  let nowMs = 0;
  const wait = async (ms: number) => {
    nowMs += ms;
  };
  const catchUp = new CatchUp({ client, store, begin: vector.begin, now: () => nowMs, wait });
  for (const step of steps) {
    if ("receive" in step) expect(await catchUp.receive(step.receive)).toBe(step.result);
    else {
      nowMs += 300_000;
      known = step.check;
      const checked = catchUp.check();
      if (step.isIncomplete) await expect(checked).rejects.toThrow("is incomplete");
      else await checked;
    }
  }
  const [counter] = (await catchUp.status()).counters;
  expect(counter?.completeTo).toBe(vector.completeTo);
  expect(store.book(counter?.counterId ?? "")).toEqual(vector.books);
});
