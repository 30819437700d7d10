import { expect, test } from "vitest";
import { Alarm, inTurn, type Minutes, reportedIn, stateOf } from "./alarm-evaluation.ts";
import { resolved, resources } from "./synthesized.ts";

const failed = "AWS/ApiGateway 5xx ApiId={ReadApiSurfaceHttpApi}";
const all = "AWS/ApiGateway Count ApiId={ReadApiSurfaceHttpApi}";
const latency = "AWS/ApiGateway Latency ApiId={ReadApiSurfaceHttpApi}";
const ofFunction = (name: string, metric: string) =>
  `AWS/Lambda ${metric} FunctionName={${name}Function}`;
const own = (name: string) => `counting-service-production ${name} service=counting-service`;
const ofQueue = (name: string, metric: string) => `AWS/SQS ${metric} QueueName={${name}.QueueName}`;
const received = (name: string) => ofQueue(name, "NumberOfMessagesReceived");
const deleted = (name: string) => ofQueue(name, "NumberOfMessagesDeleted");
const oldest = (name: string) => ofQueue(`${name}Queue`, "ApproximateAgeOfOldestMessage");
const letters = (name: string) =>
  ofQueue(`${name}DeadLetters`, "ApproximateNumberOfMessagesVisible");
const group = resources("AWS::Scheduler::ScheduleGroup").WebhooksSchedules?.Properties.Name;
const schedules = (name: string) => `AWS/Scheduler ${name} ScheduleGroup=${group}`;
const dispatch = "WebhooksDispatchDispatchEvents";
const evaluate = "AlertsEvaluateAlerts";
const nothing: Minutes = { [own("Other")]: inTurn([12, "-"]) };
const always = (value: string) => inTurn([5, value]);

type Case = [alarm: string, state: "ALARM" | "OK", what: string, minutes: Minutes];

