import { expect, test } from "vitest";
import { judgeVersion } from "../../../core/operations/deployment.ts";

test.each([
  ["0.2.0", "fine", "the version 0.2.0 runs, and this command line is of the same version"],
  ["0.1.9", "warning", "the version 0.1.9 runs, and this command line is newer: 0.2.0"],
  ["0.10.0", "warning", "the version 0.10.0 runs, and this command line is older: 0.2.0"],
  ["1.0.0", "warning", "the version 1.0.0 runs, and this command line is older: 0.2.0"],
])("%s beside 0.2.0 is %s", (deployed, severity, sentence) => {
  expect(judgeVersion({ deployed, own: "0.2.0" })).toMatchObject([{ severity, sentence }]);
});
