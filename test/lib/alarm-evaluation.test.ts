import { expect, test } from "vitest";
import { Alarm, firesWithin } from "./alarm-evaluation.ts";
import { metricMath } from "./metric-math.ts";

const three = Alarm.parse({
  AlarmName: "an alarm",
  AlarmDescription: "An alarm of three periods.",
  ComparisonOperator: "GreaterThanThreshold",
  Threshold: 0,
  EvaluationPeriods: 3,
  DatapointsToAlarm: 3,
  TreatMissingData: "notBreaching",
});

// The tables of "Configuring how CloudWatch alarms treat missing data" in the CloudWatch User Guide:
// three evaluation periods within a range of five; 0 is within the threshold, X breaches, - is missing.
test.each([
  ["0 - X - X", 3, { notBreaching: false, breaching: false }],
  ["- - - - 0", 3, { notBreaching: false, breaching: false }],
  ["- - - - -", 3, { notBreaching: false, breaching: true }],
  ["0 X X - X", 3, { notBreaching: true, breaching: true }],
  ["- - X - -", 3, { notBreaching: false, breaching: true }],
  ["0 - X - X", 2, { notBreaching: true, breaching: true }],
  ["0 0 X 0 X", 2, { notBreaching: true, breaching: true }],
  ["0 - X - -", 2, { notBreaching: false, breaching: true }],
  ["- - - - 0", 2, { notBreaching: false, breaching: true }],
  ["- - - X -", 2, { notBreaching: false, breaching: true }],
])("data points %s with %d to alarm are judged as documented: %j", (text, enough, verdicts) => {
  const values: Record<string, number | undefined> = { "0": 0, X: 1, "-": undefined };
  const points = text.split(" ").map((mark) => values[mark]);
  const found = (["notBreaching", "breaching"] as const).map((TreatMissingData) => [
    TreatMissingData,
    firesWithin({ ...three, TreatMissingData, DatapointsToAlarm: enough }, points, 5),
  ]);
  expect(Object.fromEntries(found)).toEqual(verdicts);
});

const some = [1, undefined, 3];
const none = [undefined, undefined, undefined];

test.each([
  ["a + b", [undefined, undefined, undefined]],
  ["FILL(a, 0) + FILL(b, 0)", [1, 0, 3]],
  ["FILL(a + b, 7)", [7, 7, 7]],
  ["FILL(a, 0) - 2 * (FILL(b, 1) + 1)", [-3, -4, -1]],
  ["100 * FILL(a, 0) / FILL(b, 2)", [50, 0, 150]],
])("metric math: %s", (expression, expected) => {
  expect(metricMath(expression, { a: some, b: none })).toEqual(expected);
});

test.each(["FILL(a)", "c + 1", "a b", "MAX(a)", "a > 1", "2"])(
  "metric math that cannot be evaluated is refused: %s",
  (expression) => {
    expect(() => metricMath(expression, { a: some })).toThrow();
  },
);
