import { describe, expect, test } from "vitest";
import {
  Alarm,
  CompositeAlarm,
  inTurn,
  type Minutes,
  reportedIn,
  stateOfComposite,
} from "../alarm-evaluation.ts";
import { burnWindows, propertiesOf, resolved, resources } from "../synthesized.ts";

interface Cases {
  fires: Minutes[];
  quiet: Minutes[];
}

/** Fires when more than 1.44 % fail, within the hour and within the last five minutes. */
function fastBurn(failed: string, all: string): Cases {
  const calm = (minutes: number): [number, string] => [minutes, "0"];
  return {
    fires: [
      // Everything fails, for five minutes.
      { [failed]: inTurn(calm(55), [5, "100"]), [all]: inTurn([60, "100"]) },
    ],
    quiet: [
      { [failed]: inTurn([60, "-"]), [all]: inTurn([60, "-"]) },
      // It was bad, and is over.
      { [failed]: inTurn(calm(45), [10, "100"], [5, "0"]), [all]: inTurn([60, "100"]) },
      // It has just begun, and is not much of an hour.
      { [failed]: inTurn(calm(59), [1, "20"]), [all]: inTurn([60, "100"]) },
    ],
  };
}

const ofApi = (name: string) =>
  fastBurn(
    `AWS/ApiGateway 5xx ApiId={${name}SurfaceHttpApi}`,
    `AWS/ApiGateway Count ApiId={${name}SurfaceHttpApi}`,
  );
const age = "counting-service-production DeliveryAge service=counting-service";

const pages: Record<string, Cases> = {
  ReadApiObjectiveFastBurn: ofApi("ReadApi"),
  ConsoleAlarmsCountingFastBurn: fastBurn(
    "counting-service-production UnansweredTapRequests",
    "counting-service-production TapRequests",
  ),
  // Milliseconds. More than 14.4 % are late.
  WebhooksDeliveryAgeFastBurn: {
    fires: [{ [age]: inTurn([60, "4*200,5001"]) }],
    quiet: [{ [age]: inTurn([60, "-"]) }, { [age]: inTurn([60, "9*200,9000"]) }],
  },
};

/** Of the other two, the windows and their rule are the same. */
const alike = ["SiteObjectiveFastBurn", "ConsoleAlarmsObjectiveFastBurn"];

test("each objective of the template has cases here, or is like one that has", () => {
  const names = Object.keys(resources("AWS::CloudWatch::CompositeAlarm"));
  expect([...Object.keys(pages), ...alike].toSorted()).toEqual(names.toSorted());
});

/** The nested template gets the ids of HTTP APIs as parameters, whose names have theirs. */
const windows = () =>
  propertiesOf("AWS::CloudWatch::Alarm", burnWindows()).map((properties) => {
    const text = JSON.stringify(resolved(properties));
    return Alarm.parse(
      JSON.parse(text.replace(/\{referencetoService(\w+?HttpApi)[0-9A-F]{8}Ref\}/g, "{$1}")),
    );
  });

describe.each(Object.entries(pages))("%s", (name, { fires, quiet }) => {
  const { Properties } = resources("AWS::CloudWatch::CompositeAlarm")[name] ?? {};
  const state = (minutes: Minutes) =>
    stateOfComposite(CompositeAlarm.parse(Properties), windows(), reportedIn(minutes));

  test.each(fires.map((minutes, index) => [index, minutes] as const))(
    "fires at case %i",
    (_, minutes) => {
      expect(state(minutes)).toBe("ALARM");
    },
  );

  test.each(quiet.map((minutes, index) => [index, minutes] as const))(
    "is quiet at case %i",
    (_, minutes) => {
      expect(state(minutes)).toBe("OK");
    },
  );
});

test("the windows of a page tell nobody by themselves", () => {
  for (const window of windows()) expect(window.AlarmActions).toBeUndefined();
});

test.each([
  ["TapRequests", '{ ($.route = "*/taps") || ($.route = "*/undos") }'],
  [
    "UnansweredTapRequests",
    '{ (($.route = "*/taps") || ($.route = "*/undos")) && (($.status = "5*") || (($.status = "429") && ($.integrationStatus = "-"))) }',
  ],
])("the access log counts %s by their route and status", (name, pattern) => {
  const [filter] = propertiesOf("AWS::Logs::MetricFilter").filter(({ MetricTransformations }) =>
    JSON.stringify(MetricTransformations).includes(`"${name}"`),
  );
  expect(filter?.FilterPattern).toBe(pattern);
});
