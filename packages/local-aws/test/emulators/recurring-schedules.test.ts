import { expect, test } from "vitest";
import { readSchedules } from "../../emulators/scheduler/recurring-schedules.ts";
import { Stack } from "../../template/stack.ts";
import { Template } from "../../template/template.ts";

const urls = { sqs: "", apiUrl: () => "", cdnUrl: () => "" };

function schedulesWith(properties: object) {
  const Target = { Arn: "arn:aws:lambda:us-east-1:000000000000:function:run", RoleArn: "role" };
  const own = { FlexibleTimeWindow: { Mode: "OFF" }, Target, ...properties };
  const Resources = { Tick: { Type: "AWS::Scheduler::Schedule", Properties: own } };
  return readSchedules(new Stack("Test", Template.parse({ Resources }), urls));
}

test.each([
  ["rate(1 minute)", 60_000],
  ["rate(5 minutes)", 300_000],
  ["rate(2 hours)", 7_200_000],
  ["rate(1 day)", 86_400_000],
])("%s is every %i ms", (ScheduleExpression, everyMs) => {
  expect(schedulesWith({ ScheduleExpression })).toMatchObject([{ name: "Tick", everyMs }]);
});

test.each([
  ["a cron expression", { ScheduleExpression: "cron(0 8 * * ? *)" }, "must be a rate"],
  ["a rate of none", { ScheduleExpression: "rate(0 minutes)" }, "must be a rate"],
  [
    "a flexible window",
    {
      ScheduleExpression: "rate(1 minute)",
      FlexibleTimeWindow: { Mode: "FLEXIBLE", MaximumWindowInMinutes: 5 },
    },
    "FlexibleTimeWindow.Mode",
  ],
  ["a group", { ScheduleExpression: "rate(1 minute)", GroupName: "own" }, "GroupName"],
])("%s is refused, not ignored", (_, properties, reason) => {
  expect(() => schedulesWith(properties)).toThrow(reason);
});
