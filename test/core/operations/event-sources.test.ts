import { expect, test } from "vitest";
import { judgeEventSources } from "../../../core/operations/event-sources.ts";

const mapping = {
  source: "retries",
  functionName: "deliver-webhook",
  maximumConcurrency: 50,
};

test.each<[state: string, lastResult: string | undefined, severity: string]>([
  ["Enabled", undefined, "fine"],
  ["Enabled", "OK", "fine"],
  ["Enabled", "No records processed", "fine"],
  ["Enabled", "PROBLEM: Function call failed", "critical"],
  ["Disabled", "OK", "critical"],
  ["Disabling", "OK", "critical"],
  ["Updating", undefined, "warning"],
  ["unknown", undefined, "warning"],
])("a mapping that is %s with the last result %s is %s", (state, lastResult, severity) => {
  const facts = { mappings: [{ ...mapping, state, lastResult }], missing: [] };
  expect(judgeEventSources(facts)).toMatchObject([{ severity }]);
});
