import { expect, test } from "vitest";
import * as z from "zod";
import { allFunctions } from "../../../lambdas/functions/functions.ts";
import { Alarm, type Reported, stateOf } from "../alarm-evaluation.ts";
import {
  deployments,
  ephemeral,
  ephemeralAsked,
  everySetting,
  otherSettings,
  resolved,
  roomy,
  template,
  withMail,
} from "../synthesized.ts";

const Resources = z.record(
  z.string(),
  z.looseObject({
    Type: z.string(),
    Properties: z.record(z.string(), z.unknown()).default({}),
    DependsOn: z.array(z.string()).default([]),
    UpdatePolicy: z.unknown().optional(),
    DeletionPolicy: z.string().optional(),
  }),
);
type Resources = z.infer<typeof Resources>;

const all = Resources.parse(template(roomy).toJSON().Resources);
const nested = Resources.parse(deployments().toJSON().Resources);
const ofType = (type: string, from: Resources = all) =>
  Object.entries(from).filter(([, { Type }]) => Type === type);
/** CodeDeploy's own hook is in the nested stack, and shifts nothing. */
const hookName = "try-version";
const names = allFunctions
  .map(({ name }) => name)
  .filter((name) => name !== hookName)
  .toSorted();
const [nestedId = ""] = Object.keys(all).filter((id) => id.startsWith("DeploymentsNestedStack"));

/** The function's name in the list of functions, by its logical id. */
const nameOf = (functionId: string) =>
  String(all[functionId]?.Properties.Description).split(": ")[1] ?? "";

const OfFunction = z.object({ FunctionName: z.object({ Ref: z.string() }) });

test("each function has an alias of its newest version, which CodeDeploy shifts", () => {
  const aliases = ofType("AWS::Lambda::Alias").map(
    ([, { Properties, UpdatePolicy, DependsOn }]) => {
      const functionId = OfFunction.parse(Properties).FunctionName.Ref;
      const { FunctionVersion, Name } = z
        .object({
          Name: z.string(),
          FunctionVersion: z.object({ "Fn::GetAtt": z.tuple([z.string(), z.literal("Version")]) }),
        })
        .parse(Properties);
      const version = all[FunctionVersion["Fn::GetAtt"][0]];
      expect(Name).toBe("live");
      expect(OfFunction.parse(version?.Properties).FunctionName.Ref).toBe(functionId);
      // The groups and alarms are ready before it; by name, for a reference could not be resolved.
      expect(DependsOn).toContain(nestedId);
      expect(UpdatePolicy).toEqual({
        CodeDeployLambdaAliasUpdate: {
          ApplicationName: "counting-service-production",
          DeploymentGroupName: nameOf(functionId),
          BeforeAllowTrafficHook: "CodeDeployHook_counting-service-production",
        },
      });
      return nameOf(functionId);
    },
  );
  expect(aliases.toSorted()).toEqual(names);
});

const Statement = z.object({
  Effect: z.string(),
  Action: z.union([z.string(), z.array(z.string())]),
  Resource: z.unknown(),
  NotResource: z.unknown(),
});
const Policy = z.object({ PolicyDocument: z.object({ Statement: z.array(Statement.partial()) }) });
const Role = z.object({ Policies: z.array(Policy) });

/** What the policies of the nested stack say of an action. */
const statementsOn = (action: string) =>
  ofType("AWS::IAM::Role", nested)
    .flatMap(([, { Properties }]) => Role.parse(Properties).Policies)
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Action }) => [Action].flat().includes(action));

