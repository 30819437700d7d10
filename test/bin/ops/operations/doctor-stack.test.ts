// @module-tag all
import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { createOrganization } from "../../../system/service.ts";
import { runHere } from "../run-ops.ts";
import { healthyAws, inDays, playAws, type RecordedAws } from "./recorded-aws.ts";

/** Without the progress, which a slow machine shows. */
const errorsIn = (stderr: string) => stderr.split("\n").filter((line) => /^error/.test(line));

let aws: RecordedAws;
let organizationId: string;
beforeEach(async () => {
  aws = healthyAws();
  ({ id: organizationId } = await createOrganization("pro"));
});

function doctor(...more: string[]) {
  return runHere(["doctor", "--stack", "counting", "--only", organizationId, ...more]);
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

/** The findings that are not fine, each as its check, severity and sentence. */
async function wrong(): Promise<[check: string, severity: string, sentence: string][]> {
  const { stdout } = await doctor("--json");
  const { findings } = JSON.parse(stdout) as {
    findings: { check: string; severity: string; sentence: string }[];
  };
  return findings
    .filter(({ severity }) => severity !== "fine")
    .map(({ check, severity, sentence }) => [check, severity, sentence]);
}

test("a stack in which all is well is called fine, with exit code 0", async () => {
  await playAws(aws);
  const { exitCode, stdout, stderr } = await doctor();
  expect({ exitCode, errors: errorsIn(stderr) }).toEqual({ exitCode: 0, errors: [] });
  const lines = stdout.split("\n\n")[0]?.split("\n") ?? [];
  expect(lines).toHaveLength(16);
  expect(lines.filter((line) => !line.startsWith("fine "))).toEqual([]);
  expect(stdout).toMatch(/data-protection +The stack and 24 tables are protected/);
  expect(stdout).toMatch(/user-pool +The user pool is protected from deletion/);
  expect(stdout).toMatch(/deployment +The stack is UPDATE_COMPLETE, and 1 function runs its/);
  expect(stdout).toMatch(/alarms +2 alarms, none fires\./);
  expect(stdout).toMatch(/certificates +Certificates end: count\.example\.com in 200 days\./);
  expect(stdout).toMatch(/sign-in +People sign in at http:\/\/localhost:\d+/);
  expect(stdout).toMatch(/mail +Counts\.example is verified and signed/i);
  expect(stdout).toMatch(/limits +Webhooks may use 50 of the 700 concurrent executions/);
});

test("the policy that deploy.md prints allows every call", async () => {
  await playAws(aws);
  await doctor();
  const page = readFileSync("docs/operators/deploy.md", "utf8");
  const [, policy = ""] =
    /## What the doctor may read[\s\S]*?```json\n([\s\S]*?)```/.exec(page) ?? [];
  const { Statement } = JSON.parse(policy) as { Statement: { Action: string | string[] }[] };
  const allowed = Statement.flatMap(({ Action }) => Action);
  expect([...aws.calls].filter((call) => !allowed.includes(call))).toEqual([]);
  expect(aws.calls.size).toBeGreaterThan(12);
});

test("where people sign in at another identity provider, no user pool is missing", async () => {
  aws.resources = aws.resources.filter(({ type }) => type !== "AWS::Cognito::UserPool");
  aws.userPool = undefined;
  await playAws(aws);
  expect((await doctor()).stdout).toMatch(/^fine +user-pool +People sign in at an identity/m);
});

const onlyMapping = () => Object.values(aws.mappings)[0] ?? {};
const onlyAlias = () => Object.values(aws.aliases)[0] ?? {};

test.each<[string, () => unknown, [string, string, string | RegExp]]>([
  [
    "termination protection that is off",
    () => Object.assign(aws, { terminationProtection: false }),
    ["data-protection", "warning", "the stack has no termination protection"],
  ],
  [
    "point-in-time recovery that is off",
    () => Object.assign(aws, { pointInTimeRecovery: "DISABLED" }),
    ["data-protection", "critical", /^point-in-time recovery is off for 24 of 24 tables/],
  ],
  [
    "a user pool that was deleted",
    () => Object.assign(aws, { userPool: undefined }),
    [
      "user-pool",
      "critical",
      "the user pool of the stack no longer exists: nobody can sign in to the console",
    ],
  ],
  [
    "a function that was taken back to an older version",
    () => Object.assign(onlyAlias(), { FunctionVersion: "11" }),
    [
      "deployment",
      "warning",
      "1 of 1 function does not run the newest version (deliver-webhook: 11 instead of 12)",
    ],
  ],
  [
    "an alias that was deleted",
    () => Object.assign(aws, { aliases: {} }),
    [
      "deployment",
      "critical",
      "1 alias of the stack no longer exists, so nothing can invoke deliver-webhook",
    ],
  ],
  [
    "an own domain that does not resolve",
    () =>
      Object.assign(aws.outputs, {
        ApiUrl: "https://api.counting.invalid",
        ApiDnsTarget: "d-abc.execute-api.example",
      }),
    [
      "domains",
      "critical",
      "api.counting.invalid does not resolve, so nobody reaches the service there",
    ],
  ],
  [
    "an objective that is being missed",
    () => Object.assign(aws.compositeAlarms[0] ?? {}, { StateValue: "ALARM" }),
    [
      "alarms",
      "critical",
      'the alarm "counting: API (fast burn)" has been firing since 2026-09-21T14:13:20.000Z',
    ],
  ],
  [
    "an alarm without a destination",
    () => Object.assign(aws.alarms[0] ?? {}, { AlarmActions: [] }),
    ["alarms", "warning", "1 of 2 alarms notifies nobody"],
  ],
  [
    "an alarm that was deleted",
    () => aws.alarms.pop(),
    ["alarms", "warning", "1 alarm of the stack no longer exists: counting: API"],
  ],
  [
    "an event source mapping that fails",
    () =>
      Object.assign(onlyMapping(), {
        EventSourceArn:
          "arn:aws:dynamodb:eu-west-1:123456789012:table/events/stream/2026-06-10T19:26:16.525",
        LastProcessingResult: "PROBLEM: Function call failed",
      }),
    [
      "event-sources",
      "critical",
      "the event source mapping from events to deliver-webhook fails: PROBLEM: Function call failed",
    ],
  ],
  [
    "an event source mapping that was deleted",
    () => Object.assign(aws, { mappings: {} }),
    [
      "event-sources",
      "critical",
      "1 event source mapping of the stack no longer exists: RetriesMapping",
    ],
  ],
  [
    "a setting above the account's limit",
    () => Object.assign(aws.outputs, { LambdaConcurrency: "2000" }),
    [
      "limits",
      "warning",
      "lambdaConcurrency is 2,000, but the account has only 1,000 concurrent executions",
    ],
  ],
  [
    "a region that accepts fewer requests",
    () => {
      Object.assign(aws.throttleSettings, { rateLimit: 2_500, burstLimit: 1_250 });
      Object.assign(aws.outputs, { RequestsPerSecond: "3000", RequestsAtOnce: "1500" });
    },
    [
      "request-limits",
      "warning",
      /^the HTTP APIs accept 3,000 requests a second and 1,500 at once, but the account only 2,500 /,
    ],
  ],
  [
    "a certificate that nobody renews",
    () =>
      Object.assign(aws.certificate, { RenewalEligibility: "INELIGIBLE", NotAfter: inDays(40) }),
    [
      "certificates",
      "warning",
      "the certificate of count.example.com ends in 40 days, and ACM does not renew it",
    ],
  ],
  [
    "a certificate whose renewal is stuck",
    () =>
      Object.assign(aws.certificate, {
        NotAfter: inDays(20),
        RenewalSummary: {
          RenewalStatus: "PENDING_VALIDATION",
          DomainValidationOptions: [{ DomainName: "count.example.com" }],
          UpdatedAt: 1_790_000_000,
        },
      }),
    [
      "certificates",
      "critical",
      "the certificate of count.example.com ends in 20 days, and its renewal is PENDING_VALIDATION",
    ],
  ],
  [
    "an identity of mails that is not verified",
    () => Object.assign(aws.mail.identity, { VerifiedForSendingStatus: false }),
    ["mail", "critical", "counts.example is not verified, so no mail is sent"],
  ],
  [
    "dead letters",
    () => Object.assign(aws, { deadLetters: { FirstAttemptsDeadLetters: "2" } }),
    ["given-up", "critical", "2 dead letters are waiting in first-attempts"],
  ],
  [
    "an old version that runs",
    () => Object.assign(aws.outputs, { Version: "0.0.1" }),
    ["version", "warning", /^the version 0\.0\.1 runs, and this command line is newer: \d/],
  ],
])("%s is named", async (_case, spoil, [check, severity, sentence]) => {
  spoil();
  await playAws(aws);
  const expected = sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence;
  expect(await wrong()).toEqual([[check, severity, expected]]);
});

test("while a deployment shifts the functions, all is fine", async () => {
  Object.assign(onlyAlias(), {
    FunctionVersion: "11",
    RoutingConfig: { AdditionalVersionWeights: { "12": 0.1 } },
  });
  Object.assign(aws.stack, { status: "UPDATE_IN_PROGRESS", deployedAt: hoursAgo(0) });
  await playAws(aws);
  expect(await wrong()).toEqual([]);
});

test("a policy of an earlier version leaves the user pool and the aliases unchecked", async () => {
  aws.denied.push("DescribeUserPool", "functions");
  await playAws(aws);
  const found = await wrong();
  expect(found.map(([check, severity]) => [check, severity])).toEqual([
    ["user-pool", "unchecked"],
    ["deployment", "unchecked"],
  ]);
});

test("what is not allowed is unchecked, and the other checks go on", async () => {
  aws.denied.push("account-settings");
  await playAws(aws);
  const { exitCode, stdout, stderr } = await doctor();
  expect({ exitCode, errors: errorsIn(stderr) }).toEqual({
    exitCode: 1,
    errors: ["error: 1 finding needs attention"],
  });
  expect(stdout).toMatch(
    /^unchecked {2}limits +Could not be checked: AccessDeniedException: User: .* is not authorized\. To do: allow what docs\/operators\/deploy\.md lists/m,
  );
  expect(stdout).toMatch(/^fine +version/m);
});