/** For each kind of alarm one case that fires, one that is quiet, and one without data. */
const cases: Case[] = [
  ...ofKind("ReadApiObjectiveSlowBurnAlarm", {
    fires: { [failed]: inTurn([360, "1"]), [all]: inTurn([360, "100"]) },
    // Nine of nine: too few to say anything.
    quiet: { [failed]: inTurn([351, "-"], [9, "1"]), [all]: inTurn([351, "-"], [9, "1"]) },
  }),
  // Milliseconds. One in a hundred is slow, or fewer.
  ...ofKind("ReadApiLatencyAlarm", {
    fires: { [latency]: always("97*80,3*3001") },
    quiet: { [latency]: always("199*80,9000") },
  }),
  ...ofKind("ReadApiThrottlesAlarm", {
    fires: { [ofFunction("ReadApiSurfaceGetOpenapi", "Throttles")]: "1 0 1 0 1" },
    quiet: { [ofFunction("ReadApiSurfaceGetOpenapi", "Throttles")]: "0 0 7 0 7" },
  }),
  ...ofKind("ReadApiLimitAlarm", {
    fires: { "counting-service-production ThrottledApiRequests": "1 - 1 - 1" },
    quiet: { "counting-service-production ThrottledApiRequests": "- - - 9 9" },
  }),
  ...ofKind("WebhooksHandlingAlarm", {
    fires: {
      [received("WebhooksRetriesQueue")]: "50 50 0 50 50",
      [deleted("WebhooksRetriesQueue")]: "19 19 0 19 19",
    },
    quiet: {
      [received("WebhooksRetriesQueue")]: always("50"),
      [deleted("WebhooksRetriesQueue")]: always("20"),
    },
  }),
  // The other function is at work, and hides nothing.
  ...ofKind("StreamThrottlesAlarm", {
    fires: {
      [ofFunction(evaluate, "Throttles")]: "5 - 5 - 5",
      [ofFunction(dispatch, "Invocations")]: always("9"),
    },
    quiet: {
      [ofFunction(dispatch, "Throttles")]: always("5"),
      [ofFunction(dispatch, "Invocations")]: "1 - 1 - 1",
    },
  }),
  ...ofKind("WebhooksDeadLettersAlarm", {
    fires: { [letters("WebhooksSlowAttempts")]: "0 3 0 0 0" },
    quiet: { [letters("WebhooksRetries")]: "5 0 0 0 0 0" },
  }),
  // However many there are already, and while another queue empties.
  ...ofKind("WebhooksNewDeadLettersAlarm", {
    fires: {
      [letters("WebhooksRetries")]: "7 7 7 7 7 - 8",
      [letters("WebhooksFirstAttempts")]: "9 9 9 9 9 9 0",
    },
    quiet: { [letters("WebhooksRetries")]: "7 7 - - 7 7 3" },
  }),
  // Seconds, as SQS reports them.
  ...ofKind("WebhooksFirstAttemptsAgeAlarm", {
    fires: { [oldest("WebhooksFirstAttempts")]: "61 0 61 0 61" },
    quiet: { [oldest("WebhooksFirstAttempts")]: always("60") },
  }),
  ...ofKind("WebhooksLaterAttemptsAgeAlarm", {
    fires: { [oldest("WebhooksRetries")]: "301 0 301 0 301" },
    quiet: {
      [oldest("WebhooksRetries")]: always("300"),
      [oldest("WebhooksSlowAttempts")]: always("3600"),
    },
  }),
  [
    "WebhooksLaterAttemptsAgeAlarm",
    "ALARM",
    "attempts at slow endpoints",
    { [oldest("WebhooksSlowAttempts")]: always("3601") },
  ],
  // Milliseconds, as Lambda reports them.
  ...ofKind("WebhooksDispatchStreamAgeAlarm", {
    fires: { [ofFunction(dispatch, "IteratorAge")]: "- - 60001 60001 60001" },
    quiet: { [ofFunction(dispatch, "IteratorAge")]: always("60000") },
  }),
  ...ofKind("WebhooksDispatchFailedRecordsAlarm", {
    fires: { [own("RecordsNotDispatched")]: "- - - - 1" },
    quiet: { [own("RecordsNotDispatched")]: "5 0 0 0 0 0" },
  }),
  [
    "WebhooksDispatchFailedRecordsAlarm",
    "ALARM",
    "a fired alert",
    {
      "AWS/Lambda OnFailureDestinationDeliveredEventCount EventSourceMappingUUID={WebhooksDispatchFirings}":
        "0 0 1 0 0",
    },
  ],
  ...ofKind("LostRecordsAlarm", {
    fires: { [ofFunction(evaluate, "DestinationDeliveryFailures")]: "- - 1 - -" },
    quiet: { [ofFunction(dispatch, "DestinationDeliveryFailures")]: always("0") },
  }),
  ...ofKind("WebhooksErrorsAlarm", {
    fires: { [own("DispatchErrors")]: "0,1 0 1,0 - 1" },
    quiet: { [ofFunction("WebhooksDeliverWebhook", "Errors")]: "- - - 9 9" },
  }),
  ...ofKind("WebhooksLateSchedulesAlarm", {
    fires: { [schedules("InvocationThrottleCount")]: "1 0 1 0 1" },
    quiet: { [schedules("TargetErrorCount")]: "0 0 7 0 7" },
  }),
  // What Scheduler gives up is a dead letter, which has an alarm of its own.
  ...ofKind("WebhooksLostSchedulesAlarm", {
    fires: { [schedules("InvocationsFailedToBeSentToDeadLetterCount")]: "- - - - 1" },
    quiet: { [schedules("InvocationDroppedCount")]: always("1") },
  }),
  // Milliseconds. More than 6 % are late, and at least ten.
  ...ofKind("WebhooksDeliveryAgeSlowBurnAlarm", {
    fires: { [own("DeliveryAge")]: inTurn([360, "9*200,5001"]) },
    quiet: { [own("DeliveryAge")]: inTurn([360, "19*200,9000"]) },
  }),
  ...ofKind("WebhooksScheduleErrorsAlarm", {
    fires: { [own("ScheduleErrors")]: "1 - 1 - 1" },
    quiet: { [own("ScheduleErrors")]: "- - - 9 9" },
  }),
  ["CanaryAbsenceAlarm", "ALARM", "no data", nothing],
  ["CanaryAbsenceAlarm", "OK", "runs", { [own("CanaryFailures")]: "0,0 - 0 - -" }],
  // Milliseconds.
  ["DayStartsDelayAlarm", "ALARM", "no data", nothing],
  ["DayStartsDelayAlarm", "ALARM", "days wait", { [own("DayStartDelay")]: always("600001") }],
  ["DayStartsDelayAlarm", "OK", "two in a minute", { [own("DayStartDelay")]: "0,0 - 0 - -" }],
];