test("before its shift CodeDeploy has a version tried by a function that may invoke nothing else", () => {
  const [[hookId, hook] = [""]] = ofType("AWS::Lambda::Function", nested);
  // AWSCodeDeployRoleForLambdaLimited: function:CodeDeployHook_*
  expect(hook?.Properties.FunctionName).toBe("CodeDeployHook_counting-service-production");
  const parameters = z
    .object({ Parameters: z.record(z.string(), z.unknown()) })
    .parse(all[nestedId]?.Properties).Parameters;
  const [allow, ...more] = statementsOn("lambda:InvokeFunction").filter(
    ({ Effect }) => Effect === "Allow",
  );
  expect(more).toEqual([]);
  const invoked = z
    .array(z.object({ Ref: z.string() }))
    .parse(allow?.Resource)
    .map(({ Ref }) => z.object({ Ref: z.string() }).parse(parameters[Ref]).Ref);
  expect(invoked.toSorted()).toEqual(
    ofType("AWS::Lambda::Version")
      .map(([id]) => id)
      .toSorted(),
  );
  const deny = statementsOn("lambda:InvokeFunction").filter(({ Effect }) => Effect === "Deny");
  expect(deny.map(({ NotResource }) => NotResource)).toEqual([
    [
      { "Fn::GetAtt": [hookId, "Arn"] },
      { "Fn::Join": ["", [{ "Fn::GetAtt": [hookId, "Arn"] }, ":*"]] },
    ],
  ]);
});

test("it reports to the groups of its own application only", () => {
  const [report] = statementsOn("codedeploy:PutLifecycleEventHookExecutionStatus");
  expect(JSON.stringify(report?.Resource)).toMatch(
    /:deploymentgroup:counting-service-production\/\*"/,
  );
});

test("each function has a deployment group of its own, which goes back by itself", () => {
  const alarms = Object.fromEntries(ofType("AWS::CloudWatch::Alarm", nested));
  const groups = ofType("AWS::CodeDeploy::DeploymentGroup", nested).map(([, { Properties }]) => {
    const { DeploymentGroupName, AlarmConfiguration } = z
      .object({
        DeploymentGroupName: z.string(),
        AlarmConfiguration: z.object({
          Alarms: z.tuple([z.object({ Name: z.object({ Ref: z.string() }) })]),
          Enabled: z.literal(true),
        }),
      })
      .parse(Properties);
    const alarm = alarms[AlarmConfiguration.Alarms[0].Name.Ref];
    expect(resolved(alarm?.Properties.AlarmName)).toContain(`: ${DeploymentGroupName}, version {`);
    expect(Properties).toMatchObject({
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: ["DEPLOYMENT_FAILURE", "DEPLOYMENT_STOP_ON_REQUEST", "DEPLOYMENT_STOP_ON_ALARM"],
      },
      DeploymentStyle: { DeploymentOption: "WITH_TRAFFIC_CONTROL", DeploymentType: "BLUE_GREEN" },
    });
    return DeploymentGroupName;
  });
  expect(groups.toSorted()).toEqual(names);
});

test.each([
  ["a stage that keeps its data", roomy],
  ["an ephemeral stage that is set so", ephemeralAsked],
])("of %s, functions shift gradually, but a page and its files at once", (_, settings) => {
  const groups = Resources.parse(deployments(settings).toJSON().Resources);
  const found = ofType("AWS::CodeDeploy::DeploymentGroup", groups).map(
    ([, { Properties }]) =>
      [Properties.DeploymentGroupName, Properties.DeploymentConfigName] as const,
  );
  // A page and its files are of one build.
  const atOnce = ["get-console-file", "show-console"];
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(
      names.map((name) => [
        name,
        atOnce.includes(name)
          ? "CodeDeployDefault.LambdaAllAtOnce"
          : "CodeDeployDefault.LambdaCanary10Percent5Minutes",
      ]),
    ),
  );
});

// CodeDeploy refuses an alias that a person has moved by hand, and it may have an outage itself.
test.each([
  ["a stage that is set so", otherSettings],
  ["an ephemeral stage", ephemeral],
  ["an account with few concurrent executions", {}],
])("of %s, CloudFormation moves aliases without CodeDeploy", (_, settings) => {
  const resources = Resources.parse(template(settings).toJSON().Resources);
  const aliases = ofType("AWS::Lambda::Alias", resources);
  expect(aliases.length).toBeGreaterThan(20);
  expect(aliases.filter(([, { UpdatePolicy }]) => UpdatePolicy !== undefined)).toEqual([]);
  const text = JSON.stringify(resources);
  expect([text.includes("CodeDeploy"), text.includes("DeploymentsNestedStack")]).toEqual([
    false,
    false,
  ]);
});

