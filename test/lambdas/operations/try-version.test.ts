import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { listen } from "../../../local/ports.ts";

/** CodeDeploy and Lambda, as far as the hook asks them: each call with its body, in their order. */
const calls: [call: string, body: unknown][] = [];
let respond: Record<string, (response: ServerResponse) => void>;

const server = createServer(async (request, response) => {
  const call = nameOf(request);
  calls.push([call, JSON.parse(await text(request))]);
  const answer = respond[call];
  if (answer === undefined)
    return void json(response, 400, { __type: "UnknownOperationException" });
  answer(response);
});

const nameOf = ({ headers, method, url }: IncomingMessage) =>
  String(headers["x-amz-target"] ?? `${method} ${url}`).replace("CodeDeploy_20141006.", "");

function json(response: ServerResponse, status: number, body: unknown, headers = {}) {
  response.writeHead(status, { "content-type": "application/x-amz-json-1.1", ...headers });
  response.end(JSON.stringify(body));
}

const hook = { DeploymentId: "d-1", LifecycleEventHookExecutionId: "hook-1" };
const invocation = "POST /2015-03-31/functions/list-counters-1A/invocations?Qualifier=8";
const appSpec = {
  version: 0,
  Resources: [
    {
      ListCounters: {
        Type: "AWS::Lambda::Function",
        Properties: {
          Name: "list-counters-1A",
          Alias: "live",
          CurrentVersion: "7",
          TargetVersion: "8",
        },
      },
    },
  ],
  Hooks: [{ BeforeAllowTraffic: "CodeDeployHook_counting-service-production" }],
};
const revision = { revisionType: "String", string: { sha256: "ab" } };

let handler: (event: unknown) => Promise<unknown>;

beforeAll(async () => {
  const endpoint = `http://127.0.0.1:${await listen(server, 0)}`;
  vi.stubEnv("AWS_REGION", "eu-central-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
  vi.stubEnv("AWS_ENDPOINT_URL_CODEDEPLOY", endpoint);
  vi.stubEnv("AWS_ENDPOINT_URL_LAMBDA", endpoint);
  vi.stubEnv("POWERTOOLS_METRICS_NAMESPACE", "test");
  ({ handler } = await import("../../../lambdas/operations/try-version.ts"));
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});

beforeEach(() => {
  calls.length = 0;
  respond = {
    GetDeployment: (response) =>
      json(response, 200, { deploymentInfo: { applicationName: "counting", revision } }),
    GetApplicationRevision: (response) =>
      json(response, 200, {
        applicationName: "counting",
        revision: { ...revision, string: { content: JSON.stringify(appSpec), sha256: "ab" } },
      }),
    [invocation]: (response) => json(response, 200, { statusCode: 401, body: "{}" }),
    PutLifecycleEventHookExecutionStatus: (response) => json(response, 200, {}),
  };
});

const reported = () =>
  calls.filter(([call]) => call === "PutLifecycleEventHookExecutionStatus").map(([, body]) => body);

const report = (status: "Succeeded" | "Failed") => [
  { deploymentId: "d-1", lifecycleEventHookExecutionId: "hook-1", status },
];

test("the version that the deployment names is invoked, and the deployment goes on", async () => {
  await handler(hook);
  expect(calls.map(([call]) => call)).toEqual([
    "GetDeployment",
    "GetApplicationRevision",
    invocation,
    "PutLifecycleEventHookExecutionStatus",
  ]);
  expect(calls[1]?.[1]).toEqual({ applicationName: "counting", revision });
  expect(reported()).toEqual(report("Succeeded"));
});

const crash = { errorType: "Error", errorMessage: "API_KEYS_TABLE is missing" };

test.each([
  [
    "does not start",
    (response: ServerResponse) =>
      json(response, 200, crash, { "x-amz-function-error": "Unhandled" }),
  ],
  ["responds 500", (response: ServerResponse) => json(response, 200, { statusCode: 500 })],
])("a version that %s ends its deployment", async (_, answer) => {
  respond[invocation] = answer;
  expect(await handler(hook)).toMatchObject({ result: "failed" });
  expect(reported()).toEqual(report("Failed"));
});

test("a function behind a stream responds without a status, and passes", async () => {
  respond[invocation] = (response) => json(response, 200, { batchItemFailures: [] });
  expect(await handler(hook)).toMatchObject({ result: "responded" });
  expect(reported()).toEqual(report("Succeeded"));
});

test.each([
  [
    "names no version",
    "GetApplicationRevision",
    (response: ServerResponse) => json(response, 200, { revision }),
  ],
  [
    "may not be read",
    "GetDeployment",
    (response: ServerResponse) => json(response, 400, { __type: "AccessDeniedException" }),
  ],
  [
    "is of a function that does not exist",
    invocation,
    (response: ServerResponse) =>
      json(response, 404, {}, { "x-amzn-errortype": "ResourceNotFoundException" }),
  ],
])("a deployment that %s goes on: its alarm still judges", async (_, call, answer) => {
  respond[call] = answer;
  expect(await handler(hook)).toMatchObject({ result: "not_tried" });
  expect(reported()).toEqual(report("Succeeded"));
});