function ofKind(alarm: string, { fires, quiet }: Record<"fires" | "quiet", Minutes>): Case[] {
  return [
    [alarm, "ALARM", "more than it may be", fires],
    [alarm, "OK", "within the limit", quiet],
    [alarm, "OK", "no data", nothing],
  ];
}

const alarmOf = (name: string) =>
  Alarm.parse(resolved(resources("AWS::CloudWatch::Alarm")[name]?.Properties));

test.each(cases)("%s is in the state %s: %s", (name, state, _, minutes) => {
  expect(stateOf(alarmOf(name), reportedIn(minutes))).toBe(state);
});

test.each([
  ["SiteSurfaceGetEmbedCount", "SiteThrottlesAlarm"],
  ["ReadApiSurfaceGetCounter", "ReadApiThrottlesAlarm"],
  ["ConsoleSurfaceCountTaps", "ConsoleAlarmsThrottlesAlarm"],
  ["ConsoleSurfaceManageCounters", "ConsoleAlarmsManagingThrottlesAlarm"],
  ["WebhooksDeliverWebhook", "WebhooksThrottlesAlarm"],
])("where Lambda throttles %s, of all alarms on throttling %s fires alone", (name, alarm) => {
  const reported = reportedIn({ [ofFunction(name, "Throttles")]: always("5") });
  const firing = Object.keys(resources("AWS::CloudWatch::Alarm")).filter(
    (each) => /Throttles/.test(each) && stateOf(alarmOf(each), reported) === "ALARM",
  );
  expect(firing).toEqual([alarm]);
});

test("an alarm of a part of the service watches nothing of another part", () => {
  const part = /^(?:Site|ReadApi|Webhooks|Console|Alerts)/;
  const watching = Object.entries(resources("AWS::CloudWatch::Alarm")).flatMap(([id, alarm]) => {
    const [own] = part.exec(id) ?? [];
    const watched = [...JSON.stringify(resolved(alarm.Properties)).matchAll(/"\{(\w+)/g)];
    const parts = new Set(watched.flatMap(([, name = ""]) => part.exec(name)?.[0] ?? []));
    return own === undefined || parts.size === 0 ? [] : [[id, own, ...parts]];
  });
  expect(watching.length).toBeGreaterThan(15);
  expect(watching.filter(([, own, ...parts]) => parts.join() !== own)).toEqual([]);
});

/** How an alarm decides, whatever it watches: two of one kind have the same cases. */
function kindOf(name: string): string {
  const alarm = alarmOf(name);
  const { Metrics = [], ComparisonOperator, EvaluationPeriods, DatapointsToAlarm } = alarm;
  const [expression] = Metrics.flatMap((query) => ("Expression" in query ? query.Expression : []));
  const one = alarm.Statistic ?? alarm.ExtendedStatistic ?? "";
  const math = expression
    ?.replace(/FILL\(\w+, 0\)( \+ FILL\(\w+, 0\))*/g, "sum")
    .replace(/^sum$/, "Sum");
  const decides = [ComparisonOperator, EvaluationPeriods, DatapointsToAlarm];
  return [math ?? one, ...decides, alarm.TreatMissingData].join(" ");
}

test("each alarm of the template is of a kind that has cases", () => {
  const covered = new Set(cases.map(([name]) => kindOf(name)));
  const others = Object.keys(resources("AWS::CloudWatch::Alarm")).filter(
    (name) => !covered.has(kindOf(name)),
  );
  expect(others).toEqual([]);
});
