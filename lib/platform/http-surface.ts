import { Aws, CfnOutput, Fn, Validations } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  CfnIntegration,
  CfnStage,
  DomainName,
  EndpointType,
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import type { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { CfnPermission } from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type * as z from "zod/mini";
import type {
  FunctionDefinition,
  HttpFunction,
  Surface,
} from "../../lambdas/functions/definition.ts";
import { type Configuration, deploymentName } from "../configuration.ts";
import { requestLimits } from "./request-limits.ts";
import { ServiceFunction, type ServiceFunctionProps } from "./service-function.ts";

export interface RequiredOrigin {
  cdn: Construct;
  /** What the CDN sends in the header x-origin-secret. */
  secret: string;
}

export interface HttpSurfaceProps {
  configuration: Configuration;
  surface: Surface;
  domainName?: string | undefined;
  certificateArn?: string | undefined;
}

/** One HTTP API, its own domain name if it has one, and the functions of its surface. */
export class HttpSurface extends Construct {
  readonly httpApi: HttpApi;
  /** The public URL, without a trailing slash. */
  readonly url: string;
  readonly accessLogs: LogGroup;
  /** For people. */
  readonly name: string;
  /** How often the API itself refused a request, where that is counted. */
  readonly refused: Metric[] = [];
  private readonly configuration: Configuration;
  private readonly surface: Surface;
  private readonly stage: CfnStage;
  /** Which CDN alone may send requests, and how it proves itself; without it anybody may. */
  private requiredOrigin: RequiredOrigin | undefined;
  /** Of routes with a limit of their own, by their keys. */
  private readonly routeSettings: Record<string, ReturnType<typeof throttled>> = {};

  constructor(scope: Construct, id: string, props: HttpSurfaceProps) {
    super(scope, id);
    const { configuration, surface } = props;
    this.configuration = configuration;
    this.surface = surface;
    this.name = surface.name;
    const domainName = this.domainName(props);
    this.httpApi = new HttpApi(this, "HttpApi", {
      apiName: `${deploymentName(configuration)}-${surface.name}`,
      createDefaultStage: false,
      disableExecuteApiEndpoint: domainName !== undefined,
    });
    this.url = domainName ? `https://${props.domainName}` : this.httpApi.apiEndpoint;
    this.accessLogs = this.newAccessLogs();
    const stage = this.httpApi.addStage("Stage", {
      stageName: "$default",
      autoDeploy: true,
      ...(domainName && { domainMapping: { domainName } }),
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLogs),
        format: accessLogFormat,
      },
    });
    if (!(stage.node.defaultChild instanceof CfnStage)) throw new Error("the stage is no CfnStage");
    this.stage = stage.node.defaultChild;
    // Limits what a flood can cost. Whether all routes share it is not documented: limits.md.
    this.stage.addPropertyOverride("DefaultRouteSettings", throttled(configuration, surface));
    this.stage.routeSettings = this.routeSettings;
  }

  /** Makes the functions that are served from now on refuse what did not come through this CDN. */
  requireOrigin(required: RequiredOrigin): void {
    this.requiredOrigin = required;
  }

  /** Deploys a function of the surface behind its routes; throws for one of another surface. */
  serve<Environment extends z.ZodMiniType>(
    definition: HttpFunction<Environment>,
    environment: z.input<Environment> & Record<string, string>,
    options: Pick<
      ServiceFunctionProps<Environment>,
      "timeout" | "reservedConcurrency" | "allAtOnce"
    > = {},
  ): ServiceFunction<Environment> {
    if (!this.surface.functions.some(({ name }) => name === definition.name)) {
      throw new Error(`${definition.name} is not a function of the surface ${this.surface.name}`);
    }
    return this.deploy(definition, routeKeys(definition), { environment, ...options });
  }

  /**
   * Deploys a function that is not one of the surface, so that neither descriptions nor refusals name
   * it. `authentication` says who may call it.
   */
  serveBeside<Environment extends z.ZodMiniType>(
    definition: HttpFunction<Environment>,
    environment: z.input<Environment> & Record<string, string>,
    authentication: string,
  ): ServiceFunction<Environment> {
    return this.deploy(definition, routeKeys(definition), { environment }, authentication);
  }

  /** Deploys the function that refuses every request without a route. */
  refuseAllElse(environment: Record<string, string> = {}): ServiceFunction<z.ZodMiniType> {
    return this.deploy<z.ZodMiniType>(this.surface.refuse, [HttpRouteKey.DEFAULT], {
      environment,
    });
  }

  private deploy<Environment extends z.ZodMiniType>(
    definition: FunctionDefinition<Environment>,
    keys: HttpRouteKey[],
    props: Pick<
      ServiceFunctionProps<Environment>,
      "environment" | "timeout" | "reservedConcurrency" | "allAtOnce"
    >,
    authentication = whoMayCall[this.surface.name],
  ): ServiceFunction<Environment> {
    const id = pascalCase(definition.name);
    const { configuration, httpApi } = this;
    const { requiredOrigin } = this;
    const deployed = new ServiceFunction(this, id, {
      definition,
      configuration,
      ...props,
      environment: {
        ...props.environment,
        ...(requiredOrigin && { REQUIRED_ORIGIN_SECRET: requiredOrigin.secret }),
      },
    });
    // By then the CDN sends what the function asks for.
    if (requiredOrigin) deployed.lambda.node.addDependency(requiredOrigin.cdn);
    const separateLimits = keysWithSeparateLimit(this.surface);
    const integration = new HttpLambdaIntegration(`${id}Integration`, deployed.live, {
      // One permission for the API: one for each route would double the resources of the stack. It is
      // for `API/*/*/*`, and the default route invokes as `API/$default/$default`.
      scopePermissionToRoute: keys.includes(HttpRouteKey.DEFAULT),
    });
    for (const routeKey of keys) {
      const route = new HttpRoute(this, `Route ${routeKey.key}`, {
        httpApi,
        routeKey,
        integration,
      });
      Validations.of(route).acknowledge({
        id: "AwsSolutions::AwsSolutions-APIG4",
        reason: authentication,
      });
      permitFirst(route);
      if (separateLimits.has(routeKey.key)) this.limitAlone(route, routeKey);
    }
    return deployed;
  }

  /** Gives a route a limit of its own; the route must exist before. */
  private limitAlone(route: HttpRoute, { key }: HttpRouteKey): void {
    this.routeSettings[key] = throttled(this.configuration, this.surface);
    this.stage.node.addDependency(route);
  }

  private newAccessLogs(): LogGroup {
    const { logRetentionDays } = this.configuration;
    const stackId = Fn.select(2, Fn.split("/", Aws.STACK_ID));
    return new LogGroup(this, "AccessLogs", {
      // One policy of the account, of limited length, lists the groups that AWS services may write
      // to, except those with this prefix. The id of the stack keeps a new deployment apart from the
      // group that an earlier one has left.
      logGroupName: `/aws/vendedlogs/${deploymentName(this.configuration)}/${this.surface.name}-${stackId}`,
      retention: logRetentionDays,
      removalPolicy: this.configuration.dataRemoval,
    });
  }

  private domainName({ surface, domainName: name, certificateArn }: HttpSurfaceProps) {
    if (name === undefined || certificateArn === undefined) return undefined;
    const domainName = new DomainName(this, "DomainName", {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, "Certificate", certificateArn),
      endpointType: EndpointType.REGIONAL,
    });
    new CfnOutput(this, "DnsTarget", {
      description: `Point a CNAME or alias record of ${name} here`,
      value: domainName.regionalDomainName,
      key: `${surface.name === "api" ? "Api" : "Site"}DnsTarget`,
    });
    return domainName;
  }
}

