import * as z from "zod";

/** A metric of the service's own that an alarm or the dashboard reads. */
export interface Reading {
  reader: string;
  namespace: string;
  metric: string;
  /** By name; undefined where AWS makes the value, such as the name of a function. */
  dimensions: Record<string, string | undefined>;
  /** Logical ids of the functions of which the same alarm reads errors or failed records. */
  watched: string[];
  isMissedWhenAbsent: boolean;
}

const Template = z.looseObject({
  Resources: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
});
type Template = z.infer<typeof Template>;

const Metric = z.looseObject({
  Namespace: z.string(),
  MetricName: z.string(),
  Dimensions: z.array(z.object({ Name: z.string(), Value: z.unknown() })).default([]),
});
type Metric = z.infer<typeof Metric>;
const Alarm = z.looseObject({
  TreatMissingData: z.string().default("missing"),
  Metrics: z.array(z.looseObject({ MetricStat: z.looseObject({ Metric }).optional() })).optional(),
});
const Ref = z.object({ Ref: z.string() });
const Filter = z.looseObject({
  FilterPattern: z.string(),
  LogGroupName: Ref,
  MetricTransformations: z.tuple([
    z.object({ MetricNamespace: z.string(), MetricName: z.string() }),
  ]),
});
const Stage = z.looseObject({
  ApiId: Ref,
  AccessLogSettings: z.object({ DestinationArn: z.unknown(), Format: z.string() }),
});

/** Everything that is read of what the functions write; metrics of filters are not theirs. */
export function readingsOf(templates: readonly unknown[]): Reading[] {
  const all = templates.map((one) => Template.parse(one));
  const filtered = new Set(
    all
      .flatMap((one) => ofType(one, "AWS::Logs::MetricFilter"))
      .map(([, filter]) => Filter.parse(filter).MetricTransformations[0].MetricName),
  );
  const alarms = all
    .flatMap(readByAlarms)
    .filter(({ namespace, metric }) => !namespace.startsWith("AWS/") && !filtered.has(metric));
  const own = new Set(alarms.map(({ namespace }) => namespace));
  const shown = all
    .flatMap(readByDashboard)
    .filter(({ namespace, metric }) => own.has(namespace) && !filtered.has(metric));
  return [...alarms, ...shown];
}

function readByAlarms(template: Template): Reading[] {
  return ofType(template, "AWS::CloudWatch::Alarm").flatMap(([reader, properties]) => {
    const alarm = Alarm.parse(properties);
    const metrics =
      alarm.Metrics === undefined
        ? [Metric.parse(properties)]
        : alarm.Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []);
    const watched = metrics.flatMap((metric) => functionOf(template, metric));
    return metrics.map((metric) => ({
      reader,
      namespace: metric.Namespace,
      metric: metric.MetricName,
      dimensions: dimensionsOf(metric),
      watched,
      isMissedWhenAbsent: alarm.TreatMissingData === "breaching",
    }));
  });
}

function dimensionsOf({ Dimensions }: Metric): Reading["dimensions"] {
  return Object.fromEntries(
    Dimensions.map(({ Name, Value }) => [Name, typeof Value === "string" ? Value : undefined]),
  );
}

/** The function that a metric of AWS is about: by its name, or by what invokes it. */
function functionOf(template: Template, { Dimensions }: Metric): string[] {
  return Dimensions.flatMap(({ Name, Value }) => {
    const text = JSON.stringify(Value ?? null);
    const [, id = ""] = /"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/.exec(text) ?? [];
    if (Name === "FunctionName") return [id];
    if (Name !== "EventSourceMappingUUID") return [];
    const target = JSON.stringify(template.Resources[id]?.Properties.FunctionName ?? null);
    return Object.keys(template.Resources).filter(
      (one) =>
        template.Resources[one]?.Type === "AWS::Lambda::Function" &&
        (target.includes(`"${one}"`) || target.includes(aliasOf(template, one) ?? " ")),
    );
  });
}

function aliasOf(template: Template, functionId: string): string | undefined {
  const aliases = ofType(template, "AWS::Lambda::Alias");
  const found = aliases.find(([, { FunctionName }]) =>
    JSON.stringify(FunctionName).includes(`"${functionId}"`),
  );
  return found && `"${found[0]}"`;
}

/** `["namespace","name","dimension","value",…` in the text of the dashboard; AWS puts references into it. */
function readByDashboard(template: Template): Reading[] {
  return ofType(template, "AWS::CloudWatch::Dashboard").flatMap(([reader, { DashboardBody }]) => {
    const text = JSON.stringify(DashboardBody).replaceAll('\\"', '"');
    return [...text.matchAll(/\["([\w-]+)","(\w+)"((?:,"\w+","[\w-]+")*)/g)].map((match) => {
      const [, namespace = "", metric = "", rest = ""] = match;
      const names = [...rest.matchAll(/"(\w+)","([\w-]+)"/g)];
      const dimensions = Object.fromEntries(names.map(([, name, value]) => [name, value]));
      return { reader, namespace, metric, dimensions, watched: [], isMissedWhenAbsent: false };
    });
  });
}

/** What the access log has under the names that filters use. */
const fields: Record<string, string> = {
  "$.route": "$context.routeKey",
  "$.status": "$context.status",
  "$.integrationStatus": "$context.integrationStatus",
};

/** Fields and routes of metric filters that no line of their access log has. */
export function unreadableFields(templates: readonly unknown[]): string[] {
  return templates
    .map((one) => Template.parse(one))
    .flatMap((template) =>
      ofType(template, "AWS::Logs::MetricFilter").flatMap(([id, properties]) => {
        const { FilterPattern, LogGroupName } = Filter.parse(properties);
        const stage = ofType(template, "AWS::ApiGatewayV2::Stage")
          .flatMap(([, one]) => Stage.safeParse(one).data ?? [])
          .find(({ AccessLogSettings }) =>
            JSON.stringify(AccessLogSettings.DestinationArn).includes(`"${LogGroupName.Ref}"`),
          );
        if (stage === undefined) return [`${id} reads no access log`];
        const format = z
          .record(z.string(), z.string())
          .parse(JSON.parse(stage.AccessLogSettings.Format));
        return [
          ...[...FilterPattern.matchAll(/\$\.\w+/g)]
            .filter(
              ([name]) => fields[name] === undefined || format[name.slice(2)] !== fields[name],
            )
            .map(([name]) => `${id} reads ${name}, which its access log does not have`),
          ...[...FilterPattern.matchAll(/\$\.route = "\*?([^"]+)"/g)]
            .filter(([, ending = ""]) => !hasRoute(template, stage.ApiId.Ref, ending))
            .map(([, ending]) => `${id} counts ${ending}, which is no route of its HTTP API`),
        ];
      }),
    );
}

function hasRoute(template: Template, api: string, ending: string): boolean {
  return ofType(template, "AWS::ApiGatewayV2::Route").some(
    ([, { ApiId, RouteKey }]) =>
      Ref.safeParse(ApiId).data?.Ref === api && String(RouteKey).endsWith(ending),
  );
}

function ofType({ Resources }: Template, type: string) {
  return Object.entries(Resources).flatMap(([id, { Type, Properties }]) =>
    Type === type ? [[id, Properties] as const] : [],
  );
}
