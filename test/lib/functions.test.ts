import { expect, test } from "vitest";
import * as z from "zod";
import { apiSurface } from "../../lambdas/functions/api.ts";
import { consoleSurface } from "../../lambdas/functions/console.ts";
import type { Surface } from "../../lambdas/functions/definition.ts";
import { siteSurface } from "../../lambdas/functions/site.ts";
import {
  ephemeral,
  everySetting,
  propertiesOf,
  resolved,
  resources,
  template,
} from "./synthesized.ts";

test("each route leads to the function that the list names", () => {
  const surfaces: Record<string, Surface> = {
    ...{ ReadApi: apiSurface, Site: siteSurface, Console: consoleSurface },
  };
  const wanted = Object.entries(surfaces).flatMap(([surface, { functions, refuse }]) => [
    `${surface} $default: ${refuse.name}`,
    ...functions.flatMap(({ name, routes }) =>
      routes.flatMap(({ methods, path }) =>
        (methods.includes("HEAD") ? ["ANY"] : methods).map(
          (method) => `${surface} ${method} ${path}: ${name}`,
        ),
      ),
    ),
  ]);
  // In no list of the surface: descriptions and refusals do not know it.
  wanted.push("ReadApi POST /canary: receive-canary");
  const integrations = resources("AWS::ApiGatewayV2::Integration");
  const functions = resources("AWS::Lambda::Function");
  const found = propertiesOf("AWS::ApiGatewayV2::Route").map((properties) => {
    const { ApiId, RouteKey, Target } = Route.parse(resolved(properties));
    const [, integrationId = ""] = /^integrations\/\{(\w+)\}$/.exec(Target) ?? [];
    const integration = Integration.parse(resolved(integrations[integrationId]?.Properties));
    expect(integration.ApiId).toBe(ApiId);
    const [, functionId = ""] = /^\{(\w+)Aliaslive\}$/.exec(integration.IntegrationUri) ?? [];
    const [, name] = String(functions[functionId]?.Properties.Description).split(": ");
    return `${ApiId.replace(/^\{|SurfaceHttpApi\}$/g, "")} ${RouteKey}: ${name}`;
  });
  expect(found.toSorted()).toEqual([...new Set(wanted)].toSorted());
});

const Route = z.strictObject({
  ApiId: z.string(),
  RouteKey: z.string(),
  Target: z.string(),
  // The functions check the keys themselves.
  AuthorizationType: z.literal("NONE"),
});

const Integration = z.strictObject({
  ApiId: z.string(),
  IntegrationUri: z.string(),
  IntegrationType: z.literal("AWS_PROXY"),
  PayloadFormatVersion: z.literal("2.0"),
});

const keyed = { KEY_BRAND: "cs" };
const baseUrl = { BASE_URL: "https://{SiteDeliveryDistribution.DomainName}" };

const consoleUrl = { CONSOLE_URL: "https://{ConsoleDeliveryDistribution.DomainName}" };

const privateVariables = {
  ...consoleUrl,
};
const address = { ORIGIN_SECRET_ARN: "{ConsoleDeliveryOriginSecret}" };

const canary = {
  CANARY_SECRET_ARN: "{CanarySecret}",
  KEY_BRAND: "cs",
};

