import { expect, test } from "vitest";
import { type TableFacts, whyNotSource } from "../../../../core/data/restore/check-source.ts";
import { pauseMs } from "../../../../core/data/restore/restore-table.ts";

const arnOf = (name: string) => `arn:aws:dynamodb:eu-west-1:123456789012:table/${name}`;
const keys = [
  { name: "organizationId", type: "S" },
  { name: "counterId", type: "S" },
];
const live: TableFacts = { name: "live", arn: arnOf("live"), active: true, keys };
const restored = { sourceArn: live.arn, at: "2026-11-22T12:00:00.000Z", inProgress: false };
const source: TableFacts = { ...live, name: "copy", arn: arnOf("copy"), restored };

test.each<[string, TableFacts | undefined, boolean, string | undefined]>([
  ["a copy of the live table", source, false, undefined],
  ["a table that nobody restored", { ...live, name: "copy", arn: arnOf("copy") }, false, undefined],
  ["no table", undefined, false, "no_such_table"],
  ["the live table", live, false, "live_table"],
  ["another live table", { ...source, name: "other" }, false, "live_table"],
  ["one that is being made", { ...source, active: false }, false, "not_ready"],
  [
    "one whose data are on their way",
    { ...source, restored: { ...restored, inProgress: true } },
    false,
    "not_ready",
  ],
  ["one without a sort key", { ...source, keys: keys.slice(0, 1) }, false, "other_keys"],
  [
    "one with another type",
    { ...source, keys: keys.map((key) => ({ ...key, type: "N" })) },
    false,
    "other_keys",
  ],
  [
    "a copy of another table",
    { ...source, restored: { ...restored, sourceArn: arnOf("x") } },
    false,
    "other_source",
  ],
  [
    "the same, on purpose",
    { ...source, restored: { ...restored, sourceArn: arnOf("x") } },
    true,
    undefined,
  ],
])("%s", (_, given, otherSource, expected) => {
  const liveNames = new Set(["live", "other"]);
  expect(whyNotSource({ source: given, live }, { liveNames, otherSource })?.refused).toBe(expected);
});

test.each([
  [{ units: 0, elapsedMs: 0 }, 100, 0],
  [{ units: 100, elapsedMs: 0 }, 100, 1_000],
  [{ units: 100, elapsedMs: 400 }, 100, 600],
  [{ units: 100, elapsedMs: 4_000 }, 100, 0],
  [{ units: 1, elapsedMs: 0 }, 40_000, 1],
])("%j at %i units a second waits %i ms", (used, unitsPerSecond, expected) => {
  expect(pauseMs(used, unitsPerSecond)).toBe(expected);
});
