import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import fc from "fast-check";
import { expect, test } from "vitest";
import { listIn } from "../../../adapters/aws/dynamodb-plain-items.ts";
import { CounterListWriter } from "../../../adapters/counters/counter-list-writer.ts";
import { storedCounterOf } from "../../../adapters/counters/dynamodb-counters.ts";
import { CounterView, CounterViews } from "../../../api/private/counters.ts";
import {
  Counter,
  contractCounter,
  newCounter,
  type StoredCounter,
} from "../../../core/counters/counter.ts";
import { sortByName } from "../../../core/list-order.ts";
import { anyCharacter } from "../../any-character.ts";
import { runs } from "../../soak/runs.ts";

type Item = Record<string, AttributeValue>;

const organizationId = "org_0123456789ABCDEFGHIJ";

function itemOf({ id, ...counter }: StoredCounter): Item {
  return marshall({ ...counter, counterId: id });
}

/** A counter that has every attribute but those of restored and archived ones. */
function fullItem(name: string, index: number): Item {
  const key = { organizationId, counterId: `ctr_${String(index).padStart(20, "0")}` };
  const nowMs = Date.UTC(2026, 10, 1 + (index % 31), 8, 30);
  const at = new Date(nowMs).toISOString();
  const sums = { ups: 12n, downs: 2n, adjusted: -1n, late: 3, lastCountAt: at };
  return itemOf({
    ...newCounter({ name, groupId: `grp_${index}`, goalTarget: 2.5, resetDaily: true }, key, nowMs),
    ...sums,
    ...{ peak: 14n, peakAt: at, lastDailyReset: "2026-11-22", lastAdjustedAt: at },
  });
}

/** A page as DynamoDB sends it. */
function pageOf(items: Item[], json: (item: Item) => string) {
  const texts = items.map(json);
  const between = json === spaced ? ",\n" : ",";
  const list = `{"Count":1,"Items"${json === spaced ? " : [ " : ":["}${texts.join(between)}]`;
  const page = listIn(Buffer.from(`${list},"ScannedCount":1}`), "Items");
  if (page === undefined) throw new Error("a page without items");
  return page;
}

type Outcome = { list: string } | { error: string };

function outcomeOf(list: () => string): Outcome {
  try {
    return { list: list() };
  } catch (error) {
    return { error: String(error) };
  }
}

const contractList = {
  options: { shape: Counter.shape, archived: false },
  expected: (stored: StoredCounter[]) => ({
    counters: sortByName(stored.filter((one) => one.archivedAt === undefined)).map(contractCounter),
  }),
};
const consoleList = {
  options: { shape: CounterView.shape, archived: true },
  expected: (stored: StoredCounter[]) => CounterViews.parse({ counters: sortByName(stored) }),
};

/** What the writer makes of the items, and what the schemas make of them. */
function bothOutcomes(
  items: Item[],
  { options, expected }: typeof contractList | typeof consoleList,
  json: (item: Item) => string = plain,
) {
  const written = outcomeOf(() => {
    const writer = new CounterListWriter(options);
    writer.add(pageOf(items, json));
    return writer.sortedByName().toString();
  });
  return [written, outcomeOf(() => JSON.stringify(expected(items.map(storedCounterOf))))];
}

const anyText = fc.string({ unit: anyCharacter, maxLength: 30 });
const anyAttribute: fc.Arbitrary<AttributeValue> = fc.oneof(
  fc
    .oneof(
      anyText,
      fc.constantFrom("", " x", "both", "none", "a-b.c", "2024-02-29T08:30:00.000Z"),
      fc.constantFrom("2026-02-30T08:30:00Z", "2026-11-31T08:30:00.000Z", "2026-11-30", "\u007f"),
      fc.string({ minLength: 199, maxLength: 202 }),
    )
    .map((S) => ({ S })),
  fc
    .oneof(
      fc.integer().map(String),
      fc.constantFrom("0", "-0", "1.50", "2.5", "1E3", "0.0000001", "00", "9007199254740993"),
      fc.constantFrom(
        "9007199254740991",
        "-9007199254740992",
        "1e400",
        "NaN",
        "123456789012345678",
      ),
    )
    .map((N) => ({ N })),
  fc.boolean().map((BOOL) => ({ BOOL })),
  fc.constantFrom<AttributeValue>({ NULL: true }, { M: {} }, { L: [{ S: '}],"' }] }, { SS: ["a"] }),
  fc.constantFrom<AttributeValue>({ M: { a: { S: '"}' } } }, { M: { "8": { N: "9" } } }),
);
const attributeNames = Object.keys(fullItem("Gate", 0));
const anyName = fc.constantFrom(
  ...attributeNames,
  ...["archivedAt", "formatVersion", "new", 'a"b', "\\", "n\u00e4me", "Items"],
);
const anyChange = fc.record({ name: anyName, value: fc.option(anyAttribute) });

function changed(item: Item, changes: { name: string; value: AttributeValue | null }[]): Item {
  const attributes = { ...item };
  for (const { name, value } of changes) {
    if (value === null) delete attributes[name];
    else attributes[name] = value;
  }
  return attributes;
}

