import { expect, test } from "vitest";
import { judgeLimits, type LimitsFacts } from "../../../core/operations/account-limits.ts";

const facts: LimitsFacts = {
  setting: 1_000,
  account: { limit: 1_000, unreserved: 700 },
  mappings: [300, 50, 50, undefined].map((maximumConcurrency) => ({ maximumConcurrency })),
};

test.each<[string, Partial<LimitsFacts>, string[], RegExp]>([
  ["as set", {}, ["fine"], /^webhooks may use 400 of the 700 concurrent .* nothing reserves$/],
  [
    "a new account",
    {
      setting: 10,
      account: { limit: 10, unreserved: 10 },
      mappings: [{ maximumConcurrency: 6 }],
    },
    ["fine"],
    /6 of the 10/,
  ],
  [
    "room that the setting leaves",
    { setting: 500 },
    ["fine"],
    /lambdaConcurrency is 500 of 1,000$/,
  ],
  ["the default in a large account", { setting: 10 }, ["warning"], /is 10, though .* has 1,000/],
  ["a setting above the limit", { setting: 1_001 }, ["warning"], /1,001, but .* only 1,000/],
  [
    "reservations of other stacks",
    { account: { limit: 1_000, unreserved: 400 } },
    ["warning"],
    /all of the 400/,
  ],
  [
    "all of it at once",
    { setting: 1_000, account: { limit: 100, unreserved: 100 } },
    ["warning", "warning"],
    /only 100/,
  ],
])("%s", (_case, changed, severities, sentence) => {
  const findings = judgeLimits({ ...facts, ...changed });
  expect(findings.map(({ severity }) => severity)).toEqual(severities);
  expect(findings[0]?.sentence).toMatch(sentence);
});
