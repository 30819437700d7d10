import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod";
import { alarmLevels } from "../../../lib/alarms/alarm-levels.ts";
import { objectives } from "../../../lib/alarms/objectives.ts";
import {
  alarmTopicArn,
  burnWindows,
  everySetting,
  otherSettings,
  propertiesOf,
  template,
  withMail,
} from "../synthesized.ts";

const Text = z.object({
  AlarmName: z.string(),
  AlarmDescription: z.string(),
  AlarmActions: z.array(z.string()).optional(),
  OKActions: z.array(z.string()).optional(),
});

/** All that may send a notification, by title. */
function alarms(settings: Record<string, string> = {}) {
  const made = template(settings);
  return ["AWS::CloudWatch::Alarm", "AWS::CloudWatch::CompositeAlarm"]
    .flatMap((type) => propertiesOf(type, made))
    .map((properties) => Text.parse(properties))
    .map((alarm) => ({ title: alarm.AlarmName.replace(/^[^:]+: /, ""), ...alarm }));
}

test("every alarm has a level, and every level is of an alarm", () => {
  expect(
    alarms(withMail)
      .map(({ title }) => title)
      .toSorted(),
  ).toEqual(Object.keys(alarmLevels).toSorted());
});

test("every alarm states its impact and level, and names a heading of the runbook", () => {
  const runbook = readFileSync("docs/operators/runbook.md", "utf8");
  for (const { title, AlarmDescription } of alarms()) {
    const [, level, heading] =
      /\. Level: (\w+)\. What to do: docs\/operators\/runbook\.md, "(.+)"$/.exec(
        AlarmDescription,
      ) ?? [];
    expect(level).toBe(alarmLevels[title]);
    expect(runbook).toContain(`\n## ${heading}\n`);
  }
});

test("no alarm has the name of another", () => {
  const windows = propertiesOf("AWS::CloudWatch::Alarm", burnWindows());
  const names = [...alarms(), ...windows].map(({ AlarmName }) => AlarmName);
  expect(new Set(names).size).toBe(names.length);
});

test("one topic hears of alarms of both levels, and of their ends", () => {
  for (const alarm of alarms(everySetting)) {
    expect(alarm).toMatchObject({ AlarmActions: [alarmTopicArn], OKActions: [alarmTopicArn] });
  }
});

test("tickets have their own topic where there is one", () => {
  for (const { title, AlarmActions, OKActions } of alarms(otherSettings)) {
    const isTicket = alarmLevels[title] === "ticket";
    const expected = [isTicket ? otherSettings.ticketTopicArn : alarmTopicArn];
    expect([title, AlarmActions, OKActions]).toEqual([title, expected, expected]);
  }
});

test("an alarm that a person has to get up for says so in the documents, and so do all others", () => {
  const rows = tableRows("| alarm | level |");
  expect(rows).toEqual(Object.entries(alarmLevels));
});

test("the documents have the objectives of the template", () => {
  const rows = tableRows("| surface | objective |");
  expect(rows).toEqual(
    Object.values(objectives).map(({ name, target, promise }) => [name, `${target} % ${promise}`]),
  );
});

/** The first two cells of each row below a head. */
function tableRows(head: string): string[][] {
  const [, below = ""] = readFileSync("docs/operators/alarms.md", "utf8").split(`\n${head}`);
  const [table = ""] = below.trimEnd().split("\n\n");
  return table
    .split("\n")
    .slice(2)
    .map((row) =>
      row
        .split("|")
        .map((cell) => cell.trim())
        .slice(1, 3),
    );
}