const anyItem = fc
  .record({
    name: fc.oneof(anyText, fc.constantFrom("Gate 1", "gate 1", "Café", 'He said "no"', "\\")),
    index: fc.nat({ max: 60 }),
    changes: fc.array(anyChange, { maxLength: 2 }),
    order: fc.nat(),
  })
  .map(({ name, index, changes, order }) => {
    const entries = Object.entries(changed(fullItem(name, index), changes));
    const first = order % entries.length;
    return Object.fromEntries([...entries.slice(first), ...entries.slice(0, first)]);
  });

function plain(item: Item): string {
  return JSON.stringify(item);
}

/** JSON with other escapes than JSON.stringify writes. */
function escaped(item: Item): string {
  return JSON.stringify(item)
    .replaceAll("/", "\\/")
    .replaceAll("é", "\\u00e9")
    .replaceAll("c", "\\u0063");
}

/** JSON with white space. */
function spaced(item: Item): string {
  return JSON.stringify(item, null, 1);
}

test.each([
  ["the contract's list", contractList],
  ["the console's list", consoleList],
])("%s is what the schemas make of any items, or the same error", (_, list) => {
  let listed = 0;
  let refused = 0;
  fc.assert(
    fc.property(
      fc.array(anyItem, { maxLength: 4 }),
      fc.constantFrom(plain, escaped, spaced),
      (items, json) => {
        const [written, expected] = bothOutcomes(items, list, json);
        expect(written).toEqual(expected);
        if (expected && "list" in expected) listed += 1;
        else refused += 1;
      },
    ),
    { numRuns: runs(2_000) },
  );
  expect(Math.min(listed, refused)).toBeGreaterThan(10);
});

const texts = [
  ...[
    "",
    " ",
    " x",
    "x ",
    "both",
    "none",
    "a-b.c",
    "a b",
    "\u007f",
    "\u00a0x",
    "\ufeff",
    'a"b',
    "\\",
  ],
  ...["x".repeat(200), "x".repeat(201), "é".repeat(100), "é".repeat(101), "👋".repeat(200)],
  ...["2026-11-22", "2026-11-31", "2026-11-30T23:59:59.999Z", "2026-11-31T08:30:00.000Z"],
  ...["2026-02-29T08:30:00.000Z", "2024-02-29T08:30:00.000Z", "2026-13-01T08:30:00.000Z"],
  ...["2026-00-01T08:30:00.000Z", "2026-01-00T08:30:00.000Z", "2026-01-01T24:00:00.000Z"],
  ...["2026-01-01T23:60:00.000Z", "2026-01-01T23:00:60.000Z", "2026-01-01T23:00:00Z"],
  ...["2026-01-01T23:00:00.000+01:00", "2026-01-01T23:00:00.0000Z", "2026-01-01 23:00:00.000Z"],
].map((S) => ({ S }));
const numbers = [
  ...[
    "0",
    "-0",
    "00",
    "1",
    "-1",
    "01",
    "+1",
    "1.0",
    "1.50",
    "2.5",
    "1E3",
    "1e21",
    "0.0000001",
    ".5",
  ],
  ...["9007199254740991", "9007199254740992", "9007199254740993", "-9007199254740993"],
  ...[
    "123456789012345",
    "1234567890123456",
    "12345678901234567890",
    "1e400",
    "NaN",
    "Infinity",
    "",
  ],
].map((N) => ({ N }));
const others: AttributeValue[] = [
  { BOOL: true },
  { BOOL: false },
  { NULL: true },
  { M: {} },
  { L: [] },
];

test.each([...attributeNames, "archivedAt", "formatVersion"])(
  "each value of %s is listed or refused as the schemas say",
  (name) => {
    for (const value of [...texts, ...numbers, ...others, null]) {
      const items = [fullItem("Gate 1", 1), changed(fullItem("Gate 2", 2), [{ name, value }])];
      const [written, expected] = bothOutcomes(items, contractList);
      expect(written, JSON.stringify(value)).toEqual(expected);
    }
  },
);

test("items with all that counters usually have are not parsed", () => {
  const items = ["Gate 1", "Café 👋", "Tor-Süd"].map(fullItem);
  // JSON has no such string, but nothing looks at an attribute that this release does not know.
  const unparsable = (item: Item) => plain(item).replace("{", '{"new":{"S":"\n"},');
  const [written, expected] = bothOutcomes(items, contractList, unparsable);
  expect(written).toEqual(expected);
  expect(written).toHaveProperty("list");
});

test("an item that is not as expected is an error that names its key and its fields", () => {
  const item = changed(fullItem("Gate 1", 1), [{ name: "count", value: { S: "many" } }]);
  const [written] = bothOutcomes([fullItem("Gate 0", 0), item], contractList);
  expect(written).toEqual({
    error: expect.stringMatching(/not as expected: count .*counterId ctr_0{19}1/),
  });
});

test("an item of a newer release is an error", () => {
  const item = changed(fullItem("Gate 1", 1), [{ name: "formatVersion", value: { N: "9" } }]);
  expect(bothOutcomes([item], contractList)[0]).toHaveProperty("error");
});

test("bytes that end elsewhere than the list are an error", () => {
  const page = pageOf([fullItem("Gate 1", 1)], plain);
  for (const end of [page.end - 1, page.end + 1, page.start + 40]) {
    const writer = new CounterListWriter(contractList.options);
    expect(() => writer.add({ ...page, end })).toThrow();
  }
});
