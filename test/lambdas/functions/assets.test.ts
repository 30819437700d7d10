import { once } from "node:events";
import { globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { afterAll, expect, test } from "vitest";
import * as z from "zod";
import { trialEvent } from "../../../core/operations/version-trial.ts";
import { allFunctions } from "../../../lambdas/functions/functions.ts";
import { assetsFolder } from "../../../lib/platform/built-functions.ts";
import { listen } from "../../../local/ports.ts";

// A worker has no `require` of its own, which would hide a broken bundle.
const loader = `
  const { parentPort, workerData: { url, event } } = await import("node:worker_threads");
  const { handler } = await import(url);
  const context = { getRemainingTimeInMillis: () => 10_000, awsRequestId: "1", functionName: "f" };
  parentPort.postMessage(event ? await handler(event, context) : typeof handler);
`;

const environment = {
  AWS_REGION: "eu-central-1",
  AWS_LAMBDA_FUNCTION_NAME: "f",
  POWERTOOLS_METRICS_NAMESPACE: "n",
  KEY_BRAND: "cs",
  API_KEYS_TABLE: "api-keys",
  COUNTERS_TABLE: "counters",
  COUNT_EVENTS_TABLE: "count-events",
  API_URL: "https://api.example.com",
  BASE_URL: "https://example.com",
  ORGANIZATIONS_TABLE: "organizations",
  ORGANIZATION_DELETIONS_TABLE: "organization-deletions",
  COUNTER_GROUPS_TABLE: "counter-groups",
  GROUP_MEMBERS_TABLE: "group-members",
  SETTINGS_CHANGES_TABLE: "settings-changes",
  ALERTS_TABLE: "alerts",
  ALERT_FIRINGS_TABLE: "alert-firings",
  COUNT_MARKS_TABLE: "count-marks",
  EMBED_SESSIONS_TABLE: "embed-sessions",
  WEBHOOK_ENDPOINTS_TABLE: "webhook-endpoints",
  DELIVERIES_TABLE: "deliveries",
  FIRST_ATTEMPTS_QUEUE_URL: "https://sqs.example.com/1/first",
  FIRST_ATTEMPTS_QUEUE_ARN: "arn:aws:sqs:eu-central-1:1:first",
  RETRIES_QUEUE_URL: "https://sqs.example.com/1/retries",
  RETRIES_QUEUE_ARN: "arn:aws:sqs:eu-central-1:1:retries",
  SLOW_ATTEMPTS_QUEUE_URL: "https://sqs.example.com/1/slow",
  SLOW_ATTEMPTS_QUEUE_ARN: "arn:aws:sqs:eu-central-1:1:slow",
  FAILED_RECORDS_BUCKET: "failed-records",
  DATA_KEYS_TABLE: "data-keys",
  SECRETS_KEY_ARN: "arn:aws:kms:eu-central-1:1:key/1",
  SCHEDULE_GROUP: "schedules",
  SCHEDULE_ROLE_ARN: "arn:aws:iam::1:role/schedules",
  SCHEDULE_DEAD_LETTERS_ARN: "arn:aws:sqs:eu-central-1:1:dead",
  RETRY_DELAYS: "30,120",
  SCHEDULER_FROM_SECONDS: "901",
  VISIBILITY_SECONDS: "28",
  ALLOWED_RECEIVER_ADDRESSES: "",
  CONSOLE_URL: "https://console.example.com",
  SESSIONS_TABLE: "sessions",
  PEOPLE_TABLE: "people",
  MEMBERS_TABLE: "members",
  INVITATIONS_TABLE: "invitations",
  GATES_TABLE: "gates",
  AUDIT_ENTRIES_TABLE: "audit-entries",
  RATE_LIMITS_TABLE: "rate-limits",
  IDEMPOTENCY_KEYS_TABLE: "idempotency-keys",
  ORIGIN_SECRET_ARN: "arn:aws:secretsmanager:eu-central-1:1:secret:origin",
  CANARY_SECRET_ARN: "arn:aws:secretsmanager:eu-central-1:1:secret:canary",
  NOTICES_TABLE: "notices",
  NOTICES_QUEUE_URL: "https://sqs.example.com/1/notices",
  NOTICES_DEAD_LETTERS_URL: "https://sqs.example.com/1/dead",
  MAIL_FROM: "counts@example.com",
  SES_REGION: "eu-central-1",
  SES_CONFIGURATION_SET: "mails",
  RECEIVER_URL: "https://api.example.com/canary",
  OIDC_ISSUER: "https://login.example.com",
  OIDC_CLIENT_ID: "client",
  OIDC_CLIENT_SECRET_ARN: "arn:aws:secretsmanager:eu-central-1:1:secret:client",
  UNSUBSCRIBE_SECRET_ARN: "arn:aws:secretsmanager:eu-central-1:1:secret:unsubscribe",
};

/** What a function's handler is, or responds to this event, in a thread with this environment. */
async function load(name: string, env: NodeJS.ProcessEnv, event?: unknown): Promise<unknown> {
  const url = pathToFileURL(fileOf(name)).href;
  const code = new URL(`data:text/javascript,${encodeURIComponent(loader)}`);
  const thread = new Worker(code, { env, workerData: { url, event }, stdout: true, stderr: true });
  try {
    const [message] = await once(thread, "message");
    return message;
  } finally {
    await thread.terminate();
  }
}

const fileOf = (name: string) => join(assetsFolder, name, "index.mjs");

// The others are loaded below, where they respond.
test("try-version loads from its built asset and has a handler", async () => {
  expect(await load("try-version", environment)).toBe("function");
});

/** Responds as Secrets Manager does, and to every other call with a refusal; keeps the calls. */
const calls: string[] = [];
const aws = createServer((request, response) => {
  const target = String(request.headers["x-amz-target"] ?? `${request.method} ${request.url}`);
  calls.push(target);
  const secret = target === "secretsmanager.GetSecretValue";
  response.writeHead(secret ? 200 : 400, { "content-type": "application/x-amz-json-1.1" });
  const refusal = { __type: "AccessDeniedException" };
  response.end(JSON.stringify(secret ? { SecretString: "x".repeat(64) } : refusal));
});
afterAll(() => aws.close());

// Not of the hook itself, which CodeDeploy invokes with another event.
test.each(allFunctions.filter(({ name }) => name !== "try-version"))(
  "$name responds to the hook of a deployment, and calls nothing that changes anything",
  async ({ name }) => {
    const port = aws.listening ? portOf(aws) : await listen(aws, 0);
    const given = { AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` };
    const keys = { AWS_ACCESS_KEY_ID: "local", AWS_SECRET_ACCESS_KEY: "local" };
    const response = await load(name, { ...environment, ...given, ...keys }, trialEvent);
    const { statusCode = 200 } = z.object({ statusCode: z.int().optional() }).parse(response);
    expect(statusCode).toBeLessThan(500);
    expect(calls.filter((call) => call !== "secretsmanager.GetSecretValue")).toEqual([]);
  },
);

const portOf = (server: Server) => z.object({ port: z.int() }).parse(server.address()).port;

/** Functions that need more of the SDK, or another library. */
const largest: Record<string, number> = {
  // The parser of imported CSV files, 30 KB, what reads their letters, numbers and words, and what
  // draws charts anew.
  "manage-counters": 570,
  // DynamoDB, SQS and KMS.
  "manage-webhooks": 590,
  // DynamoDB, SQS and Secrets Manager.
  "manage-organization": 570,
  // DynamoDB, SQS and Scheduler.
  "deliver-webhook": 520,
  // S3, which they load when a record fails.
  "dispatch-events": 630,
  "evaluate-alerts": 620,
  // With SQS.
  "tell-people": 650,
  // DynamoDB, SQS, KMS and SES, and messages in eight languages.
  "send-notices": 650,
};

test.each(allFunctions)("$name is at most 490 KB, or what it needs", ({ name }) => {
  const folder = join(assetsFolder, name);
  const modules = readdirSync(folder).filter((file) => file.endsWith(".mjs"));
  const bytes = modules.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  expect(bytes).toBeLessThanOrEqual((largest[name] ?? 490) * 1024);
});

test("every entry file in lambdas/ is a function of the list, and every function has one", () => {
  const entries = globSync("lambdas/*/*.ts")
    .filter((file) => /^export (const|async function) handler\b/m.test(readFileSync(file, "utf8")))
    .map((file) => file.replaceAll("\\", "/"));
  const listed = allFunctions.map(({ folder, name }) => `lambdas/${folder}/${name}.ts`);
  expect(entries.toSorted()).toEqual(listed.toSorted());
});

test("the build holds the functions of the list and no other", () => {
  const built = readdirSync(assetsFolder).toSorted();
  expect(built).toEqual(allFunctions.map(({ name }) => name).toSorted());
});

test("a missing variable is named when the function starts", async () => {
  const { COUNTERS_TABLE: _, ...incomplete } = environment;
  await expect(load("get-counter", incomplete)).rejects.toThrow(/get-counter.*COUNTERS_TABLE/s);
});
