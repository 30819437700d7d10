// @module-tag all
import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { firstPoints } from "../../../../core/operations/first-points.ts";
import { runHere } from "../run-ops.ts";
import { type Found, ops } from "./doctor-findings.ts";
import { healthyAws, playAws, type RecordedAws } from "./recorded-aws.ts";

let aws: RecordedAws;
beforeEach(() => {
  aws = healthyAws();
  aws.outputs.DeploymentHook = "CodeDeployHook_counting";
  aws.resources.push(
    ...[
      ["AWS::Logs::LogGroup", "counting-CountTapsLogs191A55EA-1"],
      ["AWS::Logs::LogGroup", "/aws/vendedlogs/counting/console"],
      ["AWS::Lambda::Function", "counting-WebhooksDeliverWebhook-1"],
      ["AWS::Scheduler::ScheduleGroup", "counting-Schedules"],
      ["AWS::Budgets::Budget", "counting-eu-west-1"],
    ].map(([type = "", physicalId = ""]) => ({ type, logicalId: physicalId, physicalId })),
  );
});

async function found(): Promise<Found[]> {
  await playAws(aws);
  const { stdout } = await runHere(["doctor", "--first", "--stack", "counting", "--json"]);
  return JSON.parse(stdout).findings;
}

/** The canary of this machine has its own minute; test/core judges what it says. */
const exceptCanary = (findings: Found[]) => findings.filter(({ check }) => check !== "canary");

const byHand = Object.entries(firstPoints)
  .filter(([, point]) => "byHand" in point)
  .map(([name]) => name);

test("where all is as expected, each point is fine or says how to look, in the order of the page", async () => {
  const findings = await found();
  expect(findings.map(({ check }) => check)).toEqual(Object.keys(firstPoints));
  const others = exceptCanary(findings).filter(({ severity }) => severity !== "fine");
  expect(others.map(({ check }) => check).toSorted()).toEqual(byHand.toSorted());
  for (const { severity, remedy } of others) {
    expect(severity).toBe("skipped");
    expect(remedy).toMatch(/^use .*; expected: .*Otherwise /s);
  }
});

test.each<[string, () => unknown, string, RegExp]>([
  [
    "fewer concurrent executions",
    () => Object.assign(aws.accountLimit, { ConcurrentExecutions: 10 }),
    "concurrency",
    /has 10 concurrent executions, and lambdaConcurrency is 1000/,
  ],
  [
    "a function with another name",
    () =>
      aws.resources.push({
        type: "AWS::SQS::Queue",
        logicalId: "Q",
        physicalId: "https://q/1/other",
      }),
    "names",
    /^of 2 functions and queues, all but other begin with counting/,
  ],
  [
    "a refused call, on the second page of the log",
    () => aws.refusedIn.push("counting-CountTapsLogs191A55EA-1"),
    "permissions",
    /^of 1 log groups, counting-CountTapsLogs191A55EA-1 have AccessDenied in the last hour$/,
  ],
  [
    "loop detection that ends retries",
    () => Object.assign(aws, { recursiveLoop: "Terminate" }),
    "recursion",
    /is set to Terminate for counting-WebhooksDeliverWebhook-1/,
  ],
  [
    "FILL without values",
    () => Object.assign(aws.metrics, { NeverReported: [] }),
    "filled-metrics",
    /returned 0 zeros/,
  ],
  [
    "messages that are counted otherwise",
    () => Object.assign(aws.metrics, { NumberOfMessagesDeleted: [3] }),
    "queue-counts",
    /report 183 messages received and 9 deleted/,
  ],
  [
    "a tag that is not active",
    () => Object.assign(aws.costTags[0] ?? {}, { Status: "Inactive" }),
    "cost-tag",
    /"stack" is inactive/,
  ],
  ["a tag that is not listed", () => aws.costTags.pop(), "cost-tag", /"stack" is not listed yet/],
  [
    "warm throughput that is not there",
    () => Object.assign(aws, { warmThroughput: "UPDATING" }),
    "warm-throughput",
    /of 24 tables: not active: /,
  ],
  [
    "schedules whose role is refused",
    () => Object.assign(aws.metrics, { TargetErrorCount: [1] }),
    "schedule-roles",
    /tried 2 times and failed 1 times/,
  ],
  [
    "hooks that were throttled",
    () => Object.assign(aws.metrics, { Throttles: [0, 4] }),
    "hook-throttles",
    /was throttled 4 times/,
  ],
])(
  "%s is a warning with what to do, and the other points stay fine",
  async (_, change, name, sentence) => {
    change();
    const wrong = exceptCanary(await found()).filter(
      ({ severity }) => !/^(fine|skipped)$/.test(severity),
    );
    expect(wrong).toMatchObject([{ check: name, severity: "warning" }]);
    expect(wrong[0]?.sentence).toMatch(sentence);
    const { expected, otherwise } = firstPoints[name as keyof typeof firstPoints];
    expect(wrong[0]?.remedy).toBe(`expected: ${expected}. Otherwise ${otherwise}`);
  },
);

test("where nothing is allowed, each point says so by itself, and those that ask nobody go on", async () => {
  aws.denied.push("account-settings", "ListStackResources", "GetMetricData", "DescribeTable");
  const findings = exceptCanary(await found());
  const of = (severity: string) =>
    findings.filter((one) => one.severity === severity).map(({ check }) => check);
  expect(of("fine")).toEqual(["compression"]);
  expect(of("unchecked")).toHaveLength(10);
  expect(findings).toHaveLength(Object.keys(firstPoints).length - 1);
});

test("a service on this machine shows its CDN, and says that the rest is for an account", async () => {
  const { exitCode, stdout } = await ops.run("doctor", "--first");
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(
    /^fine +compression +The response from \S+ has Content-Encoding: gzip\.$/m,
  );
  const others = stdout.split("\n").filter((line) => !/^(fine +compression|$)/.test(line));
  expect(others).toHaveLength(Object.keys(firstPoints).length - 1);
  for (const line of others) expect(line).toMatch(/^skipped +\S+ +Only in an account: /);
});

test.each([["--full"], ["--only", "org_1"]])("--first with %s is wrong usage", async (...more) => {
  const { exitCode, stderr } = await ops.run("doctor", "--first", ...more);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining("--first looks at the account")]);
});

test("the policy that the page prints allows every call that --first makes", async () => {
  await found();
  const page = readFileSync("docs/operators/deploy.md", "utf8");
  const [, section = ""] = page.split("## What the doctor may read");
  const [, policy = ""] = /```json\n(.*?)```/s.exec(section) ?? [];
  const allowed = new Set(
    JSON.parse(policy).Statement.flatMap(({ Action }: { Action: string | string[] }) => Action),
  );
  const named = [...aws.calls];
  expect(named.filter((call) => !allowed.has(call))).toEqual([]);
  expect(named).toContain("logs:FilterLogEvents");
});
