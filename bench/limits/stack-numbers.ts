import type { Template } from "aws-cdk-lib/assertions";
import { everySetting, type Synthesis, synthesize } from "../../lib/synthesis.ts";

/** What the templates decide of the numbers in the docs. */
export interface StackNumbers {
  // Of the stage with every setting but those of requests a second.
  resources: { main: number; nested: number[] };
  roles: number;
  alarms: { all: number; allAtOnce: number };
  /** Of the kind of which there are most. */
  cdnPolicies: number;
  cdnFunctions: number;
  /** Of the HTTP API that has most. */
  routes: number;
  integrations: number;
  /** Of each HTTP API by default. */
  perSecond: number;
  atOnce: number;
  /** Routes with a limit of their own. */
  limitedRoutes: number;
  /** Metrics of the alarms that judge new versions. */
  judges: { alarms: number; metrics: number };
}

export function stackNumbers(): StackNumbers {
  const { apiRequestsPerSecond, siteRequestsPerSecond, consoleRequestsPerSecond, ...settings } =
    everySetting;
  const most = synthesize(settings);
  const alarms = counted(most, alarm) + counted(most, compositeAlarm);
  const [stage, ...others] = properties(most.main, "AWS::ApiGatewayV2::Stage");
  const { ThrottlingRateLimit, ThrottlingBurstLimit } = stage?.DefaultRouteSettings ?? {};
  const judges = Object.values(most.nested.Deployments?.findResources(alarm) ?? {});
  return {
    resources: { main: size(most.main), nested: Object.values(most.nested).map(size) },
    roles: counted(most, "AWS::IAM::Role"),
    alarms: { all: alarms, allAtOnce: alarms - judges.length },
    cdnPolicies: Math.max(
      ...["OriginRequest", "Cache", "ResponseHeaders"].map((kind) =>
        counted(most, `AWS::CloudFront::${kind}Policy`),
      ),
    ),
    cdnFunctions: counted(most, "AWS::CloudFront::Function"),
    routes: mostOfAnApi(most, "AWS::ApiGatewayV2::Route"),
    integrations: mostOfAnApi(most, "AWS::ApiGatewayV2::Integration"),
    perSecond: ThrottlingRateLimit,
    atOnce: ThrottlingBurstLimit,
    limitedRoutes: [stage, ...others].flatMap((one) => Object.keys(one?.RouteSettings ?? {}))
      .length,
    judges: {
      alarms: judges.length,
      metrics: judges.flatMap(({ Properties }) =>
        Properties.Metrics.filter((metric: object) => "MetricStat" in metric),
      ).length,
    },
  };
}

const alarm = "AWS::CloudWatch::Alarm";
const compositeAlarm = "AWS::CloudWatch::CompositeAlarm";

const size = (template: Template) => Object.keys(template.toJSON().Resources).length;

function properties(template: Template, type: string) {
  return Object.values(template.findResources(type)).map(({ Properties }) => Properties);
}

function counted({ main, nested }: Synthesis, type: string): number {
  return [main, ...Object.values(nested)].flatMap((one) => properties(one, type)).length;
}

function mostOfAnApi({ main }: Synthesis, type: string): number {
  const byApi = Map.groupBy(properties(main, type), ({ ApiId }) => ApiId.Ref);
  return Math.max(...[...byApi.values()].map((group) => group.length));
}