/** What each function is told, besides its tables and the names of its logs and metrics. */
const environments: Record<string, Record<string, string>> = {
  "list-counters": keyed,
  "get-counter": keyed,
  "get-counter-history": keyed,
  "get-openapi": { API_URL: "{ReadApiSurfaceHttpApi.ApiEndpoint}", ...baseUrl },
  "refuse-api-request": {},
  "get-oembed": baseUrl,
  "show-embed": baseUrl,
  "get-embed-count": {},
  "show-home": { API_URL: "{ReadApiSurfaceHttpApi.ApiEndpoint}", ...baseUrl, ...consoleUrl },
  "get-site-file": {},
  "refuse-site-request": {},
  "show-console": baseUrl,
  "get-console-file": {},
  "manage-sessions": {
    ...privateVariables,
    ...address,
    OIDC_ISSUER: "{ConsoleSignInUserPool.ProviderURL}",
    OIDC_CLIENT_ID: "{ConsoleSignInClient}",
  },
  "manage-organization": {
    ...privateVariables,
    ...address,
  },
  "delete-organization": {
    ...privateVariables,
  },
  "manage-counters": {
    ...privateVariables,
    ...baseUrl,
  },
  "manage-keys": {
    ...privateVariables,
    API_URL: "{ReadApiSurfaceHttpApi.ApiEndpoint}",
    KEY_BRAND: "cs",
  },
  "manage-alerts": {
    ...privateVariables,
  },
  "count-taps": {
    ...privateVariables,
    ...address,
  },
  "show-charts": {
    ...privateVariables,
  },
  "manage-webhooks": {
    ...privateVariables,
    API_URL: "{ReadApiSurfaceHttpApi.ApiEndpoint}",
    SECRETS_KEY_ARN: "{WebhooksSecretsKey.Arn}",
    RETRIES_QUEUE_URL: "{WebhooksRetriesQueue}",
    SLOW_ATTEMPTS_QUEUE_URL: "{WebhooksSlowAttemptsQueue}",
    ALLOWED_RECEIVER_ADDRESSES: "",
  },
  "refuse-console-request": {},
  "evaluate-alerts": {
    FAILED_RECORDS_BUCKET: "{AlertsFailedRecords}",
  },
  "dispatch-events": {
    FIRST_ATTEMPTS_QUEUE_URL: "{WebhooksFirstAttemptsQueue}",
    SLOW_ATTEMPTS_QUEUE_URL: "{WebhooksSlowAttemptsQueue}",
    FAILED_RECORDS_BUCKET: "{WebhooksDispatchFailedRecords}",
  },
  "deliver-webhook": {
    FIRST_ATTEMPTS_QUEUE_URL: "{WebhooksFirstAttemptsQueue}",
    FIRST_ATTEMPTS_QUEUE_ARN: "{WebhooksFirstAttemptsQueue.Arn}",
    RETRIES_QUEUE_URL: "{WebhooksRetriesQueue}",
    RETRIES_QUEUE_ARN: "{WebhooksRetriesQueue.Arn}",
    SLOW_ATTEMPTS_QUEUE_URL: "{WebhooksSlowAttemptsQueue}",
    SLOW_ATTEMPTS_QUEUE_ARN: "{WebhooksSlowAttemptsQueue.Arn}",
    SCHEDULE_GROUP: "Service-Webhooks-Schedules-03BC320A",
    SCHEDULE_ROLE_ARN: "{WebhooksScheduleRole.Arn}",
    SCHEDULE_DEAD_LETTERS_ARN: "{WebhooksRetriesDeadLetters.Arn}",
    UV_THREADPOOL_SIZE: "16",
    SCHEDULER_FROM_SECONDS: "901",
    ALLOWED_RECEIVER_ADDRESSES: "",
  },
  "run-canary": {
    ...canary,
    API_URL: "{ReadApiSurfaceHttpApi.ApiEndpoint}",
    RECEIVER_URL: "{ReadApiSurfaceHttpApi.ApiEndpoint}/canary",
    SECRETS_KEY_ARN: "{WebhooksSecretsKey.Arn}",
    ALLOWED_RECEIVER_ADDRESSES: "",
  },
  "receive-canary": canary,
};

test("each function gets its tables, queues and URLs under their own names", () => {
  const found = propertiesOf("AWS::Lambda::Function").map((properties) => {
    const { Description, Environment } = FunctionProperties.parse(resolved(properties));
    const { tables, others } = variablesOf(Environment.Variables);
    for (const [variable, table] of tables) {
      expect(`{${variable.replace(/_|TABLE$/g, "").toLowerCase()}}`).toBe(table.toLowerCase());
    }
    return [Description.split(": ")[1], Object.fromEntries(others)];
  });
  const telemetry = {
    POWERTOOLS_SERVICE_NAME: "counting-service",
    POWERTOOLS_METRICS_NAMESPACE: "counting-service-production",
  };
  const expected = Object.entries(environments).map(([name, own]) => [
    name,
    { ...own, ...telemetry },
  ]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
});

function variablesOf(variables: Record<string, string>) {
  const all = Object.entries(variables);
  const isTable = ([name]: [string, string]) => name.endsWith("_TABLE");
  return { tables: all.filter(isTable), others: all.filter((one) => !isTable(one)) };
}

const FunctionProperties = z.object({
  Description: z.string(),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }),
});

/**
 * In seconds; a check of an endpoint waits 10 s for its receiver, deletions and imports work for 5 s and
 * more, and the canary waits 30 s for its webhook.
 */
const longer: Record<string, number> = {
  "delete-organization": 29,
  "deliver-webhook": 45,
  "dispatch-events": 30,
  "evaluate-alerts": 30,
  "manage-counters": 29,
  "manage-webhooks": 15,
  "run-canary": 50,
};

