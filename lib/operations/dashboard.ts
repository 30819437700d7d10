import { Aws, Duration, Fn, type Stack } from "aws-cdk-lib";
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  MathExpression,
  Metric,
  SingleValueWidget,
  Stats,
  TextWidget,
} from "aws-cdk-lib/aws-cloudwatch";
import type { TableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { IConstruct } from "constructs";
import { ObjectiveAlarms } from "../alarms/objective-alarms.ts";
import { objectives } from "../alarms/objectives.ts";
import { alarmPeriod, ServiceAlarm, serviceMetric } from "../alarms/service-alarm.ts";
import { type Configuration, deploymentName } from "../configuration.ts";
import { HttpSurface } from "../platform/http-surface.ts";
import { ServiceFunction } from "../platform/service-function.ts";
import { AttemptQueue } from "../webhooks/attempt-queue.ts";

/** One page of CloudWatch for the whole stack, made from what the construct tree holds. */
export function dashboard(stack: Stack, configuration: Configuration): void {
  const all = stack.node.findAll();
  const surfaces = all.filter((one) => one instanceof HttpSurface);
  const functions = all.filter((one) => one instanceof ServiceFunction);
  const queues = all.filter((one) => one instanceof AttemptQueue);
  new Dashboard(stack, "Dashboard", {
    dashboardName: `${deploymentName(configuration)}-${Aws.REGION}`,
    defaultInterval: Duration.hours(3),
    widgets: [
      [alarms(all)],
      keptObjectives(all),
      ...surfaces.map(traffic),
      deliveries(configuration),
      waiting(queues, functions),
      handled(queues),
      days(configuration),
      lambda(functions),
      ...tables(all),
      [links(surfaces, functions, queues)],
    ],
  });
}

const half = { width: 12, height: 6 };
const third = { width: 8, height: 6 };
const sum = { period: Duration.minutes(1), statistic: Stats.SUM };
const highest = { period: Duration.minutes(1), statistic: Stats.MAXIMUM };

/** Each alarm; its description in CloudWatch says who is affected, and names a runbook heading. */
function alarms(all: IConstruct[]): IWidget {
  const found = all
    .filter((one) => one instanceof ServiceAlarm || one instanceof ObjectiveAlarms)
    .map(({ alarm }) => alarm);
  const height = 2 + Math.ceil(found.length / 6);
  return new AlarmStatusWidget({ title: "Alarms", alarms: found, width: 24, height });
}

/** How far each objective was kept in the last 30 days, in percent; its target is in the title. */
function keptObjectives(all: IConstruct[]): IWidget[] {
  const found = all.filter((one) => one instanceof ObjectiveAlarms);
  const inOrder = Object.values(objectives).flatMap((objective) =>
    found.filter((one) => one.objective === objective),
  );
  return inOrder.map(
    ({ objective, measured }) =>
      new SingleValueWidget({
        title: `${objective.name}: ${objective.target} %`,
        metrics: [
          new MathExpression({
            label: objective.promise,
            expression: "100 * (1 - FILL(failed, 0) / all)",
            usingMetrics: { ...measured },
            period: alarmPeriod,
          }),
        ],
        start: "-P30D",
        setPeriodToTimeRange: true,
        width: 4,
        height: 4,
      }),
  );
}

function traffic({ httpApi, name, refused }: HttpSurface): IWidget[] {
  return [
    graph(`${name}: requests a minute`, third, [
      httpApi.metricCount({ ...sum, label: "requests" }),
      httpApi.metricClientError({ ...sum, label: "4xx" }),
      httpApi.metricServerError({ ...sum, label: "5xx" }),
    ]),
    graph(`${name}: latency in milliseconds`, third, [
      ...[50, 90, 99].map((percent) =>
        httpApi.metricLatency({ statistic: Stats.percentile(percent), label: `p${percent}` }),
      ),
    ]),
    graph(`${name}: refused`, third, refused),
  ];
}

function deliveries(configuration: Configuration): IWidget[] {
  const own = (name: string, label: string) => serviceMetric(configuration, name).with({ label });
  const age = (name: string, percent: number, label: string) =>
    own(name, label).with({ statistic: Stats.percentile(percent) });
  return [
    graph("Deliveries by outcome, a minute", half, [
      own("DeliveriesDelivered", "delivered"),
      own("AttemptsFailed", "attempt failed, retry scheduled"),
      own("DeliveriesFailed", "failed"),
      own("DeliveriesStopped", "stopped by 410"),
      own("DeliveriesCancelled", "endpoint gone"),
      own("DeliveriesPaused", "paused"),
    ]),
    graph("From count to first request, milliseconds", half, [
      age("DeliveryAge", 50, "p50"),
      age("DeliveryAge", 99, "p99"),
      age("SlowDeliveryAge", 50, "slow endpoints, p50"),
    ]),
  ];
}

function waiting(queues: AttemptQueue[], functions: ServiceFunction<never>[]): IWidget[] {
  return [
    // SQS leaves out what was received three times.
    graph("Oldest message not received, seconds", third, [
      ...queues.map(({ queue, node }) =>
        queue.metricApproximateAgeOfOldestMessage({ ...highest, label: node.id }),
      ),
    ]),
    graph("Dead letters", third, [
      ...queues.map(({ deadLetters, node }) =>
        deadLetters.metricApproximateNumberOfMessagesVisible({ ...highest, label: node.id }),
      ),
    ]),
    graph("Age of stream records, milliseconds", third, [
      ...functions
        .filter(({ readsStream }) => readsStream)
        .map(({ lambda, node }) => lambda.metric("IteratorAge", { ...highest, label: node.id })),
    ]),
  ];
}

/** What is received more often than deleted is received again and again. */
function handled(queues: AttemptQueue[]): IWidget[] {
  return [
    graph("Messages received, a minute", half, [
      ...queues.map(({ queue, node }) =>
        queue.metricNumberOfMessagesReceived({ ...sum, label: node.id }),
      ),
    ]),
    graph("Messages handled and deleted, a minute", half, [
      ...queues.map(({ queue, node }) =>
        queue.metricNumberOfMessagesDeleted({ ...sum, label: node.id }),
      ),
    ]),
  ];
}

function days(configuration: Configuration): IWidget[] {
  return [
    graph("Days that have started and wait, milliseconds", half, [
      serviceMetric(configuration, "DayStartDelay").with(highest),
    ]),
    graph("Counters reset at the start of a day", half, [
      serviceMetric(configuration, "DailyResets"),
    ]),
  ];
}

function lambda(functions: ServiceFunction<never>[]): IWidget[] {
  const each = (metricOf: (one: ServiceFunction<never>) => Metric) => functions.map(metricOf);
  return [
    graph("Errors of functions", third, [
      ...each(({ lambda, node }) => lambda.metricErrors({ ...sum, label: node.id })),
    ]),
    graph("Throttled invocations", third, [
      ...each(({ lambda, node }) => lambda.metricThrottles({ ...sum, label: node.id })),
    ]),
    graph("Functions at work at the same time, whole account", third, [
      new Metric({ namespace: "AWS/Lambda", metricName: "ConcurrentExecutions", ...highest }),
    ]),
  ];
}

/** Of each table; throttles have no data while there are none. */
function tables(all: IConstruct[]): IWidget[][] {
  const found = all.filter(isTable);
  const consumed = (metric: string) =>
    found.map((table) => table.metric(metric, { ...sum, label: table.node.id }));
  return [
    [
      graph("Read units of tables, a minute", half, consumed("ConsumedReadCapacityUnits")),
      graph("Write units of tables, a minute", half, consumed("ConsumedWriteCapacityUnits")),
    ],
    [
      graph("Throttled reads of tables", half, consumed("ReadThrottleEvents")),
      graph("Throttled writes of tables", half, consumed("WriteThrottleEvents")),
    ],
  ];
}

const isTable = (one: IConstruct): one is TableV2 => "tableStreamArn" in one;

/** Where to look next: logs, dead letters, and the runbook for the heading that an alarm names. */
function links(
  surfaces: HttpSurface[],
  functions: ServiceFunction<never>[],
  queues: AttemptQueue[],
): IWidget {
  const page = (service: string, path: string) =>
    `https://${Aws.REGION}.console.aws.amazon.com/${service}?region=${Aws.REGION}${path}`;
  const logs = (group: string) =>
    page(
      "cloudwatch/home",
      `#logsV2:log-groups/log-group/${Fn.join("$252F", Fn.split("/", group))}`,
    );
  const list = (entries: [text: string, url: string][]) =>
    entries.map(([text, url]) => `[${text}](${url})`).join(" · ");
  const markdown = [
    "### Where to look next",
    `**Dead letters:** ${list(
      queues.map(({ deadLetters, node }) => [
        node.id,
        page("sqs/v3/home", `#/queues/${Fn.join("%2F", Fn.split("/", deadLetters.queueUrl))}`),
      ]),
    )}`,
    `**Requests:** ${list(surfaces.map(({ name, accessLogs }) => [name, logs(accessLogs.logGroupName)]))}`,
    `**Logs:** ${list(functions.map(({ node, logGroup }) => [node.id, logs(logGroup.logGroupName)]))}`,
    "**What to do:** docs/operators/runbook.md has a heading for each alarm.",
  ];
  return new TextWidget({ markdown: markdown.join("\n\n"), width: 24, height: 8 });
}

function graph(title: string, size: typeof half, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, ...size, left, leftYAxis: { min: 0, showUnits: false } });
}
