import { unitUsages } from "../costs/unit-usages.ts";
import { dollarsOf, times } from "../costs/usage.ts";
import type { Result } from "../report/results.ts";
import { markdownTable, numberText } from "../report/table.ts";
import { serviceLimits } from "./service-limits.ts";
import type { StackNumbers } from "./stack-numbers.ts";

/** The generated blocks of docs/operators/limits.md, by their names. */
export function limitsBlocks(numbers: StackNumbers, results: Result[]): Record<string, string> {
  return {
    stage: stageTable(numbers),
    "service limits": serviceLimits(),
    requests: requestsText(numbers),
    flood: floodTable(numbers, results),
  };
}

function stageTable(numbers: StackNumbers): string {
  const { resources, roles, alarms, cdnPolicies, cdnFunctions, routes, integrations } = numbers;
  const nested = resources.nested.join(" and ");
  const room = (quota: number, taken: number) => `${Math.floor(quota / taken)} stages`;
  const alarmsText = `${alarms.all}, ${alarms.allAtOnce} without gradual deployments`;
  const rows = [
    [
      "CloudFormation: resources of one stack",
      500,
      `${resources.main}, and its nested stacks ${nested}`,
      "cannot be raised",
      "AWS CloudFormation quotas",
    ],
    [
      "HTTP API: routes of one API",
      300,
      `${routes}, the console's`,
      "request more",
      "Quotas for configuring and running an HTTP API",
    ],
    [
      "HTTP API: integrations of one API",
      300,
      `${integrations}, the console's`,
      "cannot be raised",
      "the same",
    ],
    ["IAM: roles of an account", 1_000, `${roles}`, room(1_000, roles), "IAM and AWS STS quotas"],
    [
      "CloudWatch: alarms of a region",
      5_000,
      alarmsText,
      room(5_000, alarms.all),
      "CloudWatch service quotas",
    ],
    [
      "CloudFront: custom policies, per account and kind",
      20,
      `${cdnPolicies}`,
      room(20, cdnPolicies),
      "Quotas (CloudFront)",
    ],
    [
      "CloudFront Functions of an account",
      100,
      `${cdnFunctions}`,
      room(100, cdnFunctions),
      "the same",
    ],
  ] as const;
  return markdownTable(
    ["Quota", "Value", "A stage with every setting takes", "Room, or what to do", "Source"],
    rows.map(([quota, value, ...rest]) => [quota, numberText(value), ...rest]),
  );
}

function requestsText({ perSecond, atOnce }: StackNumbers): string {
  return `By default the read API, the site and the console each accept ${numberText(perSecond)} requests a second, and ${numberText(atOnce)} at once; together ${numberText(3 * perSecond)} and ${numberText(3 * atOnce)}.`;
}

/** What API Gateway lets an account accept in a second in most regions ("Amazon API Gateway quotas"). */
const accountPerSecond = 10_000;

function floodTable({ perSecond, limitedRoutes }: StackNumbers, results: Result[]): string {
  const { madeUpKey } = unitUsages(results);
  const perHour = (each: number) =>
    numberText(Math.round(dollarsOf(times(each * 3_600, madeUpKey))));
  const rate = numberText(perSecond);
  const [one, all] = [perHour(perSecond), perHour(accountPerSecond)];
  return markdownTable(
    ["", "If the routes share their stage's limit", "If each route has it for itself"],
    [
      [
        "What users get",
        `${rate} a second for all requests of an API together`,
        `${rate} a second for each route`,
      ],
      [
        "What a flood can cost",
        `${one} dollars an hour for each API, and as much for each of the ${limitedRoutes} routes with a limit of their own: together ${perHour((3 + limitedRoutes) * perSecond)}`,
        `the account's ${numberText(accountPerSecond)} a second: ${all} dollars an hour`,
      ],
    ],
  );
}