test("a deployment all at once changes nothing of a stack but how its aliases move", () => {
  const [gradual, atOnce] = [roomy, { ...withMail, deployment: "allAtOnce" }].map((settings) =>
    Resources.parse(template(settings).toJSON().Resources),
  );
  // A version's id ends with a hash of its code, and functions may be built anew meanwhile.
  const ids = (from: Resources = {}) =>
    Object.keys(from)
      .filter((id) => from[id]?.Type !== "AWS::CloudFormation::Stack")
      .map((id) => id.replace(/(?<=CurrentVersion\w{8})[\da-f]{32}$/, ""));
  expect(ids(atOnce)).toEqual(ids(gradual));
});

test("nothing invokes a function past its alias", () => {
  const functionIds = new Set(ofType("AWS::Lambda::Function").map(([id]) => id));
  const mayName = [
    "AWS::Lambda::Version",
    "AWS::Lambda::Alias",
    "AWS::CloudWatch::Alarm",
    "AWS::CloudWatch::Dashboard",
    "AWS::CloudFormation::Stack",
  ];
  const past = Object.entries(all)
    .filter(([, { Type }]) => !mayName.includes(Type))
    .filter(([, { Properties }]) => namedIn(Properties).some((id) => functionIds.has(id)))
    .map(([id]) => id);
  expect(past).toEqual([]);
});

test("an integration is changed only once it may invoke its alias", () => {
  const integrations = ofType("AWS::ApiGatewayV2::Integration");
  for (const [id, { Properties, DependsOn }] of integrations) {
    const permitted = DependsOn.map((other) => all[other]?.Properties.FunctionName);
    expect([id, permitted]).toEqual([id, [Properties.IntegrationUri]]);
  }
  expect(integrations.length).toBeGreaterThan(10);
});

test("the console's pages come last: what they ask for is there", () => {
  const dependencies = (name: string) => {
    const [, alias] =
      ofType("AWS::Lambda::Alias").find(
        ([, { Properties }]) => nameOf(OfFunction.parse(Properties).FunctionName.Ref) === name,
      ) ?? [];
    return (alias?.DependsOn ?? [])
      .filter((id) => all[id]?.Type === "AWS::Lambda::Alias")
      .map((id) => nameOf(OfFunction.parse(all[id]?.Properties).FunctionName.Ref));
  };
  expect(dependencies("show-console")).toEqual(["get-console-file"]);
  expect(dependencies("get-console-file")).toEqual(
    expect.arrayContaining(["manage-sessions", "count-taps", "manage-counters"]),
  );
});

test("earlier versions stay where data does, and one that was never in use goes", () => {
  const policies = (from: Resources) =>
    new Set(ofType("AWS::Lambda::Version", from).map(([, { DeletionPolicy }]) => DeletionPolicy));
  expect(policies(all)).toEqual(new Set(["RetainExceptOnCreate"]));
  const deleted = Resources.parse(template(ephemeral).toJSON().Resources);
  expect(policies(deleted)).toEqual(new Set(["Delete"]));
});

/** Of the alarm of a function, what it says when the new version reports these. */
function verdict(name: string, reported: { invocations?: string; failures?: string }) {
  const [, alarm] =
    ofType("AWS::CloudWatch::Alarm", nested).find(([, { Properties }]) =>
      String(resolved(Properties.AlarmName)).includes(`: ${name}, version`),
    ) ?? [];
  const properties = Alarm.parse(resolved(alarm?.Properties));
  const metrics = (properties.Metrics ?? []).flatMap((query) =>
    "MetricStat" in query ? [[query.Id, query.MetricStat.Metric] as const] : [],
  );
  const series = metrics.map(([id, { Namespace, MetricName, Dimensions }]) => {
    const key = [Namespace, MetricName, ...Dimensions.map((one) => `${one.Name}=${one.Value}`)];
    const text = (id === "invocations" ? reported.invocations : reported.failures) ?? "- - - - -";
    const minutes = text.split(" ").map((one) => (one === "-" ? [] : one.split(",").map(Number)));
    return [key.join(" "), minutes] as const;
  });
  return stateOf(properties, Object.fromEntries(series) satisfies Reported);
}

