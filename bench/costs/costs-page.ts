import type { StackNumbers } from "../limits/stack-numbers.ts";
import { figuresOf, type Result } from "../report/results.ts";
import { markdownTable, numberText } from "../report/table.ts";
import { type Estimate, estimateOf, money, servicesOf } from "./estimate.ts";
import { canaryUsage } from "./fixed-costs.ts";
import { costsCommand, givenInputs } from "./inputs.ts";
import { peopleUsage } from "./mails.ts";
import { type UnitUsages, unitUsages } from "./unit-usages.ts";
import { dollarsOf, sum, times, type Usage, usageOf } from "./usage.ts";

/** A chain of stadiums: 20 of 40 gates, four matches each with 40,000 visitors, counted in and out. */
const example = [
  "--taps 6.4e6 --together 0.5 --gates 800 --gate-hours 24 --deliveries 12.8e6",
  "--evaluations 6.4e6 --polls 5e4 --counters 800 --viewer-hours 4e5 --embed-hours 1440",
  "--console-hours 1440 --people 900",
];

/** CloudFront's regional edge caches. */
const caches = 13;

/** The generated blocks of docs/operators/costs.md, by their names. */
export function costsBlocks(
  results: Result[],
  { perSecond, judges }: StackNumbers,
): Record<string, string> {
  const { inputs } = givenInputs(
    costsCommand().parse(example.join(" ").split(" "), { from: "user" }),
  );
  const estimate = estimateOf(inputs, results);
  const units = unitUsages(results);
  return {
    example: `\`\`\`sh\nnpm run costs -- ${example.join(" \\\n  ")}\n\`\`\`\n\n${purposes(estimate)}`,
    millions: millions(units),
    deliveries: batches(results, {
      "all five retries": ["five retries, alone", "five retries, in tens"],
      "all five retries, responses of 1 KB": ["five retries, responses of 1 KB"],
    }),
    "watched counts": batches(results, {
      "counter with 5 alerts, nothing fires": scope("counter scope"),
      "counter with 5 alerts, one fires at every second count": scope(
        "counter scope, every second count fires",
      ),
      "counter in a group with 5 alerts, nothing fires": scope("group scope"),
      "counter in a group with 5 alerts, one fires at every second count": scope(
        "group scope, every second count fires",
      ),
    }),
    viewers: `A million viewers of one counter, for an hour, through CloudFront's ${caches} regional caches: ${byService(sum(times(1e6, units.viewerHour), times(caches, units.embedHour)))}.`,
    embeds: `The site's HTTP API accepts ${numberText(perSecond)} requests a second (\`siteRequestsPerSecond\`); others get 429, and an
alarm fires. So ${numberText(perSecond)} embeds can be watched in one part of the world, or ${Math.floor(perSecond / caches)} all over the world, each by any
number of people. Two embeds of one counter count twice.`,
    mails: `A thousand people who get a mail a day and a weekly report on ten groups, a month: ${byService(peopleUsage(1_000))}.`,
    deployments: `CodeDeploy is free for functions. The alarms that judge new versions cost ${money(dollarsOf({ alarmMetric: judges.metrics }))} dollars a month: ${judges.alarms} alarms
with ${judges.metrics} metrics.`,
    canary: `One run a minute, with its alarms and its secret, a month: ${byService(sum(canaryUsage, { alarmMetric: 3, secret: 1 }))}.`,
  };
}

const scope = (name: string) => [`${name}, alone`, `${name}, together`];

function millions({ read, tap, delivery, ...units }: UnitUsages): string {
  const rows: [string, Usage][] = [
    ["reads of a counter", read.counter],
    ["reads of a list of 10 counters", read.list10],
    ["reads of a list of 1,000 counters", read.list1000],
    ["reads of a list of 10,000 counters", read.list10000],
    ["reads of 100 events of a history", read.page],
    ["taps, one in a request", tap.alone],
    ["taps, 25 in a request", tap.in25],
    ["deliveries, at the first attempt, one in an invocation", delivery.alone],
    ["deliveries, at the first attempt, ten in an invocation", delivery.inTens],
    ["viewer-hours of embeds, without what reaches the service", units.viewerHour],
    ["hours of an open counting page", units.gateHour],
    ["hours of a console with live numbers of 30 counters", units.consoleHour],
  ];
  return markdownTable(
    ["A million of", "Dollars", "Of these, for the log"],
    rows.map(([what, usage]) => [
      what,
      ...[dollarsOf(usage), logDollarsOf(usage)].map((dollars) => money(dollars * 1e6)),
    ]),
  );
}

function logDollarsOf({ logsIngestion = 0, logsStorage = 0 }: Usage): number {
  return dollarsOf({ logsIngestion, logsStorage });
}

/** What a million cost, by the size of the batches in which they were measured. */
function batches(results: Result[], cases: Record<string, string[]>): string {
  const rows = Object.entries(cases).map(([what, names]) => {
    const sizes = names.map((name) => figuresOf(results, "units", `${name}: batch`)[0]?.value ?? 0);
    const sums = names.map((name) => dollarsOf(usageOf(results, name)) * 1e6);
    return [what, sizes.map(numberText).join(" / "), sums.map(money).join(" / ")];
  });
  return markdownTable(["A million of", "Batches of", "Dollars"], rows);
}

function purposes({ purposes: all, dollars }: Estimate): string {
  return markdownTable(
    ["By purpose", "Dollars"],
    [
      ...all.map((each) => [each.purpose, money(each.dollars)]),
      ["**together**", `**${money(dollars)}**`],
    ],
  );
}

function byService(usage: Usage): string {
  const parts = servicesOf(usage).map(({ service, dollars }) => `${service} ${money(dollars)}`);
  return `${money(dollarsOf(usage))} dollars (${parts.join(", ")})`;
}
