import { describe, expect, test } from "vitest";
import { handleRecords, type Reading } from "../../../core/batches/stream-batch.ts";
import { ContentionError } from "../../../core/conflict.ts";
import type { FailedItem } from "../../../core/failed-records.ts";

class FailedCall extends Error {}

/** How an item fails, each time that it is handled; an item without an entry does not fail. */
type Fates = Record<string, () => unknown>;

const bug = (): unknown => new Error("a bug");
const outage = (): unknown => new FailedCall("no response");

/** Fails as often as given, and then no more. */
function times(count: number, fate: () => unknown): () => unknown {
  let left = count;
  return () => {
    left -= 1;
    return left >= 0 ? fate() : undefined;
  };
}

interface WorldOptions {
  /** Fails all items of a batch with one of these items, as one organization's do. */
  together?: boolean;
  storing?: () => Promise<void>;
  /** How many records may be handled alone. */
  time?: number;
}

function world(fates: Fates, { together = false, storing, time = 100 }: WorldOptions = {}) {
  const batches: string[][] = [];
  const stored: number[] = [];
  const handled = new Set<string>();
  let left = time;
  const ports = {
    handle: async (items: string[]): Promise<FailedItem<string>[]> => {
      batches.push(items);
      const causes = new Map(items.map((item) => [item, fates[item]?.()]));
      const first = [...causes.values()].find((cause) => cause !== undefined);
      const failed = items.flatMap((item) => {
        const cause = causes.get(item) ?? (together ? first : undefined);
        return cause === undefined ? [] : [{ item, cause }];
      });
      for (const item of items) {
        if (!failed.some((one) => one.item === item)) handled.add(item);
      }
      return failed;
    },
    isFailedCall: (cause: unknown) => cause instanceof FailedCall,
    store: async (index: number) => {
      await storing?.();
      stored.push(index);
    },
    hasTime: () => {
      left -= 1;
      return left >= 0;
    },
  };
  return { ports, batches, stored, handled };
}

const read = (text: string): Reading<string>[] =>
  [...text].map((item) => (item === "?" ? { unreadable: new Error("no item") } : { item }));

describe("handleRecords", () => {
  test("handles all records of a batch at once", async () => {
    const { ports, batches, stored } = world({});
    expect(await handleRecords(ports, read("abc"))).toEqual({ done: 3 });
    expect(batches).toEqual([["a", "b", "c"]]);
    expect(stored).toEqual([]);
  });

  test("passes over what was put back, and does not store it", async () => {
    const { ports, batches, stored } = world({ b: bug });
    const [first, second] = read("ab");
    const restored: Reading<string> = { restored: true };
    const readings = [restored, first, restored, second, restored].flatMap((one) => one ?? []);
    expect(await handleRecords(ports, readings)).toEqual({ done: 5 });
    expect(batches[0]).toEqual(["a", "b"]);
    // The positions of the others are those in the stream.
    expect(stored).toEqual([3]);
  });

  test("stores what is not understood, alone, and handles its neighbours once", async () => {
    const { ports, batches, stored } = world({});
    expect(await handleRecords(ports, read("a?b?"))).toEqual({ done: 4 });
    expect(batches).toEqual([["a", "b"]]);
    expect(stored).toEqual([1, 3]);
  });

  test("does not call the handler for a batch without any item", async () => {
    const { ports, batches, stored } = world({});
    expect(await handleRecords(ports, read("??"))).toEqual({ done: 2 });
    expect(batches).toEqual([]);
    expect(stored).toEqual([0, 1]);
  });

  test("stores a record that makes the code fail three times alone, and handles all others", async () => {
    const { ports, batches, stored, handled } = world({ b: bug }, { together: true });
    expect(await handleRecords(ports, read("abcd"))).toEqual({ done: 4 });
    expect(stored).toEqual([1]);
    expect([...handled].toSorted()).toEqual(["a", "c", "d"]);
    // In the order of the stream.
    expect(batches.slice(1)).toEqual([["a"], ["b"], ["b"], ["b"], ["c"], ["d"]]);
  });

  test.each([1, 2, 3])(
    "does not store a record that fails %i times and then no more",
    async (n) => {
      const { ports, stored, handled } = world({ a: times(n, bug) });
      expect(await handleRecords(ports, read("a"))).toEqual({ done: 1 });
      expect(stored).toEqual([]);
      expect(handled).toEqual(new Set("a"));
    },
  );

  test("treats a handler that throws as one that fails for each record", async () => {
    const { ports, stored } = world({});
    const throwing = { ...ports, handle: () => Promise.reject(new Error("a bug")) };
    expect(await handleRecords(throwing, read("ab"))).toEqual({ done: 2 });
    expect(stored).toEqual([0, 1]);
  });

  test("begins anew at the first record whose call to AWS failed, and stores nothing", async () => {
    const { ports, batches, stored } = world({ c: outage, d: outage });
    expect(await handleRecords(ports, read("abcde"))).toMatchObject({ done: 2 });
    expect(batches).toHaveLength(1);
    expect(stored).toEqual([]);
  });

  test("does not take contention for a bug", async () => {
    const { ports, stored } = world({ a: () => new ContentionError("too many") });
    expect(await handleRecords(ports, read("a"))).toMatchObject({ done: 0 });
    expect(stored).toEqual([]);
  });

  test("stores what comes before a failed call, and leaves what comes behind it for the next time", async () => {
    const { ports, stored } = world({ a: bug, b: outage, c: bug });
    expect(await handleRecords(ports, read("?abc?"))).toMatchObject({ done: 2 });
    expect(stored).toEqual([0, 1]);
  });

  test("does not count failed calls among the failures of a record", async () => {
    let fails = outage;
    const { ports, stored } = world({ a: () => fails() });
    for (let hour = 0; hour < 60; hour += 1) {
      expect(await handleRecords(ports, read("a"))).toMatchObject({ done: 0 });
    }
    expect(stored).toEqual([]);
    fails = bug;
    expect(await handleRecords(ports, read("a"))).toEqual({ done: 1 });
    expect(stored).toEqual([0]);
  });

  test("waits when calls begin to fail while a record is tried alone", async () => {
    let tried = 0;
    const fate = () => {
      tried += 1;
      return tried < 3 ? bug() : outage();
    };
    const { ports, stored } = world({ a: fate });
    expect(await handleRecords(ports, read("a"))).toMatchObject({ done: 0 });
    expect(stored).toEqual([]);
  });

  test("does not go past a record that it cannot store", async () => {
    const storing = () => Promise.reject(outage());
    const { ports, handled } = world({ b: bug }, { storing });
    const { done, cause } = await handleRecords(ports, read("abc"));
    expect(done).toBe(1);
    expect(cause).toBeInstanceOf(FailedCall);
    expect(handled).toEqual(new Set(["a", "c"]));
  });

  test("leaves the rest to the next invocation when its time is over, and gets on each time", async () => {
    const fates = Object.fromEntries([..."abcde"].map((item) => [item, bug]));
    let rest = "abcde";
    for (let invocations = 0; rest !== ""; invocations += 1) {
      expect(invocations).toBeLessThan(5);
      const { ports, stored } = world(fates, { time: 4 });
      const { done } = await handleRecords(ports, read(rest));
      expect(stored).toHaveLength(done);
      rest = rest.slice(done);
    }
  });
});
