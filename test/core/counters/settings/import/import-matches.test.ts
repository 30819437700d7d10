import { expect, test } from "vitest";
import { newCounter, type StoredCounter } from "../../../../../core/counters/counter.ts";
import type { ExistingName } from "../../../../../core/counters/settings/import/existing-name.ts";
import { matchRows } from "../../../../../core/counters/settings/import/import-matches.ts";
import { importedCounterId } from "../../../../../core/counters/settings/import/import-plan.ts";

const source = { organizationId: "org_1", fileHash: "0".repeat(64) };
const ownId = (row: number) => importedCounterId({ ...source, row });

function counter(id: string, name: string, isArchived = false): StoredCounter {
  const stored = newCounter({ name }, { organizationId: "org_1", counterId: id }, 0);
  return isArchived ? { ...stored, archivedAt: stored.createdAt } : stored;
}

const choices = ["skip", "update", "create"] as const;

/** What becomes of each row, with the id of its counter; the file's own ids are numbers. */
function matched(names: string[], counters: StoredCounter[], existing: ExistingName): string[] {
  const rows = names.map((name, index) => ({
    ...{ row: index + 1, line: index + 2, settings: { name } },
  }));
  const { rows: found, errors } = matchRows(rows, counters, { existing, source });
  const shortId = (id: string) => [1, 2].find((row) => ownId(row) === id) ?? id;
  return [
    ...found.map(({ does, counterId, sharesName, archivedName }) =>
      [does, shortId(counterId), sharesName && "shares", archivedName && "archived"]
        .filter(Boolean)
        .join(" "),
    ),
    ...errors.map(({ line, reason }) => `line ${line}: ${reason.split(";")[0]}`),
  ];
}

const [north, yard] = [counter("ctr_other", "North"), counter("ctr_third", "North")];
const archived = counter("ctr_other", "North", true);
const own = (name: string, isArchived = false) => counter(ownId(1), name, isArchived);
const twice = "line 2: 2 counters have this name";

test.each<[string, StoredCounter[], skip: string, update: string, create: string]>([
  ["no counter has", [counter("ctr_other", "north")], "create 1", "create 1", "create 1"],
  ["one counter has", [north], "skip 1", "update ctr_other", "create 1 shares"],
  ["two counters have", [north, yard], "skip 1", twice, "create 1 shares"],
  ["two have, one from this file", [north, own("North")], "exists 1", "update 1", "exists 1"],
  ["an archived one has", [archived], ...same("create 1 archived")],
  ["both have", [archived, yard], "skip 1", "update ctr_third", "create 1 shares archived"],
  ["an archived one from this file has", [own("North", true)], ...same("stays_archived 1")],
  ["one from this file had before it was renamed", [own("Yard")], ...same("exists 1")],
])("a row whose name %s is skipped, updates or creates as chosen", (_, stored, ...does) => {
  const found = choices.map((existing) => matched(["North"], stored, existing).join());
  expect(found).toEqual(does);
});

test("a row has the name of a counter in either spelling of Unicode", () => {
  const stored = [counter("ctr_other", "Cafe\u0301")];
  const found = choices.map((existing) => matched(["Caf\u00e9"], stored, existing).join());
  expect(found).toEqual(["skip 1", "update ctr_other", "create 1 shares"]);
});

test("a row whose name a row above has is skipped, an error or created, too", () => {
  expect(choices.map((existing) => matched(["North", "North"], [], existing))).toEqual([
    ["create 1", "skip 2"],
    ["create 1", "line 3: line 2 has this name, too"],
    ["create 1", "create 2 shares"],
  ]);
});

function same(does: string): [string, string, string] {
  return [does, does, does];
}
