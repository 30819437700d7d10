import { expect, test } from "vitest";
import type { StoredAlert } from "../../../core/alerts/alert.ts";
import { alertsPutToSleep } from "../../../core/alerts/sleeping-alerts.ts";

const createdAt = "2026-11-21T12:00:00.000Z";

function alertOf(name: string, rule: Partial<StoredAlert>): StoredAlert {
  return {
    ...{ id: `alt_${name}`, organizationId: "org_1", name, scope: "counter", targetId: "ctr_1" },
    ...{ kind: "at_capacity", percent: null, at: null, capacity: null, rearmBelow: null },
    ...{ paused: false, state: "armed", stateSince: createdAt, stateEventId: null },
    ...{ position: 0, epoch: 0, revision: 1, createdAt },
    ...rule,
  };
}

const alerts = [
  alertOf("full", {}),
  alertOf("half", { kind: "percent", percent: 50 }),
  alertOf("fixed", { kind: "absolute", at: 5 }),
  alertOf("own", { capacity: 20 }),
];

test.each([
  ["taken away", 10, null, ["full", "half"]],
  ["made negative", 10, -2.5, ["half"]],
  ["taken away while negative", -2.5, null, ["full"]],
  ["raised", 10, 20, []],
  ["zero", 10, 0, []],
  ["given", null, 10, []],
])("a goal that is %s puts to sleep what goes by it", (_case, before, after, names) => {
  const sleeping = alertsPutToSleep(alerts, { before, after });
  expect(sleeping.map(({ name }) => name)).toEqual(names);
});
