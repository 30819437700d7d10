import { describe, expect, test } from "vitest";
import { Alarm, inTurn, type Minutes, reportedIn, stateOf } from "./alarm-evaluation.ts";
import { resolved, resources } from "./synthesized.ts";

interface Cases {
  fires: Minutes[];
  quiet: Minutes[];
}

/** Fires when more than 0.6 % fail within six hours, and at least ten. */
function slowBurn(failed: string, all: string): Cases {
  return {
    fires: [
      { [failed]: inTurn([360, "1"]), [all]: inTurn([360, "100"]) },
      { [failed]: inTurn([355, "0"], [5, "60"]), [all]: inTurn([360, "100"]) },
      { [failed]: inTurn([350, "-"], [10, "1"]), [all]: inTurn([350, "-"], [10, "1"]) },
    ],
    quiet: [
      { [failed]: inTurn([360, "-"]), [all]: inTurn([360, "-"]) },
      { [failed]: inTurn([360, "0"]), [all]: inTurn([360, "100"]) },
      { [failed]: inTurn([180, "0"], [180, "1"]), [all]: inTurn([360, "100"]) },
      // Nine of nine: too few to say anything.
      { [failed]: inTurn([351, "-"], [9, "1"]), [all]: inTurn([351, "-"], [9, "1"]) },
    ],
  };
}

/** Fires at a single one of the last five minutes. */
function atOnce(metric: string): Cases {
  return {
    fires: [{ [metric]: "- - - - 1" }, { [metric]: "0 3 0 0 0" }, { [metric]: "1 0,0 - - -" }],
    quiet: [
      { [metric]: "- - - - -" },
      { [metric]: "0,0 0,0 0,0 0,0 0,0" },
      { [metric]: "5 0 0 0 0 0" },
    ],
  };
}

/** Fires at three of the last five minutes, and not at a short trouble. */
function whenItLasts(metric: string): Cases {
  return {
    fires: [
      { [metric]: "- - 1 1 1" },
      { [metric]: "1 - 1 - 1" },
      { [metric]: "0,0,1 0,0 0,1,0 0,1 0" },
    ],
    quiet: [
      { [metric]: "- - - - -" },
      { [metric]: "0,0 0,0 0,0 0,0 0,0" },
      { [metric]: "- - - 9 9" },
      { [metric]: "0,9 0,0 0,0 0,9 0,0" },
    ],
  };
}

/** Fires when a number grows, however high it is already, and not while it stays. */
function whenItGrows(metric: string): Cases {
  return {
    fires: [
      { [metric]: "0 0 0 0 0 0 1" },
      { [metric]: "7 7 7 7 7 7 8" },
      { [metric]: "7 7 7 8 - - -" },
      { [metric]: "3 - - - - - 4" },
    ],
    quiet: [
      { [metric]: "- - - - - - -" },
      { [metric]: "0 0 0 0 0 0 0" },
      { [metric]: "7 7 7 7 7 7 7" },
      { [metric]: "7 7 - - 7 7 3" },
    ],
  };
}

/** Fires when three of the last five minutes had a value above this. */
function whenOlderThan(metric: string, age: number): Cases {
  const [over, border] = [`0,0,${age + 1}`, `${age},${age}`];
  return {
    fires: [
      { [metric]: `- - ${over} ${over} ${over}` },
      { [metric]: `${over} 0 ${over} 0 ${over}` },
    ],
    quiet: [
      { [metric]: "- - - - -" },
      { [metric]: `${border} ${border} ${border} ${border} ${border}` },
      { [metric]: `0 0 0 ${over} ${over}` },
    ],
  };
}

/** Fires for each of some metrics, while the others report nothing and while they report zeros. */
function anyOf(metrics: string[]): Cases {
  const alone = (minutes: string) =>
    metrics.flatMap((metric) => [
      { [metric]: minutes },
      { ...Object.fromEntries(metrics.map((other) => [other, "0 0 0 0 0"])), [metric]: minutes },
    ]);
  return {
    fires: metrics.flatMap((metric) => whenItLasts(metric).fires).concat(alone("1 0 1 0 1")),
    quiet: metrics.flatMap((metric) => whenItLasts(metric).quiet).concat(alone("0 0 7 0 7")),
  };
}

