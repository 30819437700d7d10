import { expect, test } from "vitest";
import { alertsPutToSleep } from "../../../core/alerts/sleeping-alerts.ts";
import { storedAlert } from "./stored-alert.ts";

const atCapacity = { kind: "at_capacity", at: null } as const;
const alerts = [
  storedAlert({ name: "full", ...atCapacity }),
  storedAlert({ name: "half", kind: "percent", percent: 50, at: null }),
  storedAlert({ name: "fixed", at: 5 }),
  storedAlert({ name: "own", ...atCapacity, capacity: 20 }),
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
