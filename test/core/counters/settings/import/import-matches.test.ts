import { describe, expect, test } from "vitest";
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

function matched(names: string[], counters: StoredCounter[], existing: ExistingName) {
  const rows = names.map((name, index) => ({
    ...{ row: index + 1, line: index + 2, settings: { name } },
  }));
  const { rows: found, errors } = matchRows(rows, counters, { existing, source });
  return [
    ...found.map(({ does, counterId, sharesName, archivedName }) =>
      [does, counterId, sharesName && "shares", archivedName && "archived"].filter(Boolean),
    ),
    ...errors.map(({ line, reason }) => [`line ${line}`, reason.split(";")[0]]),
  ];
}

const [other, third] = ["ctr_other", "ctr_third"];

describe("a row whose name", () => {
  const cases: [string, string[], StoredCounter[], Record<ExistingName, unknown[]>][] = [
    [
      "no counter has",
      ["North"],
      [counter(other, "north")],
      {
        skip: [["create", ownId(1)]],
        update: [["create", ownId(1)]],
        create: [["create", ownId(1)]],
      },
    ],
    [
      "one counter has",
      ["North"],
      [counter(other, "North")],
      {
        skip: [["skip", ownId(1)]],
        update: [["update", other]],
        create: [["create", ownId(1), "shares"]],
      },
    ],
    [
      "a counter has in the other spelling of Unicode",
      ["Caf\u00e9"],
      [counter(other, "Cafe\u0301")],
      {
        skip: [["skip", ownId(1)]],
        update: [["update", other]],
        create: [["create", ownId(1), "shares"]],
      },
    ],
    [
      "two counters have",
      ["North"],
      [counter(other, "North"), counter(third, "North")],
      {
        skip: [["skip", ownId(1)]],
        update: [["line 2", "2 counters have this name"]],
        create: [["create", ownId(1), "shares"]],
      },
    ],
    [
      "two counters have, of which the same file has created one",
      ["North"],
      [counter(other, "North"), counter(ownId(1), "North")],
      {
        skip: [["exists", ownId(1)]],
        update: [["update", ownId(1)]],
        create: [["exists", ownId(1)]],
      },
    ],
    [
      "an archived counter has",
      ["North"],
      [counter(other, "North", true)],
      {
        skip: [["create", ownId(1), "archived"]],
        update: [["create", ownId(1), "archived"]],
        create: [["create", ownId(1), "archived"]],
      },
    ],
    [
      "one counter in use and an archived one have",
      ["North"],
      [counter(other, "North", true), counter(third, "North")],
      {
        skip: [["skip", ownId(1)]],
        update: [["update", third]],
        create: [["create", ownId(1), "shares", "archived"]],
      },
    ],
    [
      "the archived counter has that the same file has created",
      ["North"],
      [counter(ownId(1), "North", true)],
      {
        skip: [["stays_archived", ownId(1)]],
        update: [["stays_archived", ownId(1)]],
        create: [["stays_archived", ownId(1)]],
      },
    ],
    [
      "the counter had that the same file has created, and that was renamed",
      ["North"],
      [counter(ownId(1), "Yard")],
      {
        skip: [["exists", ownId(1)]],
        update: [["exists", ownId(1)]],
        create: [["exists", ownId(1)]],
      },
    ],
    [
      "a row above has",
      ["North", "North"],
      [],
      {
        skip: [
          ["create", ownId(1)],
          ["skip", ownId(2)],
        ],
        update: [
          ["create", ownId(1)],
          ["line 3", "line 2 has this name, too"],
        ],
        create: [
          ["create", ownId(1)],
          ["create", ownId(2), "shares"],
        ],
      },
    ],
  ];

  test.each(cases)("%s is skipped, updates or creates as chosen", (_case, names, stored, does) => {
    for (const existing of ["skip", "update", "create"] as const) {
      expect([existing, ...matched(names, stored, existing)]).toEqual([
        existing,
        ...does[existing],
      ]);
    }
  });
});