/** Fires when most of what is received is not deleted for four of five minutes, if it is more than ten. */
function whenUnhandled(queues: string[]): Cases {
  const metric = (queue: string, name: string) =>
    `AWS/SQS ${name} QueueName={${queue}Queue.QueueName}`;
  const of = (queue: string, received: string, deleted: string): Minutes => ({
    [metric(queue, "NumberOfMessagesReceived")]: received,
    [metric(queue, "NumberOfMessagesDeleted")]: deleted,
  });
  return {
    fires: queues.flatMap((queue) => [
      of(queue, "11 11 11 11 11", "0 0 0 0 0"),
      of(queue, "50 50 0 50 50", "19 19 0 19 19"),
      of(queue, "11 11 11 11 11", "- - - - -"),
    ]),
    quiet: queues.flatMap((queue) => [
      of(queue, "- - - - -", "- - - - -"),
      of(queue, "10 10 10 10 10", "0 0 0 0 0"),
      of(queue, "50 50 50 50 50", "20 20 20 20 20"),
      of(queue, "90 0 90 0 90", "0 90 0 90 0"),
    ]),
  };
}

/** Fires at three minutes in which a function was throttled and never invoked. */
function whenOnlyThrottled(name: string): Cases {
  const invocations = `AWS/Lambda Invocations FunctionName={${name}Function}`;
  return {
    fires: whenItLasts(throttles(name)).fires,
    quiet: [
      ...whenItLasts(throttles(name)).quiet,
      { [throttles(name)]: "5 5 5 5 5", [invocations]: "1 - 1 - 1" },
    ],
  };
}

/** Fires at once for each of two metrics, while the other reports nothing and while it reports zeros. */
function eitherAtOnce(one: string, other: string): Cases {
  const beside = (metric: string, quiet: string) => ({
    [metric]: "- - - - 1",
    [quiet]: "0 0 0 0 0",
  });
  return {
    fires: [...atOnce(one).fires, ...atOnce(other).fires, beside(one, other), beside(other, one)],
    quiet: [...atOnce(one).quiet, ...atOnce(other).quiet],
  };
}

const ofApi = (name: string): [failed: string, all: string] => [
  `AWS/ApiGateway 5xx ApiId={${name}SurfaceHttpApi}`,
  `AWS/ApiGateway Count ApiId={${name}SurfaceHttpApi}`,
];
const throttles = (name: string) => `AWS/Lambda Throttles FunctionName={${name}Function}`;
const errors = (name: string) => `AWS/Lambda Errors FunctionName={${name}Function}`;
const own = (name: string) => `counting-service-production ${name} service=counting-service`;
const deadLetters = (name: string) =>
  `AWS/SQS ApproximateNumberOfMessagesVisible QueueName={${name}DeadLetters.QueueName}`;
const group = resources("AWS::Scheduler::ScheduleGroup").WebhooksSchedules?.Properties.Name;
const schedules = (name: string) => `AWS/Scheduler ${name} ScheduleGroup=${group}`;
const oldest = (name: string) =>
  `AWS/SQS ApproximateAgeOfOldestMessage QueueName={${name}Queue.QueueName}`;
const latency = "AWS/ApiGateway Latency ApiId={ReadApiSurfaceHttpApi}";
const dispatch = "WebhooksDispatchDispatchEvents";
const evaluate = "AlertsEvaluateAlerts";

