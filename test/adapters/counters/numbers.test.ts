import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { ContentionError } from "../../../core/conflict.ts";
import { type CountEvent, causeOf } from "../../../core/counters/count-event.ts";
import type { StoredCounter } from "../../../core/counters/counter.ts";
import { rebuildMarks } from "../../../core/counters/rebuild-marks.ts";
import { adjustCounter } from "../../../core/counters/settings/adjust-counter.ts";
import { updateSettings } from "../../../core/counters/settings/change-counter.ts";
import {
  archiveCounter,
  unarchiveCounter,
} from "../../../core/counters/settings/counter-archive.ts";
import { countBatch } from "../../../core/counters/taps/count-batch.ts";
import { recountOrganization } from "../../../core/data/recount.ts";
import type { StoredGroup } from "../../../core/groups/group.ts";
import { recountGroup } from "../../../core/groups/settings/recount.ts";
import { resetGroup } from "../../../core/groups/settings/reset-group.ts";
import { read, sources } from "../../architecture/imports.ts";
import { Chance } from "../../simulation/chance.ts";
import { runs } from "../../soak/runs.ts";
import {
  keyOf as groupKeyOf,
  newGroup,
  regroup,
  uninterrupted,
} from "../../system/group-service.ts";
import { operator } from "../../system/people-service.ts";
import { createCustomer, stores, tapOnce } from "../../system/service.ts";
import { undoTaps } from "../../system/undo-service.ts";
import { createReceiver } from "../../system/webhooks/webhook-service.ts";
import { keyOf, runFor, SetClock, storedNow } from "./days/daily-gate.ts";

interface Gate {
  counter: StoredCounter;
  group: StoredGroup;
  /** A day later each time. */
  clock: SetClock;
}

/** All that makes events, by the file in core that does. */
const eventMakers: Record<string, Record<string, (gate: Gate) => Promise<unknown>>> = {
  "core/counters/taps/tap.ts": {
    "taps up": ({ counter }) => tapOnce(counter),
    "taps down": ({ counter }) => tapOnce(counter, "down"),
    "counts 25 taps of a phone, twice": async ({ counter }) => {
      const taps = Array.from({ length: 25 }, (_, index) => ({
        tap: { direction: index % 3 === 0 ? "down" : "up", metadata: null } as const,
        idempotencyKey: `gat_1/${randomUUID()}`,
      }));
      const request = { key: keyOf(counter), taps };
      await Promise.all([1, 2].map(() => countBatch(stores.taps, stores.clock, request)));
    },
  },
  "core/counters/taps/undo.ts": {
    "undoes two taps, twice": async ({ counter }) => {
      const keys = [randomUUID(), randomUUID()];
      for (const idempotencyKey of keys) await tapOnce(counter, "up", { idempotencyKey });
      await Promise.all([undoTaps(counter, keys), undoTaps(counter, keys)]);
    },
    "undoes a tap before it arrives": async ({ counter }) => {
      const idempotencyKey = randomUUID();
      await undoTaps(counter, [idempotencyKey]);
      await tapOnce(counter, "up", { idempotencyKey });
    },
  },
  "core/counters/settings/adjust-counter.ts": {
    "sets the number, and the same form again": async ({ counter }) => {
      const request = { key: keyOf(counter), to: 40, formId: randomUUID() };
      await adjustCounter(stores, request, operator);
      await adjustCounter(stores, request, operator);
    },
    "resets the group": ({ group }) =>
      resetGroup(stores, { key: groupKeyOf(group) }, { ...uninterrupted, by: operator }),
  },
  "core/counters/days/daily-reset.ts": {
    "starts a day": async ({ counter, clock }) => {
      // A count that is the day's first one already is not set.
      await tapOnce(counter);
      clock.nowMs += 86_400_000;
      await runFor(new SetClock(new Date(clock.nowMs).toISOString()), counter);
    },
  },
};

/** What writes the counter and no event. */
const otherWrites: typeof eventMakers = {
  settings: {
    "locks it and unlocks it": async ({ counter }) => {
      for (const locked of [true, false]) {
        await updateSettings(stores, { key: keyOf(counter), settings: { locked } }, operator);
      }
    },
    "archives it and takes it back": async ({ counter, group }) => {
      await archiveCounter(stores, keyOf(counter), operator);
      await unarchiveCounter(stores, keyOf(counter), operator);
      await regroup(counter, group.id);
    },
  },
  repairs: {
    "recounts its group": ({ group }) => recountGroup(stores, groupKeyOf(group)),
    "recounts the organization": ({ counter }) =>
      recountOrganization(stores, counter.organizationId, operator),
    "rebuilds its marks": ({ counter }) =>
      rebuildMarks(stores, keyOf(counter), { onEvents: () => {}, isStopped: () => false }),
  },
};

