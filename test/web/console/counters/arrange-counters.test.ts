import { expect, test } from "vitest";
import type { CounterView } from "../../../../api/private/counters.ts";
import { arrangeCounters, whyEmpty } from "../../../../web/console/counters/arrange-counters.ts";
import {
  type CounterSearch,
  counterSearch,
} from "../../../../web/console/counters/counter-search.ts";

const row = (name: string, rest: Partial<CounterView> = {}): CounterView => ({
  ...{ id: name, name, count: 0, incrementStep: 1, decrementStep: 1, mode: "both" },
  ...{ groupId: null, goalTarget: null, locked: false, version: 1, lastEventId: 0 },
  ...{ createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" },
  ...{ archivedAt: null, resetDaily: false, resetTo: 0, countsPeople: true },
  ...rest,
});

// Sorted by name, as the service sends them.
const counters = [
  row("Café", { count: 5, groupId: "grp_1", updatedAt: "2026-01-03T00:00:00.000Z" }),
  row("East", { count: -2, locked: true, updatedAt: "2026-01-02T00:00:00.000Z" }),
  row("North", { count: 40, archivedAt: "2026-01-02T00:00:00.000Z" }),
  row("South", { count: 30 }),
];

test.each([
  [{}, ["Café", "East", "South"]],
  [{ desc: true }, ["South", "East", "Café"]],
  [{ sort: "count" }, ["East", "Café", "South"]],
  [{ sort: "count", desc: true }, ["South", "Café", "East"]],
  [{ sort: "changed" }, ["South", "East", "Café"]],
  [{ state: "active" }, ["Café", "South"]],
  [{ state: "locked" }, ["East"]],
  [{ state: "archived" }, ["North"]],
  [{ group: "grp_1" }, ["Café"]],
  [{ group: "none" }, ["East", "South"]],
  [{ q: "CAFE" }, ["Café"]],
  [{ q: "\u0301" }, ["Café", "East", "South"]],
  [{ q: "." }, []],
] satisfies [CounterSearch, string[]][])("%j finds %j", (search, names) => {
  expect(arrangeCounters(counters, search).map(({ name }) => name)).toEqual(names);
});

test.each([
  [{ q: 5 }, { q: "5" }],
  [{ q: "a".repeat(201) }, {}],
  [{ sort: "id", desc: "yes", state: "gone", group: 7 }, {}],
  [
    { sort: "count", desc: true, other: 1 },
    { sort: "count", desc: true },
  ],
])("the URL's %j is understood as %j", (given, understood) => {
  expect(counterSearch(given)).toEqual(understood);
});

const archived = counters.filter(({ archivedAt }) => archivedAt !== null);

test.each([
  [archived, {}, "all_archived"],
  [archived, { sort: "count" }, "all_archived"],
  [archived, { q: "East" }, "none_match"],
  [archived, { state: "locked" }, "none_match"],
  [counters, { q: "." }, "none_match"],
] satisfies [CounterView[], CounterSearch, string][])(
  "of %o with %j nothing is listed, because: %s",
  (all, search, reason) => {
    expect(arrangeCounters(all, search)).toEqual([]);
    expect(whyEmpty(all, search)).toBe(reason);
  },
);
