import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

// The assets lie in a temporary folder, from where the SDK is found by the repository's path.
const repository = resolve(import.meta.dirname, "..");
const sdk = `
  import { createRequire } from "node:module";
  const require = createRequire(${JSON.stringify(join(repository, "package.json"))});
  const { DynamoDB } = require("@aws-sdk/client-dynamodb");
  const note = (id, what) => new DynamoDB({}).putItem({
    TableName: process.env.SEEN_TABLE,
    Item: { id: { S: id }, what: { S: JSON.stringify(what) } },
  });
`;

const answerRequests = `
  import { existsSync } from "node:fs";
  import { setTimeout as delay } from "node:timers/promises";
  import { getHeapStatistics } from "node:v8";
  const born = Date.now() + "-" + process.pid;
  let running = 0;
  let most = 0;
  export const handler = async (event, context) => {
    most = Math.max(most, ++running);
    try { return await answer(event, context); } finally { running--; }
  };
  async function answer(event, context) {
    const query = event.queryStringParameters ?? {};
    while (query.until && !existsSync(query.until)) await delay(10);
    switch (query.do) {
      case "big": return "x".repeat(6_291_555);
      case "fits": return "x".repeat(6_291_554);
      case "spin": for (;;);
      case "hang": return new Promise(() => {});
      case "throw": throw new Error("as asked");
      case "exit": process.exit(3);
      case "bare": return { hello: "world" };
      case "env": return { env: process.env, cwd: process.cwd(), args: process.argv.length };
      case "who": return { born, most, pid: process.pid };
      case "heap": return { bytes: getHeapStatistics().heap_size_limit };
      case "context": return { ...context, remaining: context.getRemainingTimeInMillis() };
      case "cookies": return { statusCode: 201, cookies: ["a=1", "b=2"], body: "made",
        headers: { "X-Mixed": "Case" } };
      case "headers": return { statusCode: 200, cookies: ["a=1"],
        headers: { "x-long": "x".repeat(Number(query.bytes) - 3) } };
      case "binary": return { statusCode: 200, body: "AAEC", isBase64Encoded: true };
      case "nonsense": return { statusCode: "what" };
      default: return { statusCode: 200, headers: { "content-type": "application/json" },
        body: JSON.stringify(event) };
    }
  }
`;

const schedule = `
  import { createRequire } from "node:module";
  const require = createRequire(${JSON.stringify(join(repository, "package.json"))});
  const { Scheduler } = require("@aws-sdk/client-scheduler");
  export const handler = async (event) => {
    const { name, at, input } = JSON.parse(event.body);
    try {
      return await new Scheduler({}).createSchedule({
        Name: name, GroupName: process.env.GROUP, ScheduleExpression: "at(" + at + ")",
        FlexibleTimeWindow: { Mode: "OFF" }, ActionAfterCompletion: "DELETE",
        Target: { Arn: process.env.QUEUE_ARN, RoleArn: process.env.ROLE_ARN, Input: input },
      });
    } catch (error) {
      return { statusCode: 409, body: error.name };
    }
  };
`;

const consumeQueue = `${sdk}
  export const handler = async ({ Records }) => {
    const batchItemFailures = [];
    for (const record of Records) {
      const { id, kind } = JSON.parse(record.body);
      await note(id, record);
      if (kind === "poison") batchItemFailures.push({ itemIdentifier: record.messageId });
    }
    return { batchItemFailures };
  };
`;

const waitInQueue = `${sdk}
  import { existsSync } from "node:fs";
  import { setTimeout as delay } from "node:timers/promises";
  export const handler = async ({ Records }) => {
    for (const { body } of Records) {
      const { id, until } = JSON.parse(body);
      await note(id, "begun");
      while (until && !existsSync(until)) await delay(10);
    }
  };
`;

const consumeStream = `${sdk}
  export const handler = async ({ Records }) => {
    const poison = Records.find((record) => record.dynamodb.NewImage.poison);
    if (poison) throw new Error("poison");
    for (const record of Records) await note(record.dynamodb.Keys.id.S, record);
  };
`;

const leavePending = `${sdk}
  import { setTimeout as delay } from "node:timers/promises";
  import { spawn } from "node:child_process";
  import { existsSync } from "node:fs";
  import { Worker } from "node:worker_threads";
  let timerFiredAt;
  let beating;
  // Belongs to no invocation, as it began with the module.
  let early;
  setInterval(() => { if (early) { note(early.id, "left"); early.begun(); } early = undefined; }, 1);
  const beat = "for (;;) { require('fs').writeFileSync(process.env.BEAT, String(Date.now()));" +
    " Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5); }";
  export const handler = async ({ leave, id, url }) => {
    if (leave === "call") note(id, "left");
    if (leave === "later call") delay(0).then(() => note(id, "left"));
    if (leave === "call after a call") note(id, "first").then(() => note(id, "left"));
    if (leave === "failing call") new DynamoDB({}).putItem({ TableName: "none", Item: {} });
    if (leave === "fetch") fetch(url);
    if (leave === "later fetch") delay(0).then(() => fetch(url));
    if (leave === "timer") setTimeout(() => { timerFiredAt = Date.now(); }, 20);
    if (leave === "aborted call") {
      const stop = new AbortController();
      const call = new DynamoDB({}).listTables({}, { abortSignal: stop.signal }).catch(() => {});
      stop.abort();
      await call;
    }
    if (leave === "nothing") await Promise.all([note(id, "awaited"), fetch(url)]);
    if (leave === "throw") { note(id, "left"); throw new Error("as asked"); }
    if (leave === "slowly") await delay(200);
    // Returns as soon as the call has begun, before it can have ended.
    if (leave === "call of a module's interval") await new Promise((begun) => { early = { id, begun }; });
    if (leave === "worker" || leave === "child process") {
      const env = { ...process.env, BEAT: url };
      beating = leave === "worker" ? new Worker(beat, { eval: true, env })
        : spawn(process.execPath, ["-e", beat], { env, stdio: "ignore" });
      beating.unref();
      while (!existsSync(url)) await delay(5);
    }
    return { timerFiredAt: timerFiredAt ?? null, now: Date.now() };
  };
`;

const sources = {
  "leave-pending": leavePending,
  "answer-requests": answerRequests,
  schedule,
  "consume-queue": consumeQueue,
  "wait-in-queue": waitInQueue,
  "consume-stream": consumeStream,
};

export type FixtureFunction = keyof typeof sources;

/** Writes the code of each fixture function into its own folder below this one. */
export function writeFixtureFunctions(folder: string): (name: FixtureFunction) => string {
  for (const [name, source] of Object.entries(sources)) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, "index.mjs"), source);
  }
  return (name) => join(folder, name);
}