test("whatever is done to a counter at once, its numbers rise by one and each event follows the one before it", async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  const again = `SEED=${seed} npx vitest run test/adapters/counters/numbers.test.ts`;
  const chance = new Chance(seed);
  const { organization, counter } = await createCustomer("enterprise");
  const receiver = await createReceiver(organization.id);
  const group = await newGroup(organization);
  const clock = new SetClock("2031-11-23T12:00:00Z");
  await regroup(counter, group.id);
  const settings = { resetDaily: true, resetTo: 3 };
  await updateSettings({ ...stores, clock }, { key: keyOf(counter), settings }, operator);
  const all = { ...eventMakers, ...otherWrites };
  const works = Object.values(all).flatMap((of) => Object.values(of));
  const order = Array.from({ length: runs(20) }, () => works)
    .flat()
    .map((work) => ({ work, place: chance.next() }))
    .toSorted((one, other) => one.place - other.place);
  for (let from = 0; from < order.length; from += 4) {
    const together = order.slice(from, from + 4).map(({ work }) => work({ counter, group, clock }));
    for (const ended of await Promise.allSettled(together)) {
      // Some get a conflict too many; what they wrote before that is part of the history.
      if (ended.status === "rejected" && !(ended.reason instanceof ContentionError)) {
        throw new Error(again, { cause: ended.reason });
      }
    }
  }
  // At once, a kind may have got nothing but conflicts: each happens alone too.
  for (const work of works) await work({ counter, group, clock });
  const stored = await storedNow(counter);
  const events = (await stores.countEvents.page(keyOf(counter), { limit: 500 })).toReversed();
  const numbers = events.map(({ lastEventId }) => lastEventId);
  expect(numbers, again).toEqual(events.map((_, index) => index + 1));
  expect(events.map(({ previousCount }) => previousCount)).toEqual(
    events.map((_, index) => events[index - 1]?.count ?? 0),
  );
  expect(stored).toMatchObject({ lastEventId: numbers.at(-1), count: events.at(-1)?.count });
  expect(new Set(events.map(causeWithDay)), again).toEqual(
    new Set(["tap", "undo", "adjustment", "day"]),
  );
  expect(events.filter((one) => one.previousCount + one.delta !== one.count)).toEqual([]);

  const received = await receiver.verified(events.length);
  const sent = new Set(received.map(({ body }) => JSON.parse(body).data.lastEventId));
  expect([...sent].toSorted((one, other) => one - other)).toEqual(numbers);
}, 60_000);

function causeWithDay({ metadata }: CountEvent): string {
  const isDay = metadata?.adjustment instanceof Object && "day" in metadata.adjustment;
  return isDay ? "day" : causeOf({ metadata });
}

test("nothing else makes events", () => {
  // The demo's past is counted before anybody sees it, by the same function.
  const product = sources.filter(
    (file) =>
      /^(core|adapters|lambdas|bin|local)\//.test(file) && !file.startsWith("local/demo/history/"),
  );
  const mentioning = (pattern: RegExp) => product.filter((file) => pattern.test(read(file)));
  // One function numbers an event, one writes it, in the transaction that moves its counter.
  expect(mentioning(/(?<!function )\bcountBy\(/)).toEqual(Object.keys(eventMakers).toSorted());
  expect(mentioning(/\bcountItems\(/)).toEqual([
    "adapters/counters/days/dynamodb-day-resets.ts",
    "adapters/counters/dynamodb-taps.ts",
    "adapters/counters/dynamodb-undos.ts",
    "adapters/counters/settings/dynamodb-adjustments.ts",
  ]);
  const writes = /\b(Put|Update|Delete|BatchWrite\w*|Execute\w*|removeItems|sortKey)\b/;
  const withEvents = mentioning(/\bcountEvents\b/).filter((file) => writes.test(read(file)));
  expect(withEvents.filter((file) => file !== "core/tables.ts")).toEqual([
    "adapters/counters/dynamodb-taps.ts",
    // With the organization, which is gone by then.
    "adapters/data/deletion/target-removals.ts",
    // The canary keeps a week: readers of its history find no beginning.
    "adapters/operations/canary/dynamodb-canary-history.ts",
  ]);
});
