import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

vi.stubEnv("POWERTOOLS_LOG_LEVEL", "INFO");
vi.stubEnv("POWERTOOLS_SERVICE_NAME", "counting-service");
const { logger } = await import("../../../lambdas/telemetry/logger.ts");

let lines: string[];

beforeEach(() => {
  lines = [];
  const write = (text: unknown) => lines.push(String(text)) > 0;
  vi.spyOn(process.stdout, "write").mockImplementation(write);
  vi.spyOn(process.stderr, "write").mockImplementation(write);
});
afterEach(() => void vi.restoreAllMocks());

test("a message is one line of JSON with its level, its time, the service and the fields", () => {
  logger.info("request", { status: 200, bytes: 7n, keyId: undefined });
  expect(lines).toEqual([expect.stringMatching(/^[^\n]+\n$/)]);
  expect(JSON.parse(lines.join(""))).toEqual({
    ...{ level: "INFO", message: "request", service: "counting-service" },
    ...{ timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/), status: 200, bytes: "7" },
  });
});

test("an error is written with its message, code, stack and causes, which may form a circle", () => {
  const cause = new TypeError("no response");
  const error = Object.assign(new Error("no counter", { cause }), { code: "ECONNRESET" });
  cause.cause = error;
  logger.error("request failed", { requestId: "r", error });
  expect(JSON.parse(lines.join(""))).toMatchObject({
    ...{ level: "ERROR", message: "request failed", requestId: "r" },
    error: {
      ...{ name: "Error", message: "no counter", stack: error.stack, code: "ECONNRESET" },
      cause: { name: "TypeError", message: "no response", stack: cause.stack },
    },
  });
});

test("no value of an item that a cancelled transaction holds is logged, at whatever depth", () => {
  const error = new TransactionCanceledException({
    message: "Transaction cancelled [ConditionalCheckFailed]",
    $metadata: { requestId: "aws-1" },
    CancellationReasons: [{ Code: "ConditionalCheckFailed", Item: { name: { S: "secret" } } }],
  });
  const cause = Object.assign(error, { request: { error } });
  const wrapped = new Error("a tap failed", { cause });
  for (const logged of [error, wrapped]) logger.error("request failed", { error: logged });
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line).toContain("Transaction cancelled [ConditionalCheckFailed]");
    expect(line).toContain("aws-1");
    expect(line).not.toContain("secret");
  }
});
