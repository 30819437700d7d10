import { createServer } from "node:http";
import {
  DynamoDBServiceException,
  GetItemCommand,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import { InvalidMessageContents, SQSServiceException } from "@aws-sdk/client-sqs";
import { expect, onTestFinished, test } from "vitest";
import { localDynamodbClient } from "../../../adapters/aws/dynamodb-client.ts";
import { isFailedCall } from "../../../adapters/aws/failed-calls.ts";
import { isUnavailable } from "../../../adapters/aws/unavailable-calls.ts";
import { listen } from "../../../local/ports.ts";

/** What a call fails with at an endpoint that responds in this way; undefined for no endpoint. */
async function errorAt(
  respond: "nothing" | "cut" | "no endpoint" | { status: number; body: string },
) {
  const server = createServer((request, response) => {
    if (respond === "cut") request.socket.destroy();
    if (typeof respond !== "object") return;
    response.writeHead(respond.status, { "content-type": "application/x-amz-json-1.0" });
    response.end(respond.body);
  });
  const port = await listen(server, 0);
  if (respond === "no endpoint") server.close();
  const client = localDynamodbClient(`http://127.0.0.1:${port}`);
  onTestFinished(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });
  const get = new GetItemCommand({ TableName: "table", Key: { id: { S: "1" } } });
  return await client.send(get).then(
    () => expect.fail("the call succeeded"),
    (error: unknown) => error,
  );
}

const dynamodbError = (name: string, status = 400) => ({
  status,
  body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: name }),
});

test.each([
  ["is not reachable", "no endpoint"],
  ["cuts the connection", "cut"],
  ["never responds", "nothing"],
  ["is a proxy that is down", { status: 503, body: "<html>Service Unavailable</html>" }],
  ["responds with something else", { status: 200, body: "<html>" }],
  ["has a fault", dynamodbError("InternalServerError", 500)],
  ["is throttled", dynamodbError("ProvisionedThroughputExceededException")],
  ["receives too many requests", dynamodbError("ThrottlingException")],
  ["does not allow the call", dynamodbError("AccessDeniedException")],
  ["has no such table", dynamodbError("ResourceNotFoundException")],
  ["meets another transaction", dynamodbError("TransactionConflictException")],
] as const)("a call has failed when the service %s", async (_, respond) => {
  expect(isFailedCall(await errorAt(respond))).toBe(true);
});

test.each(["ValidationException", "ConditionalCheckFailedException"])(
  "a call that the service refuses with %s has not failed: it is wrong",
  async (name) => {
    const error = await errorAt(dynamodbError(name));
    expect(error).toBeInstanceOf(DynamoDBServiceException);
    expect(isFailedCall(error)).toBe(false);
  },
);

const $metadata = {};
const canceled = (...codes: string[]) =>
  new TransactionCanceledException({
    $metadata,
    message: "canceled",
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

test.each<[string, unknown, boolean]>([
  ["a canceled transaction", canceled("None", "ThrottlingError"), true],
  ["a transaction with an item that is wrong", canceled("None", "ValidationError"), false],
  [
    "a message that the queue does not take",
    new InvalidMessageContents({ $metadata, message: "" }),
    false,
  ],
  [
    "a fault of the queue",
    new SQSServiceException({ name: "InternalError", message: "", $fault: "server", $metadata }),
    true,
  ],
  ["an error of our own", new TypeError("x is undefined"), false],
  [
    "an error of our own, because a call failed",
    new Error("no total", { cause: canceled() }),
    true,
  ],
  ["no error", "text", false],
  ["nothing", undefined, false],
])("%s", (_, error, failed) => {
  expect(isFailedCall(error)).toBe(failed);
});

test.each([
  "ProvisionedThroughputExceededException",
  "ThrottlingException",
  "RequestLimitExceeded",
])(
  "a call that ends with %s can succeed a moment later, and what it is the cause of",
  async (name) => {
    const error = await errorAt(dynamodbError(name));
    expect(isUnavailable(error)).toBe(true);
    expect(isUnavailable(new Error("no total", { cause: error }))).toBe(true);
  },
);

test.each([
  ["never responds", "nothing"],
  ["is not reachable", "no endpoint"],
  ["cuts the connection", "cut"],
  ["is a proxy that is down", { status: 503, body: "<html>Service Unavailable</html>" }],
  ["has a fault", dynamodbError("InternalServerError", 500)],
] as const)("a call can succeed a moment later when the service %s", async (_, respond) => {
  expect(isUnavailable(await errorAt(respond))).toBe(true);
});

test.each(["AccessDeniedException", "ResourceNotFoundException", "ValidationException"])(
  "a call that the service refuses with %s fails again",
  async (name) => {
    expect(isUnavailable(await errorAt(dynamodbError(name)))).toBe(false);
  },
);

const named = (name: string) => Object.assign(new Error("it took too long"), { name });

test.each<[string, unknown, boolean]>([
  ["a transaction of which an item is throttled", canceled("None", "ThrottlingError"), true],
  ["a transaction in a busy partition", canceled("ProvisionedThroughputExceeded"), true],
  ["a transaction that meets another", canceled("TransactionConflict", "None"), false],
  ["an error of our own", new TypeError("x is undefined"), false],
  ["the end of a function's own time", named("TimeoutError"), false],
  ["another service than AWS", Object.assign(new Error("no"), { code: "ECONNRESET" }), false],
  ["no error", "ThrottlingException", false],
])("whether it can succeed a moment later: %s", (_, error, unavailable) => {
  expect(isUnavailable(error)).toBe(unavailable);
});
