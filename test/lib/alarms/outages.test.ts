import { expect, test } from "vitest";
import { alarmLevels } from "../../../lib/alarms/alarm-levels.ts";
import { Alarm, inTurn, type Minutes, reportedIn, stateOf } from "../alarm-evaluation.ts";
import { propertiesOf, resolved } from "../synthesized.ts";
import { queueMetrics } from "./queue-metrics.ts";

const minutes = 12;

/** The titles of the alarms that fire of this level, while all that runs every minute reports that all is well. */
function firing(level: "page" | "ticket", reported: Minutes): string[] {
  const healthy = ["CanaryFailures", "DayStartDelay"].map((name) => [
    `counting-service-production ${name} service=counting-service`,
    inTurn([minutes, "0"]),
  ]);
  const all = reportedIn({ ...Object.fromEntries(healthy), ...reported });
  return propertiesOf("AWS::CloudWatch::Alarm")
    .map((properties) => Alarm.parse(resolved(properties)))
    .filter((alarm) => stateOf(alarm, all) === "ALARM")
    .map(({ AlarmName }) => AlarmName.replace(/^[^:]+: /, ""))
    .filter((title) => alarmLevels[title] === level);
}

const everyMinute = (count: number) => (second: number) => (second % 60 === 7 ? count : 0);
const own = (name: string) => `counting-service-production ${name} service=counting-service`;

const unhandled = (queue: string, count = 2) =>
  queueMetrics(queue, { minutes, sentAt: everyMinute(count), handledAfter: () => undefined });

const notHandled = "Webhooks are late (not handled)";

// With two counts a minute: what pages nobody there does so only once many are affected.
test.each<[what: string, reported: Minutes, pages: string[]]>([
  [
    "the key of the signing secrets is disabled, or tables refuse calls",
    { ...unhandled("WebhooksFirstAttemptsQueue"), [own("AttemptErrors")]: inTurn([minutes, "4"]) },
    [notHandled],
  ],
  ["only attempts at slow endpoints fail", unhandled("WebhooksSlowAttemptsQueue"), [notHandled]],
  [
    "nobody receives first attempts",
    queueMetrics("WebhooksFirstAttemptsQueue", {
      minutes,
      sentAt: everyMinute(1),
      handledAfter: () => 1,
      received: false,
    }),
    ["Webhooks are late (first attempts)"],
  ],
])("somebody is paged when %s", (_, reported, pages) => {
  expect(firing("page", reported).toSorted()).toEqual(pages.toSorted());
});

test.each<[what: string, reported: Minutes]>([
  [
    "one message that nobody can handle",
    queueMetrics("WebhooksFirstAttemptsQueue", {
      minutes,
      sentAt: everyMinute(1),
      handledAfter: (message) => (message === 0 ? undefined : 1),
    }),
  ],
  [
    "a receiver that hangs",
    queueMetrics("WebhooksSlowAttemptsQueue", {
      minutes,
      sentAt: everyMinute(40),
      handledAfter: (message) => 10 + (message % 17),
    }),
  ],
  [
    "bursts at the end of every other minute",
    queueMetrics("WebhooksFirstAttemptsQueue", {
      minutes,
      sentAt: (second) => (second % 120 > 110 && second % 120 < 120 ? 30 : 0),
      handledAfter: () => 12,
    }),
  ],
])("%s pages nobody", (_, reported) => {
  expect(firing("page", reported)).toEqual([]);
});

test("a message that is received again and again is left out of the age from its third time on", () => {
  const [oldest = ""] = Object.values(unhandled("Queue"));
  // Received at once, after 28 and after 56 seconds: never as old as an alarm on the age needs.
  expect(new Set(oldest.split(" ").slice(1))).toEqual(new Set(["56"]));
});

test("no alarm on silence fires before there was time to report anything", () => {
  const onSilence = propertiesOf("AWS::CloudWatch::Alarm").filter(
    ({ TreatMissingData }) => TreatMissingData === "breaching",
  );
  expect(onSilence.map(({ AlarmName }) => AlarmName)).toHaveLength(2);
  for (const { WarmUpConfiguration } of onSilence) {
    expect(WarmUpConfiguration).toEqual({ WarmUpPeriodDurationInMinutes: 30 });
  }
});
