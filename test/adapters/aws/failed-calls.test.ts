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
  ["is not reachable", "no endpoint", true],
  ["cuts the connection", "cut", true],
  ["never responds", "nothing", true],
  ["is a proxy that is down", { status: 503, body: "<html>Service Unavailable</html>" }, true],
  ["has a fault", dynamodbError("InternalServerError", 500), true],
  ["is throttled", dynamodbError("ProvisionedThroughputExceededException"), true],
  ["receives too many requests", dynamodbError("ThrottlingException"), true],
  ["has its limit of requests", dynamodbError("RequestLimitExceeded"), true],
  ["responds with something else", { status: 200, body: "<html>" }, undefined],
  ["does not allow the call", dynamodbError("AccessDeniedException"), false],
  ["has no such table", dynamodbError("ResourceNotFoundException"), false],
  ["meets another transaction", dynamodbError("TransactionConflictException"), undefined],
] as const)("a call has failed when the service %s; it can succeed soon: %s", async (...of) => {
  const [, respond, succeedsSoon] = of;
  const error = await errorAt(respond);
  expect(isFailedCall(error)).toBe(true);
  if (succeedsSoon === undefined) return;
  expect(isUnavailable(error)).toBe(succeedsSoon);
  expect(isUnavailable(new Error("no total", { cause: error }))).toBe(succeedsSoon);
});

test.each(["ValidationException", "ConditionalCheckFailedException"])(
  "a call that the service refuses with %s has not failed: it is wrong",
  async (name) => {
    const error = await errorAt(dynamodbError(name));
    expect(error).toBeInstanceOf(DynamoDBServiceException);
    expect([isFailedCall(error), isUnavailable(error)]).toEqual([false, false]);
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
