import { CatchUp, type Count, CountingError, memoryStore } from "counting-client";
import { expect, test, vi } from "vitest";
import { ModelCounter, ModelService, webhookOf } from "./model-service.ts";

const id = "ctr_a";
const hourMs = 3_600_000;

/** A receiver of one counter with a clock of its own. */
function setUp(options: Partial<ConstructorParameters<typeof CatchUp>[0]> = {}) {
  const service = new ModelService();
  const counter = service.counter(id);
  const store = memoryStore<number[]>({
    record: (book = [], count: Count) => [...book, count.lastEventId],
  });
  const clock = { nowMs: Date.parse("2026-11-25T12:00:00Z") };
  const wait = vi.fn(async (ms: number, signal?: AbortSignal) => {
    clock.nowMs += ms;
    signal?.throwIfAborted();
    // So that what runs for ever lets others run.
    await new Promise((resolve) => setImmediate(resolve));
  });
  const { client } = service;
  const begin = "beginning" as const;
  const catchUp = new CatchUp({ client, store, begin, now: () => clock.nowMs, wait, ...options });
  const tap = (times = 1) => Array.from({ length: times }, () => webhookOf(counter.tap(1)));
  const completeTo = async () => (await catchUp.status()).counters[0]?.completeTo;
  return { service, counter, store, clock, wait, catchUp, tap, completeTo };
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

test("a gap of 10,000 events is filled with 22 requests, and takes no more memory than a page", async () => {
  const { service, store, catchUp, tap, completeTo } = setUp();
  tap(10_000);
  const largest = vi.spyOn(store, "commit");
  await catchUp.check();
  expect(await completeTo()).toBe(10_000);
  // The list, the newest page, and 20 pages from the beginning.
  expect(service.requests).toBe(22);
  expect(Math.max(...largest.mock.calls.map(([{ process }]) => process.length))).toBe(500);
});

test("at most 1,000 events are held; the others are acknowledged and come from the history", async () => {
  const { store, catchUp, tap, completeTo } = setUp();
  const [, ...rest] = tap(1_500);
  for (const event of rest) expect(await catchUp.receive(event)).toBe("held");
  expect((await store.load(id))?.held).toHaveLength(1_000);
  await catchUp.check();
  expect(await completeTo()).toBe(1_500);
  expect(store.book(id)).toEqual(numbers(1, 1_500));
});

test("while webhooks arrive in time, only the list is read, once in five minutes", async () => {
  const { service, catchUp, tap } = setUp();
  const run = new AbortController();
  const running = catchUp.run({ signal: run.signal });
  const [event] = tap();
  await catchUp.receive(event as never);
  await expect.poll(() => service.requests).toBeGreaterThan(3);
  run.abort();
  await running;
  const { checkedAt } = await catchUp.status();
  const minutes = (Number(checkedAt) - Date.parse("2026-11-25T12:00:00Z")) / 60_000;
  expect(minutes).toBe((service.requests - 1) * 5);
});

test("run fills a gap after a minute, goes on after failures, and ends with its signal", async () => {
  const { service, store, catchUp, tap, completeTo, clock } = setUp();
  service.failures.push(503);
  const errors: unknown[] = [];
  const run = new AbortController();
  const running = catchUp.run({ signal: run.signal, onError: (error) => errors.push(error) });
  const [, second] = tap(2);
  const heldMs = clock.nowMs;
  await catchUp.receive(second as never);
  const commits: number[] = [];
  const { commit } = store;
  store.commit = async (change) => {
    commits.push(clock.nowMs);
    return await commit(change);
  };
  await expect.poll(completeTo).toBe(2);
  const seconds = ((commits[0] ?? 0) - heldMs) / 1_000;
  expect(seconds).toBeGreaterThanOrEqual(60);
  expect(seconds).toBeLessThanOrEqual(120);
  run.abort();
  await running;
  expect(errors).toEqual([expect.any(CountingError)]);
});

test("a process that is killed more often than the grace time ends fills what is missing", async () => {
  const { service, store, catchUp, tap, clock } = setUp();
  const [, second] = tap(2);
  service.counter("ctr_b").tap(1);
  await catchUp.receive(second as never);
  /** Lives for three seconds, of which four would be the grace time. */
  const live = async (client: ConstructorParameters<typeof CatchUp>[0]["client"]) => {
    const kill = new AbortController();
    const endMs = clock.nowMs + 3_000;
    const wait = async (ms: number) => {
      clock.nowMs = Math.min(clock.nowMs + ms, endMs);
      if (clock.nowMs === endMs) kill.abort();
      kill.signal.throwIfAborted();
    };
    const timing = { graceSeconds: 4, now: () => clock.nowMs, wait };
    const process = new CatchUp({ client, store, begin: "beginning", ...timing });
    await process.run({ signal: kill.signal, onError: () => {} });
  };
  const counters = () => Promise.reject(new CountingError("down"));
  const withoutList = { ...service.client, counters };
  await live(withoutList);
  await live(withoutList);
  expect(store.book(id)).toBeUndefined();
  await live(withoutList);
  expect(store.book(id)).toEqual([1, 2]);
  await live(service.client);
  expect(store.book("ctr_b")).toEqual([1]);
});

test("a list that cannot be read is asked for again after 1, 2, 4 and then every 5 minutes", async () => {
  const { service, catchUp, clock } = setUp();
  const startMs = clock.nowMs;
  const minutes: number[] = [];
  const run = new AbortController();
  service.client.counters = async () => {
    minutes.push((clock.nowMs - startMs) / 60_000);
    if (minutes.length === 6) run.abort();
    throw new CountingError("down");
  };
  await catchUp.run({ signal: run.signal, onError: () => {} });
  expect(minutes).toEqual([0, 1, 3, 7, 12, 17]);
});

test("a clock that is set back by a day does not keep run from checking every five minutes", async () => {
  const { service, catchUp, wait, clock } = setUp();
  const run = new AbortController();
  const { counters } = service.client;
  const waits: number[] = [];
  service.client.counters = async () => {
    waits.push(wait.mock.calls.length);
    if (waits.length === 1) clock.nowMs -= 24 * hourMs;
    if (waits.length === 3) run.abort();
    return await counters();
  };
  await catchUp.run({ signal: run.signal });
  expect(waits).toEqual([0, 5, 10]);
});

test("an archived counter keeps what is held for eight hours; then it is processed, and the gap is on record", async () => {
  const { counter, store, catchUp, tap, completeTo, clock } = setUp();
  const [first, , third] = tap(3);
  await catchUp.receive(first as never);
  await catchUp.receive(third as never);
  counter.archived = true;
  await catchUp.check();
  clock.nowMs += 7 * hourMs;
  await catchUp.check();
  expect(await completeTo()).toBe(1);
  expect((await catchUp.status()).counters).toEqual([
    { counterId: id, completeTo: 1, known: 3, listed: false },
  ]);
  const commit = vi.spyOn(store, "commit");
  clock.nowMs += hourMs;
  await catchUp.check();
  expect(commit.mock.calls[0]?.[0].holes).toEqual([{ from: 2, to: 2, confirmed: false }]);
  expect(store.holes(id)).toEqual([{ from: 2, to: 2, confirmed: false }]);
  expect(store.book(id)).toEqual([1, 3]);
});

test("a gap that closed by itself does not shorten the eight hours of a later one", async () => {
  const { counter, store, catchUp, tap, clock } = setUp();
  const [first, second] = tap(2);
  await catchUp.receive(second as never);
  counter.archived = true;
  await catchUp.check();
  await catchUp.receive(first as never);
  counter.archived = false;
  for (let hours = 0; hours < 10; hours += 1) {
    clock.nowMs += hourMs;
    await catchUp.check();
  }
  const [third, fourth] = tap(2);
  await catchUp.receive(fourth as never);
  counter.archived = true;
  await catchUp.check();
  expect(store.holes(id)).toEqual([]);
  expect(await catchUp.receive(third as never)).toBe("processed");
  expect(store.book(id)).toEqual([1, 2, 3, 4]);
});

test("after eight hours only what was missing all the time is given up", async () => {
  const { counter, store, catchUp, tap, clock } = setUp();
  const [, second, third, fourth] = tap(4);
  await catchUp.receive(second as never);
  counter.archived = true;
  await catchUp.check();
  clock.nowMs += 8 * hourMs - 1;
  await catchUp.receive(fourth as never);
  await catchUp.check();
  expect(store.holes(id)).toEqual([{ from: 1, to: 1, confirmed: false }]);
  expect(await catchUp.receive(third as never)).toBe("processed");
  expect(store.book(id)).toEqual([2, 3, 4]);
});

test("a check ends, and reads every counter, also when the number of one rises with each read", async () => {
  const { service, store, catchUp, counter } = setUp();
  service.counter("ctr_b").tap(1);
  counter.lastEventId = 1e12;
  const { counter: read } = service.client;
  service.client.counter = async (counterId) => {
    counter.lastEventId += 1;
    if (service.requests > 1_000) throw new Error("it does not end");
    return await read(counterId);
  };
  await catchUp.check();
  expect(store.book("ctr_b")).toEqual([1]);
  expect(service.requests).toBeLessThan(10);
});

test("a history whose pages go on and on keeps no other counter from being filled", async () => {
  const { service, store, catchUp, counter } = setUp();
  service.counter("ctr_b").tap(1);
  counter.lastEventId = 1e15;
  const { historyPage } = service.client;
  service.client.historyPage = async (counterId, options = {}) => {
    if (service.requests > 2_000) throw new Error("it does not end");
    const page = await historyPage(counterId, options);
    if (counterId !== id) return page;
    const w = (await store.load(id))?.completeTo ?? 0;
    return { ...page, events: [{ ...new ModelCounter(id).tap(1), lastEventId: w + 1 }] };
  };
  await catchUp.check();
  expect(store.book("ctr_b")).toEqual([1]);
});

test("a history that stays incomplete is an error for eight hours; then what there is is processed", async () => {
  const { counter, store, catchUp, tap, clock } = setUp();
  tap(5);
  counter.hidden.add(2).add(5);
  for (let hours = 0; hours < 8; hours += 1) {
    await expect(catchUp.check()).rejects.toThrow(`The history of ${id} is incomplete after #1`);
    clock.nowMs += hourMs;
  }
  expect(store.book(id)).toBeUndefined();
  await catchUp.check();
  expect(store.book(id)).toEqual([1, 3, 4]);
});

test("the last events of a page are not taken for a hole while the history lacks them", async () => {
  const { counter, store, catchUp, tap } = setUp();
  tap(5);
  counter.hidden.add(5);
  await expect(catchUp.check()).rejects.toThrow("is incomplete after #4");
  expect(store.book(id)).toEqual([1, 2, 3, 4]);
  counter.hidden.clear();
  await catchUp.check();
  expect(store.book(id)).toEqual([1, 2, 3, 4, 5]);
});

test("a restore costs two requests, however large the reserve is", async () => {
  const { service, counter, store, catchUp, tap, clock } = setUp();
  for (const event of tap(3)) await catchUp.receive(event);
  counter.restore(1, clock.nowMs);
  const [later] = tap();
  expect(await catchUp.receive(later as never)).toBe("held");
  await catchUp.check();
  expect(service.requests).toBe(2);
  expect(store.book(id)).toEqual([1, 2, 3, counter.lastEventId]);
});

test("one counter that fails holds up no other, but a refused key ends the check", async () => {
  const { service, catchUp, tap, completeTo } = setUp();
  tap();
  service.counter("ctr_b").tap(1);
  const page = service.client.historyPage;
  service.client.historyPage = async (counterId, options) => {
    if (counterId === "ctr_b") throw new CountingError("broken", { status: 500 });
    return await page(counterId, options);
  };
  await expect(catchUp.check()).rejects.toThrow("broken");
  expect(await completeTo()).toBe(1);
  service.failures.push(401);
  await expect(catchUp.check()).rejects.toMatchObject({ status: 401 });
});

test("counters that are not followed, alerts, tests and unknown events change nothing", async () => {
  const { service, store, catchUp, tap } = setUp({ follows: (one) => one !== id });
  const [event] = tap() as [ReturnType<typeof webhookOf>];
  expect(await catchUp.receive(event)).toBe("ignored");
  const data = { ...event.data, counterId: "ctr_00000000000000000000" };
  expect(await catchUp.receive({ ...event, data })).toBe("ignored");
  const alert = { ...event, type: "threshold.alert.fired", data: {} };
  expect(await catchUp.receive(alert)).toBe("ignored");
  await catchUp.check();
  expect(service.requests).toBe(1);
  expect(store.book(id)).toBeUndefined();
});

test("an event without a number is refused, and a store that fails fails the receipt", async () => {
  const { store, catchUp, tap } = setUp();
  const [event] = tap() as [ReturnType<typeof webhookOf>];
  const data = { ...event.data, lastEventId: 1.5 };
  await expect(catchUp.receive({ ...event, data })).rejects.toThrow(TypeError);
  vi.spyOn(store, "commit").mockRejectedValueOnce(new Error("disk full"));
  await expect(catchUp.receive(event)).rejects.toThrow("disk full");
  expect(await catchUp.receive(event)).toBe("processed");
});

test("a counter that others change again and again is named in the error", async () => {
  const { store, catchUp, tap } = setUp();
  vi.spyOn(store, "commit").mockResolvedValue("conflict");
  await expect(catchUp.receive(tap()[0] as never)).rejects.toThrow(
    `Counter ${id} could not be updated: too many concurrent changes`,
  );
});

test("CatchUp refuses to start without begin", () => {
  expect(() => setUp({ begin: undefined as never })).toThrow('begin must be "now" or "beginning"');
});
