import { expect, test } from "vitest";
import { OperatorError, reportFailure } from "../../../../bin/ops/terminal/failure.ts";

test.each([false, true])("a key in a failure is not repeated, with JSON %s", (json) => {
  const texts: string[] = [];
  const error = new OperatorError("there is no cs_live_abc123", {
    details: ["nor cs_live_def456"],
  });
  reportFailure(error, { writeErr: (text) => texts.push(text), json });
  expect(texts.join("")).not.toMatch(/abc123|def456/);
});

test.each([
  [1, "FAILED"],
  [2, "USAGE"],
  [130, "INTERRUPTED"],
  [143, "INTERRUPTED"],
])("the exit code %i has the code %s", (exitCode, code) => {
  expect(new OperatorError("failed", { exitCode }).code).toBe(code);
});
