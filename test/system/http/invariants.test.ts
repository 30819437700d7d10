// @module-tag all
import fc from "fast-check";
import { expect, test } from "vitest";
import { History } from "../../../core/counters/count-event.ts";
import { Counter, type CounterSettings } from "../../../core/counters/counter.ts";
import { updateSettings } from "../../../core/counters/settings/change-counter.ts";
import type { Direction } from "../../../core/counters/taps/tap.ts";
import { operator } from "../../core/audit/operator.ts";
import { createCounter, createKey, createOrganization, get, stores, tapOnce } from "../service.ts";

const step = fc.oneof(
  fc.record({
    kind: fc.constant("tap" as const),
    direction: fc.constantFrom<Direction>("up", "down"),
  }),
  fc.record({
    kind: fc.constant("repeated tap" as const),
    idempotencyKey: fc.constantFrom("A", "B"),
    direction: fc.constantFrom<Direction>("up", "down"),
  }),
  fc.record({
    kind: fc.constant("taps at once" as const),
    directions: fc.array(fc.constantFrom<Direction>("up", "down"), { minLength: 2, maxLength: 5 }),
  }),
  fc.record({
    kind: fc.constant("settings" as const),
    settings: fc.oneof(
      fc.record({ locked: fc.boolean() }),
      fc.record({ mode: fc.constantFrom("both", "increment-only", "decrement-only") }),
      fc.record({ incrementStep: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }) }),
      fc.record({ decrementStep: fc.integer({ min: 1, max: 1_000 }) }),
      fc.record({ name: fc.constantFrom("Gate", "<script>", "بوابة", "🎪") }),
    ) as fc.Arbitrary<CounterSettings>,
  }),
  fc.record({ kind: fc.constant("read" as const), limit: fc.integer({ min: 1, max: 8 }) }),
);

test("count, version, event ids and history fit together after any taps, changes and reads", async () => {
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 1, maxLength: 14 }),
    async (steps) => {
      const organization = await createOrganization("enterprise");
      const { key } = await createKey(organization);
      const counter = await createCounter(organization);
      let settingsChanges = 0;
      for (const next of steps) {
        if (next.kind === "tap") await tapOnce(counter, next.direction);
        if (next.kind === "repeated tap") await tapTwice(counter, next);
        if (next.kind === "taps at once") {
          await Promise.all(next.directions.map((direction) => tapOnce(counter, direction)));
        }
        if (next.kind === "settings") {
          const request = {
            key: { organizationId: organization.id, counterId: counter.id },
            settings: next.settings,
          };
          await updateSettings(stores, request, operator);
          settingsChanges += 1;
        }
        if (next.kind === "read")
          await checkHistory(counter, key, { limit: next.limit, settingsChanges });
      }
      await checkHistory(counter, key, { limit: 5, settingsChanges });
    },
  );
  await fc.assert(property, { numRuns: 20, ...replayed() });
  // Some 500 requests and as many transactions, one after the other.
}, 120_000);

async function tapTwice(
  counter: Counter,
  { idempotencyKey, direction }: { idempotencyKey: string; direction: Direction },
) {
  const first = await tapOnce(counter, direction, { idempotencyKey });
  const again = await tapOnce(counter, direction, { idempotencyKey });
  if (first.result === "counted") expect(again).toEqual({ result: "repeated", event: first.event });
  else if ("event" in first) expect(again).toEqual(first);
}

/** Reads everything over HTTP and checks that it fits together. */
async function checkHistory(
  { id }: Counter,
  key: string,
  { limit, settingsChanges }: { limit: number; settingsChanges: number },
): Promise<void> {
  const counter = Counter.parse(await read(`/api/v1/counters/${id}`, key));
  const events: History["events"] = [];
  let before = "";
  for (;;) {
    const path = `/api/v1/counters/${id}/history?limit=${limit}${before}`;
    const page = History.parse(await read(path, key)).events;
    expect(page.length).toBe(Math.min(limit, counter.lastEventId - events.length));
    if (page.length === 0) break;
    events.push(...page);
    before = `&beforeEventId=${page.at(-1)?.lastEventId}`;
  }
  expect(counter.version).toBe(1 + counter.lastEventId + settingsChanges);
  expect(events.map(({ lastEventId }) => lastEventId)).toEqual(
    Array.from({ length: counter.lastEventId }, (_, index) => counter.lastEventId - index),
  );
  let count = 0;
  for (const event of events.toReversed()) {
    expect(event.previousCount).toBe(count);
    count += event.delta;
    expect(event.count).toBe(count);
    expect(Math.sign(event.delta)).toBe(event.eventType === "increment" ? 1 : -1);
  }
  expect(counter.count).toBe(count);
}

async function read(path: string, key: string): Promise<unknown> {
  const response = await get(path, key);
  const body = await response.text();
  expect(response.status, body).toBe(200);
  return JSON.parse(body);
}

/** FC_SEED and FC_PATH replay what a failure printed. */
function replayed() {
  const { FC_SEED, FC_PATH } = process.env;
  return { ...(FC_SEED && { seed: Number(FC_SEED) }), ...(FC_PATH && { path: FC_PATH }) };
}
