import { expect, test } from "vitest";
import type { Firing } from "../../../core/alerts/firing.ts";
import { newCounter } from "../../../core/counters/counter.ts";
import { newGroup } from "../../../core/groups/group.ts";
import { storedAlert } from "../../core/alerts/stored-alert.ts";
import { type AlertFacts, type JudgedCount, judgeAlerts } from "./alert-verdict.ts";

const organizationId = "org_1";
const groupId = `grp_${"0".repeat(20)}`;
const createdAt = "2026-01-05T10:00:00.000Z";
const counterAlert = { id: "alt_1", organizationId, scope: "counter", targetId: "ctr_1" } as const;
const groupAlert = { id: "alt_2", organizationId, scope: "group", targetId: groupId } as const;

/** Two counters of a group, and alerts that fire at 2: the counter's arms below 1 again. */
function wellEvaluated(): AlertFacts {
  const counts = [...countsOf("ctr_1", [1, 2, 1, 2, 1, 0, 1, 2]), ...countsOf("ctr_2", [-1, 0])];
  const counters = [
    ["ctr_1", 2, 8],
    ["ctr_2", 0, 2],
  ].map(([counterId, count, lastEventId]) => ({
    ...newCounter({ name: "Gate", groupId }, { organizationId, counterId: `${counterId}` }, 0),
    ...{ count: Number(count), lastEventId: Number(lastEventId) },
  }));
  const group = newGroup({ name: "Hall" }, { organizationId, groupId }, 0);
  return {
    alerts: [
      { ...counterAlert, threshold: 2, rearmBelow: 1 },
      { ...groupAlert, threshold: 2, rearmBelow: 2 },
    ],
    counts,
    stored: {
      counters,
      groups: [{ ...group, total: 2n, memberCount: 2 }],
      alerts: [
        storedAlert({ ...counterAlert, state: "fired" }),
        storedAlert({ ...groupAlert, state: "fired" }),
      ],
      firings: [
        firing(counterAlert, "ctr_1", { lastEventId: 2, previousLevel: 1, level: 2 }),
        firing(counterAlert, "ctr_1", { lastEventId: 8, previousLevel: 1, level: 2 }),
        // The other counter's first count came before, its second at the end.
        firing(groupAlert, "ctr_2", { lastEventId: 2, previousLevel: 1, level: 2 }),
      ],
    },
  };
}

function countsOf(counterId: string, levels: number[]): JudgedCount[] {
  return levels.map((count, index) => {
    const previousCount = levels[index - 1] ?? 0;
    const delta = count - previousCount;
    return {
      ...{ organizationId, counterId, counterName: "Gate", createdAt, previousCount, count, delta },
      ...{ eventType: delta > 0 ? "increment" : "decrement", lastEventId: index + 1, cause: "tap" },
    };
  });
}

function firing(
  { id, scope }: typeof counterAlert | typeof groupAlert,
  counterId: string,
  numbers: Pick<Firing, "lastEventId" | "previousLevel" | "level">,
): Firing {
  return {
    ...{ organizationId, scope, kind: "absolute", alertId: id, alertName: "Full", counterId },
    ...{ counterName: "Gate", groupId: scope === "group" ? groupId : null, groupName: null },
    ...{ threshold: 2, capacity: null, percent: null, ...numbers, createdAt },
  };
}

test("nothing is wrong where every count was evaluated once and in order", () => {
  expect(judgeAlerts(wellEvaluated())).toEqual([]);
});

type Stored = AlertFacts["stored"];
const change = (stored: Stored, index: number, changed: Partial<Firing>) =>
  stored.firings.map((one, at) => (at === index ? { ...one, ...changed } : one));

test.each<[string, (stored: Stored) => Partial<Stored>, string]>([
  ["a missing firing", ({ firings }) => ({ firings: firings.slice(1) }), "did not fire by 2 "],
  [
    "a firing that the alert was not armed for",
    (stored) => ({
      firings: [
        ...stored.firings,
        firing(counterAlert, "ctr_1", { lastEventId: 4, previousLevel: 1, level: 2 }),
      ],
    }),
    "fired by 4 ",
  ],
  [
    "two firings by one count",
    ({ firings }) => ({ firings: [...firings, ...firings.slice(2)] }),
    "fired more than once by the same count",
  ],
  [
    "a level that the count does not lead to",
    (stored) => ({ firings: change(stored, 2, { previousLevel: 0 }) }),
    "fired by ctr_2:2 of 1 from 0 to 2",
  ],
  [
    "a step that does not cross the threshold",
    (stored) => ({ firings: change(stored, 2, { previousLevel: 2, level: 3 }) }),
    "from 2 to 3",
  ],
  [
    "a firing by nothing that was counted",
    (stored) => ({ firings: change(stored, 2, { lastEventId: 9 }) }),
    "was never counted",
  ],
  [
    "a firing of an unknown alert",
    (stored) => ({ firings: [...stored.firings, ...change(stored, 2, { alertId: "alt_9" })] }),
    "is unknown",
  ],
  [
    "another time than the count's",
    (stored) => ({ firings: change(stored, 0, { createdAt: "2026-01-05T10:00:01.000Z" }) }),
    "stored a wrong firing",
  ],
  [
    "a total that is not the sum",
    ({ groups }) => ({ groups: groups.map((group) => ({ ...group, total: 3n })) }),
    "has the total 3 instead of 2",
  ],
  [
    "a state that the total does not allow",
    ({ alerts }) => ({
      alerts: alerts.map((alert) => ({ ...alert, state: "armed" as const })),
    }),
    "is armed at the total 2",
  ],
])("finds %s", (_, changed, text) => {
  const { stored, ...facts } = wellEvaluated();
  const wrong = judgeAlerts({ ...facts, stored: { ...stored, ...changed(stored) } });
  expect(wrong.join("\n")).toContain(text);
});