/** For each alarm data at which it fires and data at which it does not. */
const alarms: Record<string, Cases> = {
  ReadApiObjectiveSlowBurnAlarm: slowBurn(...ofApi("ReadApi")),
  // Milliseconds. One in a hundred is slow, or fewer, or not for long.
  ReadApiLatencyAlarm: {
    fires: [
      { [latency]: "97*80,3*3001 97*80,3*3001 97*80,3*3001 97*80,3*3001 97*80,3*3001" },
      { [latency]: "9000 9000 9000 9000 9000" },
    ],
    quiet: [
      { [latency]: "- - - - -" },
      { [latency]: "199*80,9000 199*80,9000 199*80,9000 199*80,9000 199*80,9000" },
      { [latency]: "5*3000 5*3000 5*3000 5*3000 5*3000" },
      { [latency]: "80 9000 9000 9000 9000" },
      { [latency]: "- 9000 9000 9000 9000" },
    ],
  },
  ReadApiThrottlesAlarm: anyOf(
    ["ListCounters", "GetCounter", "GetCounterHistory", "GetOpenapi", "RefuseApiRequest"].map(
      (name) => throttles(`ReadApiSurface${name}`),
    ),
  ),
  ReadApiLimitAlarm: whenItLasts("counting-service-production ThrottledApiRequests"),
  SiteObjectiveSlowBurnAlarm: slowBurn(...ofApi("Site")),
  SiteThrottlesAlarm: anyOf(
    ["GetOembed", "ShowEmbed", "GetEmbedCount", "ShowBadge", "ShowScreen", "RefuseSiteRequest"].map(
      (name) => throttles(`SiteSurface${name}`),
    ),
  ),
  SitePageThrottlesAlarm: anyOf(
    ["ShowHome", "ShowDocs", "GetSiteFile"].map((name) => throttles(`SiteSurface${name}`)),
  ),
  SiteLimitAlarm: whenItLasts("counting-service-production ThrottledSiteRequests"),
  ConsoleAlarmsObjectiveSlowBurnAlarm: slowBurn(...ofApi("Console")),
  ConsoleAlarmsCountingSlowBurnAlarm: slowBurn(
    "counting-service-production UnansweredTapRequests",
    "counting-service-production TapRequests",
  ),
  ConsoleAlarmsThrottlesAlarm: anyOf(
    ["ShowConsole", "ManageSessions", "CountTaps", "RefuseConsoleRequest"].map((name) =>
      throttles(`ConsoleSurface${name}`),
    ),
  ),
  ConsoleAlarmsManagingThrottlesAlarm: anyOf(
    [
      "ManageOrganization",
      "ManageCounters",
      "ManageKeys",
      "ManageAlerts",
      "ShowCharts",
      "ShowOverview",
      "ManageWebhooks",
    ].map((name) => throttles(`ConsoleSurface${name}`)),
  ),
  ConsoleAlarmsLimitAlarm: whenItLasts("counting-service-production ThrottledConsoleRequests"),
  WebhooksHandlingAlarm: whenUnhandled([
    "WebhooksFirstAttempts",
    "WebhooksRetries",
    "WebhooksSlowAttempts",
  ]),
  WebhooksDispatchStreamThrottlesAlarm: whenOnlyThrottled(dispatch),
  AlertsStreamThrottlesAlarm: whenOnlyThrottled(evaluate),
  WebhooksFirstAttemptsDeadLettersAlarm: atOnce(deadLetters("WebhooksFirstAttempts")),
  WebhooksRetriesDeadLettersAlarm: atOnce(deadLetters("WebhooksRetries")),
  WebhooksSlowAttemptsDeadLettersAlarm: atOnce(deadLetters("WebhooksSlowAttempts")),
  ...Object.fromEntries(
    ["WebhooksFirstAttempts", "WebhooksRetries", "WebhooksSlowAttempts"].map((name) => [
      `${name}NewDeadLettersAlarm`,
      whenItGrows(deadLetters(name)),
    ]),
  ),
  // Seconds, as SQS reports them.
  WebhooksFirstAttemptsAgeAlarm: whenOlderThan(oldest("WebhooksFirstAttempts"), 60),
  WebhooksRetriesAgeAlarm: whenOlderThan(oldest("WebhooksRetries"), 300),
  WebhooksSlowAttemptsAgeAlarm: whenOlderThan(oldest("WebhooksSlowAttempts"), 3_600),
  // Milliseconds, as Lambda reports them.
  WebhooksDispatchStreamAgeAlarm: whenOlderThan(
    `AWS/Lambda IteratorAge FunctionName={${dispatch}Function}`,
    60_000,
  ),
  WebhooksDispatchFailedRecordsAlarm: eitherAtOnce(
    "AWS/Lambda OnFailureDestinationDeliveredEventCount EventSourceMappingUUID={WebhooksDispatchMapping}",
    own("RecordsNotDispatched"),
  ),
  WebhooksDispatchFailedFiringsAlarm: atOnce(
    "AWS/Lambda OnFailureDestinationDeliveredEventCount EventSourceMappingUUID={WebhooksDispatchFirings}",
  ),
  WebhooksDispatchLostRecordsAlarm: atOnce(
    `AWS/Lambda DestinationDeliveryFailures FunctionName={${dispatch}Function}`,
  ),
  WebhooksDispatchDispatchErrorsAlarm: anyOf([errors(dispatch), own("DispatchErrors")]),
  WebhooksThrottlesAlarm: anyOf([throttles(dispatch), throttles("WebhooksDeliverWebhook")]),
  WebhooksDeliverErrorsAlarm: anyOf([errors("WebhooksDeliverWebhook"), own("AttemptErrors")]),
  AlertsStreamAgeAlarm: whenOlderThan(
    `AWS/Lambda IteratorAge FunctionName={${evaluate}Function}`,
    60_000,
  ),
  AlertsFailedRecordsAlarm: eitherAtOnce(
    "AWS/Lambda OnFailureDestinationDeliveredEventCount EventSourceMappingUUID={AlertsMapping}",
    own("CountsNotEvaluated"),
  ),
  AlertsLostRecordsAlarm: atOnce(
    `AWS/Lambda DestinationDeliveryFailures FunctionName={${evaluate}Function}`,
  ),
  AlertsEvaluationErrorsAlarm: anyOf([errors(evaluate), own("EvaluationErrors")]),
  WebhooksLateSchedulesAlarm: anyOf(
    ["TargetErrorCount", "TargetErrorThrottledCount", "InvocationThrottleCount"].map(schedules),
  ),
  WebhooksLostSchedulesAlarm: {
    fires: atOnce(schedules("InvocationsFailedToBeSentToDeadLetterCount")).fires,
    // What Scheduler gives up is a dead letter, which has alarms of its own.
    quiet: [
      ...atOnce(schedules("InvocationsFailedToBeSentToDeadLetterCount")).quiet,
      { [schedules("InvocationDroppedCount")]: "1 1 1 1 1" },
    ],
  },
  // Milliseconds. More than 6 % are late, and at least ten.
  WebhooksDeliveryAgeSlowBurnAlarm: {
    fires: [
      { [own("DeliveryAge")]: inTurn([360, "9*200,5001"]) },
      { [own("DeliveryAge")]: inTurn([350, "-"], [10, "9000"]) },
    ],
    quiet: [
      { [own("DeliveryAge")]: inTurn([360, "-"]) },
      { [own("DeliveryAge")]: inTurn([360, "19*200,9000"]) },
      { [own("DeliveryAge")]: inTurn([360, "5000"]) },
      { [own("DeliveryAge")]: inTurn([351, "-"], [9, "9000"]) },
    ],
  },
  WebhooksScheduleErrorsAlarm: whenItLasts(own("ScheduleErrors")),
  // Each run reports 0 or 1, whether it is one a minute or two in one minute and none in the next.
  CanaryFailureAlarm: whenItLasts(own("CanaryFailures")),
  CanaryAbsenceAlarm: {
    fires: [
      { [own("CanaryFailures")]: "- - - - - - -" },
      { [own("CanaryFailures")]: "0 0 1 - - - - - - -" },
    ],
    quiet: [
      { [own("CanaryFailures")]: "0 0 0 0 0" },
      { [own("CanaryFailures")]: "1 1 1 1 1" },
      { [own("CanaryFailures")]: "0,0 - 0 - -" },
      { [own("CanaryFailures")]: "- - - - 0" },
    ],
  },
  // Milliseconds. Each run reports a number, as the canary's runs do.
  DayStartsDelayAlarm: whenOlderThan(own("DayStartDelay"), 600_000),
  DayStartsAbsenceAlarm: {
    fires: [
      { [own("DayStartDelay")]: "- - - - - - -" },
      { [own("DayStartDelay")]: "0 0 9 - - - - - - -" },
    ],
    quiet: [
      { [own("DayStartDelay")]: "0 0 0 0 0" },
      { [own("DayStartDelay")]: "0,0 - 0 - -" },
      { [own("DayStartDelay")]: "- - - - 0" },
    ],
  },
  // Milliseconds.
  CanaryAgeAlarm: whenOlderThan(own("CanaryAge"), 8_000),
};

test("each alarm of the template has cases here", () => {
  const names = Object.keys(resources("AWS::CloudWatch::Alarm"));
  expect(Object.keys(alarms).toSorted()).toEqual(names.toSorted());
});

describe.each(Object.entries(alarms))("%s", (name, cases) => {
  const alarm = () => Alarm.parse(resolved(resources("AWS::CloudWatch::Alarm")[name]?.Properties));

  test.each(cases.fires)("fires at %j", (minutes) => {
    expect(stateOf(alarm(), reportedIn(minutes))).toBe("ALARM");
  });

  test.each(cases.quiet)("is quiet at %j", (minutes) => {
    expect(stateOf(alarm(), reportedIn(minutes))).toBe("OK");
  });
});