function routeKeys({ routes }: Pick<HttpFunction, "routes">): HttpRouteKey[] {
  return routes.flatMap(({ methods, path }) =>
    // GET and HEAD are one route: the template may have 500 resources, and the function refuses others.
    methods.includes("HEAD")
      ? [HttpRouteKey.with(path, HttpMethod.ANY)]
      : methods.map((method) => HttpRouteKey.with(path, HttpMethod[method])),
  );
}

/** Keys of the routes whose requests others cannot use up. */
function keysWithSeparateLimit({ functions }: Surface): Set<string> {
  const routes = functions.flatMap((one) =>
    one.routes.filter(({ separateLimit }) => separateLimit),
  );
  return new Set(routes.flatMap(({ methods, path }) => methods.map((one) => `${one} ${path}`)));
}

function throttled(configuration: Configuration, { name }: Surface) {
  const { perSecond, atOnce } = requestLimits(configuration, name);
  return { ThrottlingRateLimit: perSecond, ThrottlingBurstLimit: atOnce };
}

const whoMayCall = {
  api: "The functions authenticate: API key, plan and rate limit are one conditional write.",
  console:
    "The functions authenticate: the session's or the gate's cookie, and the role, are one read.",
  site: "The site is public; anybody with a session's id may see what it shows, contract §5.",
};

// Without path and query: a client may have pasted its key there. And without messages: API Gateway
// puts values between the quotes as they are, and a quote in one would end the JSON ("Customize HTTP API
// access logs": only `$context.error.messageString` is quoted).
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: "$context.requestId",
    requestTime: "$context.requestTime",
    sourceIp: "$context.identity.sourceIp",
    method: "$context.httpMethod",
    route: "$context.routeKey",
    status: "$context.status",
    responseLength: "$context.responseLength",
    responseLatency: "$context.responseLatency",
    // "-" where the HTTP API itself responded, as for a request above its limit.
    integrationStatus: "$context.integrationStatus",
  }),
);

function pascalCase(kebabCase: string): string {
  return kebabCase.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());
}

/** Permissions come before integrations: without its permission an integration returns 500. */
function permitFirst(route: HttpRoute): void {
  const resources = route.node.findAll();
  const permissions = resources.filter((resource) => resource instanceof CfnPermission);
  for (const integration of resources.filter((resource) => resource instanceof CfnIntegration)) {
    for (const permission of permissions) integration.addResourceDependency(permission);
  }
}
