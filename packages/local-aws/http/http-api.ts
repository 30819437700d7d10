import * as z from "zod";
import { contextOf } from "../iam/condition-keys.ts";
import type { AccessRequest } from "../iam/evaluation.ts";
import { StartError } from "../start-error.ts";
import { executeApiArn, functionNameIn, localAccount } from "../template/arns.ts";
import type { Resource, Stack } from "../template/stack.ts";
import { type Route, readRouteKey } from "./http-route.ts";

/** An HTTP API of the template; every route names the function that serves it. */
export interface HttpApiSpec {
  logicalId: string;
  name: string;
  routes: Route[];
}

const types = {
  api: "AWS::ApiGatewayV2::Api",
  route: "AWS::ApiGatewayV2::Route",
  integration: "AWS::ApiGatewayV2::Integration",
  stage: "AWS::ApiGatewayV2::Stage",
};

export const httpApiTypes = Object.values(types);

const ApiProperties = z.strictObject({ Name: z.string(), ProtocolType: z.literal("HTTP") });
const StageProperties = z.strictObject({
  ApiId: z.string(),
  // A named stage would be part of every path.
  StageName: z.literal("$default"),
  AutoDeploy: z.literal(true),
});
const IntegrationProperties = z.strictObject({
  ApiId: z.string(),
  IntegrationType: z.literal("AWS_PROXY"),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal("2.0"),
  TimeoutInMillis: z.coerce.number().min(50).max(30_000).default(30_000),
});
const RouteProperties = z.strictObject({
  ApiId: z.string(),
  RouteKey: z.string(),
  Target: z.string().startsWith("integrations/"),
  AuthorizationType: z.literal("NONE").default("NONE"),
});

/** The names of the HTTP APIs, which are known before any URL is. */
export function readApiNames(stack: Stack): { logicalId: string; name: string }[] {
  return stack.resources(types.api).map((resource) => ({
    logicalId: resource.logicalId,
    name: apiName(stack, resource),
  }));
}

/** The HTTP APIs that the template declares, with their routes. */
export function readHttpApis(stack: Stack): HttpApiSpec[] {
  for (const stage of stack.resources(types.stage)) {
    stack.properties(stage, StageProperties, [
      "AccessLogSettings",
      "DefaultRouteSettings",
      "RouteSettings",
      "Description",
      "Tags",
    ]);
  }
  const integrations = new Map(
    stack
      .resources(types.integration)
      .map((resource) => [
        stack.nameOf(resource.logicalId),
        { resource, ...stack.properties(resource, IntegrationProperties, ["Description"]) },
      ]),
  );
  const routes = stack.resources(types.route).map((resource) => {
    const route = stack.properties(resource, RouteProperties, ["OperationName"]);
    const integration = integrations.get(route.Target.replace("integrations/", ""));
    if (!integration) throw new StartError(`${resource.logicalId} names no known integration.`);
    return {
      apiId: route.ApiId,
      route: {
        ...readRouteKey(route.RouteKey),
        functionName: functionNameOf(integration.resource, integration.IntegrationUri),
        functionArn: integration.IntegrationUri,
        timeoutMs: integration.TimeoutInMillis,
      },
    };
  });
  return readApiNames(stack).map((api) => ({
    ...api,
    routes: routes.filter(({ apiId }) => apiId === api.logicalId).map(({ route }) => route),
  }));
}

function apiName(stack: Stack, resource: Resource): string {
  const withoutEffect = ["Description", "DisableExecuteApiEndpoint", "Tags", "IpAddressType"];
  return stack.properties(resource, ApiProperties, withoutEffect).Name;
}

function functionNameOf({ logicalId, type }: Resource, uri: string): string {
  const name = functionNameIn(uri);
  if (name !== undefined) return name;
  throw new StartError(`${logicalId} (${type}): IntegrationUri ${uri} is not a function's ARN.`);
}

/** The call that an API makes when a request reaches a route, with the route's ARN as its source. */
export function invocationRequest(apiId: string, route: Route): AccessRequest {
  const { method, segments, functionArn } = route;
  const path = segments ? `${method}/${segments.join("/")}` : "$default";
  const context = contextOf({
    "aws:SourceAccount": localAccount,
    "aws:SourceArn": executeApiArn(`${apiId}/$default/${path}`),
  });
  return { action: "lambda:InvokeFunction", resource: functionArn, context };
}
