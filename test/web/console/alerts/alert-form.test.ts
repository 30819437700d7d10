import { expect, test } from "vitest";
import type { AlertView } from "../../../../api/private/alerts.ts";
import { settingsOf, valuesOf } from "../../../../web/console/alerts/alert-form.ts";
import { stateSentence } from "../../../../web/console/alerts/state-sentence.ts";

const alert: AlertView = {
  ...{ id: "alr_1", name: "Full", scope: "counter", targetId: "ctr_1", targetName: "Hall" },
  ...{ kind: "absolute", percent: null, at: 500, capacity: null, rearmBelow: 400 },
  ...{ createdAt: "2030-01-01T00:00:00.000Z", state: "armed", asleepBecause: null },
  ...{ threshold: 500, capacityInForce: null, rearmLevel: 400, level: 0, stateSince: null },
  stateEventId: null,
};
const stored = {
  ...{ name: "Full", kind: "absolute", percent: null, at: 500, capacity: null, rearmBelow: 400 },
};

test.each([
  ["a count brought it there", "ctr_1:7", "Fired."],
  ["it was there when it was made", null, "Nothing was sent: the count was at 500 or more"],
])("an alert above its threshold says whether anything was sent: %s", (_, stateEventId, said) => {
  const stateSince = alert.createdAt;
  const above = { ...alert, state: "fired" as const, level: 600, stateSince, stateEventId };
  expect(stateSentence(above)).toContain(said);
});

test.each([
  ["nothing", {}, {}],
  ["the name", { name: "Too full" }, { name: "Too full" }],
  ["the number", { at: "800" }, { at: 800 }],
  ["the kind", { kind: "percent" as const }, { kind: "percent", percent: 90, at: null }],
  ["a capacity", { capacity: "300" }, { capacity: 300 }],
  ["a field that was emptied", { rearmBelow: "" }, { rearmBelow: null }],
])("of the settings, %s differs from the alert", (_, typed, differing) => {
  expect(settingsOf({ ...valuesOf(alert), ...typed })).toEqual({ ...stored, ...differing });
});
