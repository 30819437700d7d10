import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { logger } from "../../../lambdas/telemetry/logger.ts";

let lines: string[];

beforeEach(() => {
  lines = [];
  vi.stubEnv("SERVICE_NAME", "counting-service");
  const write = (text: unknown) => lines.push(String(text)) > 0;
  vi.spyOn(process.stdout, "write").mockImplementation(write);
  vi.spyOn(process.stderr, "write").mockImplementation(write);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test("a message is one line of JSON with its level, its time, the service and the fields", () => {
  logger.info("request", { status: 200, bytes: 7n, keyId: undefined });
  expect(lines).toEqual([expect.stringMatching(/^[^\n]+\n$/)]);
  expect(JSON.parse(lines.join(""))).toEqual({
    ...{ level: "INFO", message: "request", service: "counting-service" },
    ...{ timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/), status: 200, bytes: "7" },
  });
});

test("an error is written with its message, stack, cause and own properties", () => {
  const cause = new TypeError("no response");
  const error = Object.assign(new Error("no counter", { cause }), { code: "ECONNRESET" });
  logger.error("request failed", { requestId: "r", error });
  expect(JSON.parse(lines.join(""))).toMatchObject({
    ...{ level: "ERROR", message: "request failed", requestId: "r" },
    error: {
      ...{ name: "Error", message: "no counter", stack: error.stack, code: "ECONNRESET" },
      cause: { name: "TypeError", message: "no response" },
    },
  });
});

test("an error that holds itself is still written", () => {
  const error: Error & { request?: object } = new Error("no counter");
  error.request = { error };
  logger.error("request failed", { requestId: "r", error });
  expect(JSON.parse(lines.join(""))).toMatchObject({
    ...{ message: "request failed", requestId: "r" },
    error: { message: "no counter", stack: error.stack, request: { error: "[circular]" } },
  });
});

test("fields don't replace what the line says of itself", () => {
  logger.error("request failed", { message: "other", level: "INFO", service: "other", kept: 1 });
  expect(JSON.parse(lines.join(""))).toMatchObject({
    ...{ message: "request failed", level: "ERROR", service: "counting-service", kept: 1 },
  });
});

test("messages below Lambda's level are not written", () => {
  vi.stubEnv("AWS_LAMBDA_LOG_LEVEL", "ERROR");
  logger.warn("a sign-in was refused");
  logger.error("request failed");
  expect(lines).toHaveLength(1);
});
