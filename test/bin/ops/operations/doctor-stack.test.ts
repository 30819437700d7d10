import { beforeEach, expect, test } from "vitest";
import { createOrganization } from "../../../system/service.ts";
import { runInProcess } from "../run-in-process.ts";
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
  return runInProcess(["doctor", "--stack", "counting", "--only", organizationId, ...more]);
}

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
  expect(lines).toHaveLength(9);
  expect(lines.filter((line) => !line.startsWith("fine "))).toEqual([]);
  expect(stdout).toMatch(/data-protection +The stack and 23 tables are protected/);
  expect(stdout).toMatch(/alarms +1 alarm, none fires\./);
  expect(stdout).toMatch(/certificates +Certificates end: count\.example\.com in 200 days\./);
  expect(stdout).toMatch(/limits +Webhooks may use 50 of the 700 concurrent executions/);
});

const onlyMapping = () => Object.values(aws.mappings)[0] ?? {};

test.each<[string, () => unknown, [string, string, string | RegExp]]>([
  [
    "termination protection that is off",
    () => Object.assign(aws, { terminationProtection: false }),
    ["data-protection", "warning", "the stack has no termination protection"],
  ],
  [
    "deletion protection that is off",
    () => Object.assign(aws, { deletionProtection: false }),
    ["data-protection", "warning", /^23 of 23 tables \(Organizations, .* and 18 more\) can be/],
  ],
  [
    "point-in-time recovery that is off",
    () => Object.assign(aws, { pointInTimeRecovery: "DISABLED" }),
    ["data-protection", "critical", /^point-in-time recovery is off for 23 of 23 tables/],
  ],
  [
    "an alarm that fires",
    () => Object.assign(aws.alarms[0] ?? {}, { StateValue: "ALARM" }),
    ["alarms", "critical", 'the alarm "counting: API" fires since 2026-09-21T14:13:20.000Z'],
  ],
  [
    "an alarm without a destination",
    () => Object.assign(aws.alarms[0] ?? {}, { AlarmActions: [] }),
    ["alarms", "warning", "nobody hears of 1 of 1 alarm"],
  ],
  [
    "an alarm whose actions are disabled",
    () => Object.assign(aws.alarms[0] ?? {}, { ActionsEnabled: false }),
    ["alarms", "warning", "nobody hears of 1 of 1 alarm"],
  ],
  [
    "an alarm that was deleted",
    () => aws.alarms.pop(),
    ["alarms", "warning", "1 alarm of the stack no longer exists: counting: API"],
  ],
  [
    "an event source mapping that is disabled",
    () => Object.assign(onlyMapping(), { State: "Disabled" }),
    [
      "event-sources",
      "critical",
      "the event source mapping from retries to deliver-webhook is Disabled: what waits there is not handled",
    ],
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
    "webhooks that may use all there is",
    () => Object.assign(aws.accountLimit, { UnreservedConcurrentExecutions: 50 }),
    ["limits", "warning", /^webhooks may use 50 concurrent executions, and that is all of the 50/],
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

test("a stack of a version without these outputs is looked at as far as possible", async () => {
  for (const name of ["Version", "LambdaConcurrency", "Certificates", "KeepsData"]) {
    delete aws.outputs[name];
  }
  await playAws(aws);
  const found = await wrong();
  expect(found.map(([check, severity]) => [check, severity])).toEqual([
    ["limits", "warning"],
    ["certificates", "unchecked"],
    ["version", "warning"],
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
    /^unchecked {2}limits +Could not be checked: User: .* is not authorized\. To do: allow what docs\/operators\/deploy\.md lists/m,
  );
  expect(stdout).toMatch(/^fine +version/m);
});

test("with --json, an error with a code of its own says that there are findings", async () => {
  aws.terminationProtection = false;
  await playAws(aws);
  const { exitCode, stdout, stderr } = await doctor("--json");
  expect(exitCode).toBe(1);
  expect(JSON.parse(stderr)).toEqual({ error: "1 finding needs attention", code: "FINDINGS" });
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, looked: { organizations: { count: 1 } } });
});
