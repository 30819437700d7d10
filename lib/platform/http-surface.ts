import { CfnOutput, RemovalPolicy, Validations } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
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
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type * as z from "zod";
import { methodsOf, type RouteContract } from "../../lambdas/functions/functions.ts";
import type { Configuration } from "../configuration.ts";
import { ServiceFunction } from "./service-function.ts";

export interface HttpSurfaceProps {
  configuration: Configuration;
  /** Which of the service's two public addresses this is. */
  surface: "api" | "site";
  domainName?: string | undefined;
  certificateArn?: string | undefined;
}

/** One HTTP API, its own domain name if there is one, and the functions behind it. */
export class HttpSurface extends Construct {
  readonly httpApi: HttpApi;
  /** The public address, without a slash at the end. */
  readonly url: string;
  readonly accessLogs: LogGroup;
  private readonly configuration: Configuration;
  private readonly surface: HttpSurfaceProps["surface"];

  constructor(scope: Construct, id: string, props: HttpSurfaceProps) {
    super(scope, id);
    const { configuration, surface } = props;
    this.configuration = configuration;
    this.surface = surface;
    const domainName = this.domainName(props);
    this.httpApi = new HttpApi(this, "HttpApi", {
      apiName: `${configuration.serviceName}-${configuration.stage}-${surface}`,
      createDefaultStage: false,
      disableExecuteApiEndpoint: domainName !== undefined,
    });
    this.url = domainName ? `https://${props.domainName}` : this.httpApi.apiEndpoint;
    this.accessLogs = this.newAccessLogs();
    const rateLimit = requestsPerSecond(props);
    this.httpApi.addStage("Stage", {
      stageName: "$default",
      autoDeploy: true,
      ...(domainName && { domainMapping: { domainName } }),
      // Bounds what a flood can cost.
      throttle: { rateLimit, burstLimit: 2 * rateLimit },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLogs),
        format: accessLogFormat,
      },
    });
  }

  /** Deploys a function behind the route that its contract names. */
  serve<Environment extends z.ZodType>(
    contract: RouteContract<Environment>,
    environment: z.input<Environment> & Record<string, string>,
  ): ServiceFunction<Environment> {
    const id = pascalCase(contract.name);
    const { configuration } = this;
    const served = new ServiceFunction(this, id, { contract, configuration, environment });
    const integration = new HttpLambdaIntegration(`${id}Integration`, served.lambda);
    for (const [prefix, routeKey] of Object.entries(routeKeys(contract))) {
      const route = new HttpRoute(this, `${prefix}${id}Route`, {
        httpApi: this.httpApi,
        routeKey,
        integration,
      });
      Validations.of(route).acknowledge({
        id: "AwsSolutions::AwsSolutions-APIG4",
        reason: whoMayCall[this.surface],
      });
    }
    return served;
  }

  private newAccessLogs(): LogGroup {
    return new LogGroup(this, "AccessLogs", {
      retention: this.configuration.logRetentionDays,
      removalPolicy: this.configuration.ephemeral ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
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
      key: `${surface === "api" ? "Api" : "Site"}DnsTarget`,
    });
    return domainName;
  }
}

/** The API's lies far above what the keys' own limits let through. */
function requestsPerSecond({ surface, configuration }: HttpSurfaceProps): number {
  return surface === "api" ? 1_000 : configuration.siteRequestsPerSecond;
}

const whoMayCall = {
  api: "The functions authenticate: API key, plan and rate limit are one conditional write.",
  site: "The site is public; whoever knows a session's id may see what it shows, contract §5.",
};

// Neither path nor query: a client may have pasted its key there.
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
    integrationError: "$context.integrationErrorMessage",
  }),
);

/** The route keys of a function, by what the id of each route begins with. */
function routeKeys(contract: RouteContract): Record<string, HttpRouteKey> {
  const { route } = contract;
  if (route === "$default") return { "": HttpRouteKey.DEFAULT };
  const path = route.slice(route.indexOf("/"));
  return Object.fromEntries(
    methodsOf(contract).map((method) => [
      method === "GET" ? "" : pascalCase(method.toLowerCase()),
      HttpRouteKey.with(path, HttpMethod[method]),
    ]),
  );
}

function pascalCase(kebabCase: string): string {
  return kebabCase.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());
}
