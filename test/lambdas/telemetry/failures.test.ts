import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "../../../core/api-error.ts";

vi.stubEnv("POWERTOOLS_METRICS_DISABLED", "false");
vi.stubEnv("POWERTOOLS_METRICS_NAMESPACE", "test");
vi.stubEnv("POWERTOOLS_SERVICE_NAME", "counting-service");
const { httpHandler } = await import("../../../lambdas/http/http-handler.ts");
const { streamHandler } = await import("../../../lambdas/streams/stream-handler.ts");

afterEach(() => void vi.restoreAllMocks());

const context = {
  ...{ functionName: "tap", functionVersion: "7", awsRequestId: "1" },
  getRemainingTimeInMillis: () => 10_000_000,
} as never;

/** The lines of metrics of these failures that are written meanwhile. */
async function failuresOf(work: () => unknown): Promise<Record<string, unknown>[]> {
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await work();
  return written.mock.calls
    .map(([line]) => JSON.parse(String(line)))
    .filter((line) => "Failures" in line);
}

const request = { requestContext: { requestId: "r", routeKey: "GET /" }, headers: {} } as never;
const respond = (error: Error) => () =>
  httpHandler(async () => {
    throw error;
  })(request, context);

const streamWith = (error: Error) => () =>
  streamHandler({
    read: () => 1,
    handle: async (items) => items.map((item) => ({ item, cause: error })),
    failedRecords: "bucket",
    metrics: { retried: "DispatchErrors", stored: "RecordsNotDispatched" },
  })({ Records: [{ eventID: "1", dynamodb: { SequenceNumber: "1" } }] }, context);

/** A call to AWS that failed: the record is tried again. */
const failedCall = Object.assign(new Error("no response"), { $metadata: {}, $fault: "server" });

test.each([
  ["a response with the status 500", respond(new Error("a bug"))],
  ["a record that comes again", streamWith(failedCall)],
])("%s is a failure of this version of the function", async (_, work) => {
  const [line, ...others] = await failuresOf(work);
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    ...{ service: "counting-service", function: "tap", version: "7", Failures: 1 },
    // The alarm of a deployment names these three and no others.
    _aws: {
      CloudWatchMetrics: [{ Namespace: "test", Dimensions: [["service", "function", "version"]] }],
    },
  });
});

test("a call to AWS without a response in time is none: the client hears when to repeat", async () => {
  const timeout = Object.assign(new Error("no response"), { name: "TimeoutError", $metadata: {} });
  const responses: unknown[] = [];
  const work = async () => responses.push(await respond(timeout)());
  expect(await failuresOf(work)).toEqual([]);
  expect(responses).toMatchObject([{ statusCode: 503, headers: { "retry-after": "1" } }]);
});

test("a fault of the caller is none", async () => {
  expect(await failuresOf(respond(new ApiError(404, "There is no such counter")))).toEqual([]);
});