/** Those behind streams and queues wait most of their time. */
const smaller = ["deliver-webhook", "dispatch-events", "evaluate-alerts"];

test("functions run Node.js 24 on arm64, each with its memory and for its time", () => {
  const timeouts = propertiesOf("AWS::Lambda::Function").map((properties) => {
    const name = String(properties.Description).split(": ")[1] ?? "";
    expect(properties).toMatchObject({
      Runtime: "nodejs24.x",
      Architectures: ["arm64"],
      Handler: "index.handler",
      MemorySize: smaller.includes(name) ? 256 : 1024,
      LoggingConfig: {
        LogFormat: "JSON",
        SystemLogLevel: "WARN",
        ApplicationLogLevel: "INFO",
      },
    });
    // A new account has none to give away.
    expect(properties).not.toHaveProperty("ReservedConcurrentExecutions");
    return [name, properties.Timeout];
  });
  const expected = Object.keys(environments).map((name) => [
    name,
    // The rest waits for DynamoDB only; the HTTP API gives up after 30 s.
    longer[name] ?? 10,
  ]);
  expect(Object.fromEntries(timeouts)).toEqual(Object.fromEntries(expected));
});

test("only the function that feeds its own queues may be invoked by what it sends", () => {
  const allowed = propertiesOf("AWS::Lambda::Function").flatMap(({ RecursiveLoop, Description }) =>
    RecursiveLoop === undefined ? [] : [`${Description} ${RecursiveLoop}`],
  );
  expect(allowed).toEqual(["counting-service production: deliver-webhook Allow"]);
});

test("each HTTP API writes its access log without path and query", () => {
  const logs = propertiesOf("AWS::ApiGatewayV2::Stage").map((stage) => {
    const { ApiId, AccessLogSettings } = Stage.parse(resolved(stage));
    expect(Object.values(JSON.parse(AccessLogSettings.Format)).toSorted()).toEqual([
      "$context.httpMethod",
      "$context.identity.sourceIp",
      "$context.integrationErrorMessage",
      "$context.integrationStatus",
      "$context.requestId",
      "$context.requestTime",
      "$context.responseLatency",
      "$context.responseLength",
      "$context.routeKey",
      "$context.status",
    ]);
    return [ApiId, AccessLogSettings.DestinationArn];
  });
  expect(Object.fromEntries(logs)).toEqual({
    "{ReadApiSurfaceHttpApi}": "{ReadApiSurfaceAccessLogs.Arn}",
    "{SiteSurfaceHttpApi}": "{SiteSurfaceAccessLogs.Arn}",
    "{ConsoleSurfaceHttpApi}": "{ConsoleSurfaceAccessLogs.Arn}",
  });
});

const Stage = z.object({
  ApiId: z.string(),
  StageName: z.literal("$default"),
  AutoDeploy: z.literal(true),
  AccessLogSettings: z.object({ Format: z.string(), DestinationArn: z.string() }),
});

test("log groups keep what the configuration says", () => {
  const groups = propertiesOf("AWS::Logs::LogGroup", template(everySetting));
  for (const { RetentionInDays } of groups) expect(RetentionInDays).toBe(7);
});

test("retry delays, the border to Scheduler and allowed addresses come from the configuration", () => {
  const environmentOf = (from: ReturnType<typeof template>) => {
    const variables = propertiesOf("AWS::Lambda::Function", from).map(({ Environment }) =>
      z.object({ Variables: z.record(z.string(), z.unknown()) }).parse(Environment),
    );
    return variables.find(({ Variables }) => "RETRY_DELAYS" in Variables)?.Variables;
  };
  expect(environmentOf(template(everySetting))).toMatchObject({
    RETRY_DELAYS: "1,2",
    SCHEDULER_FROM_SECONDS: "4",
    ALLOWED_RECEIVER_ADDRESSES: "127.0.0.0/8,::1/128",
  });
});

test("stages of one account have metrics of their own", () => {
  for (const { Environment } of propertiesOf("AWS::Lambda::Function", template(ephemeral))) {
    expect(JSON.stringify(Environment)).toContain(
      '"POWERTOOLS_METRICS_NAMESPACE":"counting-service-dev-anna"',
    );
  }
});

test("with a domain name, the API responds there and nowhere else", () => {
  const own = template(everySetting);
  own.hasResourceProperties("AWS::ApiGatewayV2::DomainName", { DomainName: "api.example.com" });
  own.hasResourceProperties("AWS::ApiGatewayV2::Api", { DisableExecuteApiEndpoint: true });
  own.hasOutput("ApiUrl", { Value: "https://api.example.com" });
});
