import { expect, test } from "vitest";
import type { AlertView } from "../../../../api/private/alerts.ts";
import { ruleChange, valuesOf } from "../../../../web/console/alerts/alert-form.ts";

const alert: AlertView = {
  ...{ id: "alr_1", name: "Full", scope: "counter", targetId: "ctr_1", targetName: "Hall" },
  ...{ kind: "absolute", percent: null, at: 500, capacity: null, rearmBelow: 400 },
  ...{ createdAt: "2030-01-01T00:00:00.000Z", state: "armed", asleepBecause: null },
  ...{ threshold: 500, capacityInForce: null, rearmLevel: 400, level: 0, stateSince: null },
};

test.each([
  ["nothing", {}, {}],
  ["the name alone", { name: "Too full" }, { name: "Too full" }],
  ["the threshold with its kind", { at: 800 }, { kind: "absolute", at: 800 }],
  [
    "another kind with its threshold",
    { kind: "percent" as const },
    { kind: "percent", percent: 90 },
  ],
  ["a capacity", { capacity: "300" }, { capacity: 300 }],
  ["a field that was emptied", { rearmBelow: "" }, { rearmBelow: null }],
])("a form sends %s if nothing else was changed", (_, changed, sent) => {
  expect(ruleChange(alert, { ...valuesOf(alert), ...changed })).toEqual(sent);
});
