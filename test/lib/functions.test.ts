import { expect, test } from "vitest";
import * as z from "zod";
import { apiSurface } from "../../lambdas/functions/api.ts";
import { consoleSurface } from "../../lambdas/functions/console.ts";
import type { Surface } from "../../lambdas/functions/definition.ts";
import { allFunctions } from "../../lambdas/functions/functions.ts";
import { siteSurface } from "../../lambdas/functions/site.ts";
import {
  ephemeral,
  everySetting,
  propertiesOf,
  resolved,
  resources,
  template,
  withMail,
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

const apiUrl = "{ReadApiSurfaceHttpApi.ApiEndpoint}";

/** What a variable says, whichever function has it; a missing one fails its function's start. */
const values: Record<string, string> = {
  KEY_BRAND: "cs",
  API_URL: apiUrl,
  BASE_URL: "https://{SiteDeliveryDistribution.DomainName}",
  CONSOLE_URL: "https://{ConsoleDeliveryDistribution.DomainName}",
  RECEIVER_URL: `${apiUrl}/canary`,
  ORIGIN_SECRET_ARN: "{ConsoleDeliveryOriginSecret}",
  CANARY_SECRET_ARN: "{CanarySecret}",
  OIDC_ISSUER: "{ConsoleSignInUserPool.ProviderURL}",
  OIDC_CLIENT_ID: "{ConsoleSignInClient}",
  SECRETS_KEY_ARN: "{WebhooksSecretsKey.Arn}",
  FIRST_ATTEMPTS_QUEUE_URL: "{WebhooksFirstAttemptsQueue}",
  FIRST_ATTEMPTS_QUEUE_ARN: "{WebhooksFirstAttemptsQueue.Arn}",
  RETRIES_QUEUE_URL: "{WebhooksRetriesQueue}",
  RETRIES_QUEUE_ARN: "{WebhooksRetriesQueue.Arn}",
  SLOW_ATTEMPTS_QUEUE_URL: "{WebhooksSlowAttemptsQueue}",
  SLOW_ATTEMPTS_QUEUE_ARN: "{WebhooksSlowAttemptsQueue.Arn}",
  SCHEDULE_GROUP: "Service-Webhooks-Schedules-03BC320A",
  SCHEDULE_ROLE_ARN: "{WebhooksScheduleRole.Arn}",
  SCHEDULE_DEAD_LETTERS_ARN: "{WebhooksRetriesDeadLetters.Arn}",
  SCHEDULER_FROM_SECONDS: "901",
  VISIBILITY_SECONDS: "28",
  ALLOWED_RECEIVER_ADDRESSES: "",
  NOTICES_QUEUE_URL: "{NoticesQueue}",
  NOTICES_DEAD_LETTERS_URL: "{NoticesDeadLetters}",
  MAIL_FROM: withMail.mailFrom,
  SES_REGION: "eu-west-1",
  SES_CONFIGURATION_SET: "{NoticesMailEventsConfigurationSet}",
  INVITATION_MAILS_PER_DAY: "500",
  SENDS_MAIL: "true",
  UNSUBSCRIBE_SECRET_ARN: "{NoticesUnsubscribeSecret}",
  UV_THREADPOOL_SIZE: "16",
  POWERTOOLS_SERVICE_NAME: "counting-service",
  POWERTOOLS_METRICS_NAMESPACE: "counting-service-production",
};

/** A variable that is called after its resource, such as COUNT_MARKS_TABLE after the table CountMarks. */
const called = /^(.+)_(TABLE|BUCKET)$/;

test("each variable names the same in every function: its own table, queue, URL or key", () => {
  const found = propertiesOf("AWS::Lambda::Function", template(withMail)).flatMap((properties) =>
    Object.entries(FunctionProperties.parse(resolved(properties)).Environment.Variables),
  );
  const [own, others] = [true, false].map((is) =>
    found.filter(([name]) => called.test(name) === is),
  );
  for (const [variable, resource] of own ?? []) {
    const name = called.exec(variable)?.[1]?.replaceAll("_", "").toLowerCase();
    const kind = variable.endsWith("_TABLE") ? "^\\{" : "^\\{\\w+";
    expect(resource.toLowerCase()).toMatch(new RegExp(`${kind}${name}\\}$`));
  }
  for (const [name, value] of others ?? []) expect([name, value]).toEqual([name, values[name]]);
  expect(new Set(others?.map(([name]) => name))).toEqual(new Set(Object.keys(values)));
});

const FunctionProperties = z.object({
  Description: z.string(),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }),
});

/**
 * In seconds; a check of an endpoint waits 20 s for its receiver, deletions and imports work for 5 s and
 * more, the canary waits 30 s for its webhook, and days are started for up to 50 s.
 */
const longer: Record<string, number> = {
  "delete-organization": 29,
  "deliver-webhook": 28,
  "dispatch-events": 30,
  "evaluate-alerts": 30,
  "manage-counters": 29,
  "manage-sessions": 29,
  "manage-webhooks": 29,
  "run-canary": 50,
  "send-notices": 60,
  "start-days": 65,
  "tell-people": 30,
};

/** Those behind streams and queues wait most of their time. */
const smaller = [
  ...["deliver-webhook", "dispatch-events", "evaluate-alerts"],
  ...["send-notices", "tell-people"],
];

test("functions run Node.js 24 on arm64, each with its memory and for its time", () => {
  const timeouts = propertiesOf("AWS::Lambda::Function", template(withMail)).map((properties) => {
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
  const inTemplate = allFunctions.filter(({ name }) => name !== "try-version");
  const expected = inTemplate.map(({ name }) => [
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

test("each HTTP API writes its access log without path and query, in lines that stay JSON", () => {
  const logs = propertiesOf("AWS::ApiGatewayV2::Stage").map((stage) => {
    const { ApiId, AccessLogSettings } = Stage.parse(resolved(stage));
    const variables: string[] = Object.values(JSON.parse(AccessLogSettings.Format));
    expect(variables.toSorted()).toEqual(Object.keys(hardestValues).toSorted());
    const line = variables.reduce(
      (text, variable) => text.replace(variable, () => hardestValues[variable] ?? ""),
      AccessLogSettings.Format,
    );
    expect(Object.values(JSON.parse(line))).toEqual(variables.map((one) => hardestValues[one]));
    return [ApiId, AccessLogSettings.DestinationArn];
  });
  expect(Object.fromEntries(logs)).toEqual({
    "{ReadApiSurfaceHttpApi}": "{ReadApiSurfaceAccessLogs.Arn}",
    "{SiteSurfaceHttpApi}": "{SiteSurfaceAccessLogs.Arn}",
    "{ConsoleSurfaceHttpApi}": "{ConsoleSurfaceAccessLogs.Arn}",
  });
});

/**
 * What is hardest to keep in JSON of what each variable can hold: nothing of it is escaped. A method is
 * a token of RFC 9110, which has neither quotes nor backslashes; a route key is the template's.
 */
const hardestValues: Record<string, string> = {
  "$context.httpMethod": "!#$%&'*+-.^_`|~",
  "$context.identity.sourceIp": "2001:db8::1",
  "$context.integrationStatus": "-",
  "$context.requestId": "JKJaXmPLvHcESHA=",
  "$context.requestTime": "28/Nov/2026:20:12:10 +0000",
  "$context.responseLatency": "-",
  "$context.responseLength": "-",
  "$context.routeKey": "POST /organizations/{organizationId}/{proxy+}",
  "$context.status": "500",
};

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
