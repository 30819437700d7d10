import { expect, test } from "vitest";
import { type AlarmFacts, judgeAlarms } from "../../../core/operations/stack-alarms.ts";

const alarm: AlarmFacts = {
  name: "counting: Webhooks are late",
  state: "OK",
  since: "2030-01-01T00:00:00.000Z",
  description: 'Receivers wait. What to do: docs/operators/runbook.md, "Webhooks are late"',
  notifies: true,
};
const declared = [alarm.name];

test("an alarm that fires names its section of the runbook", () => {
  const alarms = [{ ...alarm, state: "ALARM" }];
  expect(judgeAlarms({ declared, alarms, keepsData: true })).toEqual([
    {
      severity: "critical",
      sentence:
        'the alarm "counting: Webhooks are late" has been firing since 2030-01-01T00:00:00.000Z',
      remedy: 'see docs/operators/runbook.md, "Webhooks are late"',
    },
  ]);
});

test.each<[string, boolean, string]>([
  ["a stage that keeps its data", true, "warning"],
  ["an ephemeral stage", false, "fine"],
])("of %s, an alarm that tells nobody", (_case, keepsData, severity) => {
  const alarms = [{ ...alarm, notifies: false }];
  expect(judgeAlarms({ declared, alarms, keepsData })).toMatchObject([{ severity }]);
});

test("an alarm without data does not fire", () => {
  const alarms = [{ ...alarm, state: "INSUFFICIENT_DATA" }];
  expect(judgeAlarms({ declared, alarms, keepsData: true })).toMatchObject([{ severity: "fine" }]);
});
