import { marshall } from "@aws-sdk/util-dynamodb";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { contractCounterOf } from "../../../adapters/counters/contract-counters.ts";
import { countEventOf } from "../../../adapters/counters/dynamodb-count-events.ts";
import { storedCounterOf } from "../../../adapters/counters/dynamodb-counters.ts";
import { CountEvent } from "../../../core/counters/count-event.ts";
import { contractCounter } from "../../../core/counters/counter.ts";
import { countEventTypes, counterModes } from "../../../core/counters/counter-names.ts";

const time = fc
  .date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-12-31") })
  .map((date) => date.toISOString());
const natural = fc.maxSafeNat();
const name = fc.stringMatching(/^\w{1,200}$/);

const counterItem = fc.record({
  ...{ organizationId: name, counterId: name, name },
  ...{ incrementStep: fc.integer({ min: 1 }), decrementStep: fc.integer({ min: 1 }) },
  ...{ count: fc.maxSafeInteger(), mode: fc.constantFrom(...counterModes) },
  groupId: fc.option(fc.stringMatching(/^[\w.-]{1,100}$/)),
  goalTarget: fc.option(fc.integer()),
  ...{ locked: fc.boolean(), version: fc.integer({ min: 1 }), lastEventId: natural },
  ...{ createdAt: time, updatedAt: time, alertCount: natural, ups: natural, peakAt: time },
  ...{ resetDaily: fc.boolean(), resetTo: fc.integer({ min: -1_000, max: 1_000 }) },
});

test("the read API reads of a counter's item what its schema says", async () => {
  await fc.assert(
    fc.property(counterItem, (counter) => {
      const item = marshall(counter);
      const { ...read } = contractCounterOf(item);
      expect(JSON.stringify(read)).toBe(JSON.stringify(contractCounter(storedCounterOf(item))));
    }),
  );
});

const eventItem = fc.record({
  ...{ counterKey: fc.constant("org_1/ctr_1"), lastEventId: fc.integer({ min: 1 }) },
  eventType: fc.constantFrom(...countEventTypes),
  ...{ count: fc.maxSafeInteger(), previousCount: fc.maxSafeInteger(), delta: fc.maxSafeInteger() },
  metadata: fc.option(
    fc
      .dictionary(fc.stringMatching(/^\w+$/), fc.jsonValue())
      .map((value) => JSON.stringify(value))
      // Refused where events are written.
      .filter((text) => !text.includes('"__proto__"')),
  ),
  createdAt: time,
});

test("what is read of a count event is as its schema says", async () => {
  await fc.assert(
    fc.property(eventItem, (event) => {
      const read = countEventOf(marshall(event));
      expect(JSON.stringify(read)).toBe(JSON.stringify(CountEvent.parse(read)));
    }),
  );
});

const [counter] = fc.sample(counterItem, 1);
const [event] = fc.sample(eventItem, 1);

test.each(["counterId", "name", "count", "mode", "groupId", "goalTarget", "locked", "createdAt"])(
  "a counter whose %s is of another type is refused, and named",
  (field) => {
    const item = { ...marshall(counter), [field]: { L: [] } };
    const text = `a stored item is not as expected: ${field} (organizationId`;
    expect(() => contractCounterOf(item)).toThrow(text);
  },
);

test.each([
  ["count", { N: "1.5" }],
  ["count", { N: "9007199254740993" }],
  ["mode", { S: "sideways" }],
  ["goalTarget", { N: "1e300" }],
])("a counter is refused whose %s is %j", (field, value) => {
  const item = { ...marshall(counter), [field]: value };
  expect(() => contractCounterOf(item)).toThrow(`not as expected: ${field}`);
});

test.each(["[]", "7", "null", '"text"'])("metadata that is %s is refused", (text) => {
  const item = { ...marshall(event), metadata: { S: text } };
  expect(() => countEventOf(item)).toThrow("not as expected: metadata");
});

test.each([{ S: "9" }, { S: "1" }, { NULL: true as const }, { M: {} }])(
  "an item whose format is %j is refused",
  (formatVersion) => {
    const item = { ...marshall(counter), formatVersion };
    expect(() => contractCounterOf(item)).toThrow("has a format that this release does not read");
  },
);

test.each(["3", "0", "1.5", "x"])("an item of the format %s is refused", (N) => {
  const item = { ...marshall(counter), formatVersion: { N } };
  expect(() => contractCounterOf(item)).toThrow("has a format that this release does not read");
});

test("an archived counter is absent", () => {
  const item = { ...marshall(counter), archivedAt: { S: "2026-11-26T08:00:00.000Z" } };
  expect(contractCounterOf(item)).toBeUndefined();
});
