import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../eventually.ts";
import { type Fixture, startFixture } from "../start-fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
}, 30_000);
afterAll(() => fixture.close());

function pool(name: string) {
  const found = fixture.runtime.functions.get(name);
  if (!found) throw new Error(`no function ${name}`);
  return found;
}

async function ask(name: string, query: Record<string, string>) {
  const result = await pool(name).invoke({ queryStringParameters: query });
  return result.outcome === "succeeded" ? JSON.parse(result.payload) : result;
}

/** A file for which functions wait: `release()` lets them go. */
function gate(name: string) {
  const until = join(fixture.dataDir, name);
  return { until, release: () => writeFileSync(until, "") };
}

test("an environment has the template's variables and Lambda's, and none of ours", async () => {
  process.env.SECRET_OF_THE_PARENT = "x";
  const { env, cwd } = await ask("answer", { do: "env" });
  expect(env).toMatchObject({
    API_URL: fixture.runtime.outputs.ApiUrl,
    API_URL_BY_ID: `${fixture.runtime.outputs.ApiUrl}/`,
    AWS_LAMBDA_FUNCTION_NAME: "answer",
    AWS_REGION: "us-east-1",
    AWS_ENDPOINT_URL_DYNAMODB: fixture.runtime.endpoints.dynamodb,
    AWS_ENDPOINT_URL_SQS: fixture.runtime.endpoints.sqs,
    AWS_ENDPOINT_URL_SCHEDULER: fixture.runtime.endpoints.scheduler,
    AWS_ENDPOINT_URL_KMS: fixture.runtime.endpoints.kms,
    AWS_ENDPOINT_URL_S3: fixture.runtime.endpoints.s3,
    KEY_ARN: `arn:aws:kms:us-east-1:000000000000:key/${fixture.runtime.outputs.KeyId}`,
    LAMBDA_TASK_ROOT: cwd,
  });
  for (const name of ["SECRET_OF_THE_PARENT", "HOME", "VITEST", "NODE_OPTIONS"]) {
    expect(env).not.toHaveProperty(name);
  }
});

test("the context tells function, request and remaining time", async () => {
  const context = await ask("answer", { do: "context" });
  expect(context).toMatchObject({
    functionName: "answer",
    memoryLimitInMB: "128",
    invokedFunctionArn: "arn:aws:lambda:us-east-1:000000000000:function:answer",
  });
  expect(context.remaining).toBeGreaterThan(18_000);
  expect(context.remaining).toBeLessThanOrEqual(20_000);
});

test("the heap is limited by the function's memory", async () => {
  const { bytes } = await ask("answer", { do: "heap" });
  // 116 MiB for old objects, and three times 8 for young ones.
  expect(bytes / 2 ** 20).toBeGreaterThanOrEqual(116);
  expect(bytes / 2 ** 20).toBeLessThanOrEqual(140);
});

test("environments take one invocation at a time, are reused, and are at most six", async () => {
  const { until, release } = gate("together");
  const answers = Array.from({ length: 10 }, () => ask("answer", { do: "who", until }));
  await eventually("six environments", () => pool("answer").pids.length === 6 || undefined);
  release();
  const who = await Promise.all(answers);
  expect(new Set(who.map(({ pid }) => pid)).size).toBe(6);
  expect(Math.max(...who.map(({ most }) => most))).toBe(1);
});

test("a function that takes too long is killed, and the next one gets a new process", async () => {
  const before = await ask("brief", { do: "who" });
  expect(await ask("brief", { do: "hang" })).toMatchObject({
    outcome: "failed",
    error: { errorMessage: expect.stringContaining("Task timed out after 1.00 seconds") },
  });
  const after = await ask("brief", { do: "who" });
  expect(after.pid).not.toBe(before.pid);
});

test("beyond its reserved concurrency a function is throttled, over HTTP with 503", async () => {
  const { until, release } = gate("limited");
  const first = fixture.get(`/limited?do=bare&until=${until}`);
  await eventually("the environment", () => pool("limited").pids.length === 1 || undefined);
  expect(await ask("limited", {})).toMatchObject({ outcome: "throttled" });
  expect(await fixture.get("/limited")).toMatchObject({
    status: 503,
    body: { message: "Service Unavailable" },
  });
  release();
  expect((await first).status).toBe(200);
});

test("a killed environment fails its own invocation only", async () => {
  const { until, release } = gate("kill");
  // The environment that was used last is used next.
  const { pid } = await ask("answer", { do: "who" });
  const doomed = pool("answer").invoke({ queryStringParameters: { do: "hang" } });
  const other = ask("answer", { do: "who", until });
  await eventually("two environments", () => pool("answer").pids.length >= 2 || undefined);
  pool("answer").kill(pid);
  expect(await doomed).toMatchObject({
    outcome: "failed",
    error: { errorType: "Runtime.ExitError", errorMessage: expect.stringContaining("SIGKILL") },
  });
  release();
  expect((await other).pid).not.toBe(pid);
  expect(pool("answer").pids).not.toContain(pid);
  expect(await ask("answer", { do: "bare" })).toEqual({ hello: "world" });
});

test("a result over Lambda's limit fails with Lambda's words", async () => {
  expect(await ask("answer", { do: "big" })).toMatchObject({
    error: {
      errorType: "Function.ResponseSizeTooLarge",
      errorMessage: expect.stringContaining("6291556 bytes"),
    },
  });
});
