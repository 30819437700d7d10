import { expect, test } from "vitest";
import { Alarm, type State, stateWithin } from "./alarm-evaluation.ts";
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

const Treatments = ["missing", "ignore", "breaching", "notBreaching"] as const;
type Treatment = (typeof Treatments)[number];

// The tables of "Configuring how CloudWatch alarms treat missing data" in the CloudWatch User Guide:
// three evaluation periods within a range of five; 0 is within the threshold, X breaches, - is missing.
test.each<[points: string, enough: number, Partial<Record<Treatment, State>>]>([
  ["0 - X - X", 3, { ignore: "OK", breaching: "OK", notBreaching: "OK" }],
  ["- - - - 0", 3, { ignore: "OK", breaching: "OK", notBreaching: "OK" }],
  ["- - - - -", 3, { missing: "INSUFFICIENT_DATA", breaching: "ALARM", notBreaching: "OK" }],
  ["- - - - -", 3, { ignore: "unchanged" }],
  ["0 X X - X", 3, { ignore: "ALARM", breaching: "ALARM", notBreaching: "ALARM" }],
  ["- - X - -", 3, { ignore: "unchanged", breaching: "ALARM", notBreaching: "OK" }],
  ["0 - X - X", 2, { ignore: "ALARM", breaching: "ALARM", notBreaching: "ALARM" }],
  ["0 0 X 0 X", 2, { ignore: "ALARM", breaching: "ALARM", notBreaching: "ALARM" }],
  ["0 - X - -", 2, { ignore: "OK", breaching: "ALARM", notBreaching: "OK" }],
  ["- - - - 0", 2, { ignore: "OK", breaching: "ALARM", notBreaching: "OK" }],
  ["- - - X -", 2, { ignore: "unchanged", breaching: "ALARM", notBreaching: "OK" }],
])(
  "the data points %s, with %d to alarm, lead to the documented state: %j",
  (text, enough, states) => {
    const values: Record<string, number | undefined> = { "0": 0, X: 1, "-": undefined };
    const points = text.split(" ").map((mark) => values[mark]);
    const treatments = Treatments.filter((treatment) => treatment in states);
    const found = treatments.map((TreatMissingData) => [
      TreatMissingData,
      stateWithin({ ...three, TreatMissingData, DatapointsToAlarm: enough }, points, 5),
    ]);
    expect(Object.fromEntries(found)).toEqual(states);
  },
);

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