test.each([
  ["get-counter", { invocations: "- - - - 1" }, "ALARM"],
  ["get-counter", { failures: "- - - 1 -" }, "ALARM"],
  ["get-counter", { invocations: "0,0 0 0 0 0" }, "OK"],
  ["get-counter", {}, "OK"],
  ["deliver-webhook", { invocations: "- - 1 - -" }, "ALARM"],
  ["deliver-webhook", { failures: "- - 1,1,1,1,1,1,1 - -" }, "ALARM"],
  // A message that no version can handle, every 28 s, and a second one beside it.
  ["deliver-webhook", { failures: "1,1 1,1,1 1,1,1,1,1,1 - 1" }, "OK"],
  ["evaluate-alerts", { failures: "- - 1,1,1 - -" }, "ALARM"],
  // A record that no version can handle.
  ["evaluate-alerts", { failures: "1 - 1 - 1" }, "OK"],
])("%s with %j in the last five minutes: %s", (name, reported, expected) => {
  expect(verdict(name, reported)).toBe(expected);
});

test("the judges watch errors of the new version alone, and no queue", () => {
  const alarms = ofType("AWS::CloudWatch::Alarm", nested);
  expect(alarms).toHaveLength(names.length);
  for (const [, { Properties }] of alarms) {
    const { Metrics = [] } = Alarm.parse(resolved(Properties));
    const watched = Metrics.flatMap((query) =>
      "MetricStat" in query ? [query.MetricStat.Metric] : [],
    );
    expect(watched.map(({ MetricName }) => MetricName)).toEqual(["Errors", "Failures"]);
    for (const { Dimensions } of watched) {
      const version = Dimensions.find(({ Name }) => /version$/i.test(Name))?.Value;
      // A parameter, whose value is the version's number: with it the alarm's name changes.
      expect(version).toMatch(/^\{referenceto\w+Version\}$/);
      expect(resolved(Properties.AlarmName)).toContain(version);
    }
  }
});

/** Of each function its version, and the code that it has: others may build it meanwhile. */
function versionsWith(settings: Record<string, string>) {
  const resources = Resources.parse(template(settings).toJSON().Resources);
  const versions = ofType("AWS::Lambda::Version", resources).map(([id, { Properties }]) => {
    const functionId = OfFunction.parse(Properties).FunctionName.Ref;
    const code = JSON.stringify(resources[functionId]?.Properties.Code);
    return [nameOf(functionId), { id, code }] as const;
  });
  return new Map(versions);
}

/** The functions that get another version by other settings alone. */
function changedBy(settings: Record<string, string>): string[] {
  const before = versionsWith({});
  return [...versionsWith(settings)].flatMap(([name, { id, code }]) =>
    before.get(name)?.code === code && before.get(name)?.id !== id ? [name] : [],
  );
}

test("a version keeps its own environment: a new variable makes a new version of the function", () => {
  // What no version keeps makes none, such as the concurrency: Lambda publishes no version of the same
  // code and settings.
  const changed = { retryDelays: "1,2,3", lambdaConcurrency: "1000" };
  const [before, after] = [versionsWith({}), versionsWith(changed)];
  expect(after.get("deliver-webhook")?.id).not.toBe(before.get("deliver-webhook")?.id);
  expect(changedBy(changed).filter((name) => name !== "deliver-webhook")).toEqual([]);
});

// 400 of the main template as measured; CloudFormation takes 500 ("Understand CloudFormation quotas").
test("with every setting, 60 more resources fit into the template and each nested one", () => {
  // A canary is on unless it is turned off.
  for (const settings of [roomy, everySetting]) {
    const size = (from: { toJSON(): Record<string, object> }) =>
      Object.keys(from.toJSON().Resources ?? {}).length;
    expect(size(template(settings))).toBeLessThanOrEqual(500 - 60);
    expect(size(deployments(settings))).toBeLessThanOrEqual(500 - 60);
  }
  expect(Object.keys(deployments().toJSON().Parameters).length).toBeLessThan(180);
});

/** Every logical id that a reference in this value names. */
function namedIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namedIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    if (key === "Ref" && typeof part === "string") return [part];
    if (key === "Fn::GetAtt") return [String([part].flat()[0]).split(".")[0] ?? ""];
    return namedIn(part);
  });
}
