// @module-tag all
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { awsClients } from "../../../../adapters/aws/aws-clients.ts";
import { LocalService, localServiceFile } from "../../../../adapters/local-service.ts";
import {
  receiverOnThisMachine,
  smokeStores,
} from "../../../../adapters/operations/smoke/smoke-stores.ts";
import { retryNotice } from "../../../../bin/ops/operations/run-smoke.ts";
import type { SmokeResult } from "../../../../core/operations/smoke/smoke-organization.ts";
import { runSmoke } from "../../../../core/operations/smoke/smoke-run.ts";
import type { Asked } from "../../../../core/operations/steps.ts";
import { createOrganization } from "../../../../core/organizations/organization-changes.ts";
import { operator } from "../../../core/audit/operator.ts";
import { eventually } from "../../../eventually.ts";
import { dataDir, outputs, stores } from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";

const ops = opsOn({ dataDir });
const { endpoints } = LocalService.parse(
  JSON.parse(readFileSync(join(dataDir, localServiceFile), "utf8")),
);
const clients = awsClients(endpoints);
afterAll(() => clients.destroy());

const steps = [
  "set-up",
  "list",
  "get",
  "tap",
  "history",
  "unauthorized",
  "embed",
  "oembed",
  "sign-in",
  "refused by the API",
  "refused by the site",
  "refused by the console",
  "not found",
  "webhook",
  "alert",
  "retry",
  "removal",
];

const smokes = async () =>
  (await stores.organizations.list()).filter(({ id }) => id.startsWith("org_0000000Smoke"));

const shown = (results: SmokeResult[]) =>
  results.map(({ step, result, sentence }) => [step, result, result === "failed" && sentence]);

const allPassed = steps.map((step) => [step, "passed", false]);

const quietly = { onResult() {}, onWait() {}, isStopped: () => false };

test("a run passes every step, with the canary's receiver and a retry by Scheduler, and leaves nothing", async () => {
  const { ok, steps: results } = await ops.json("smoke");
  expect(shown(results)).toEqual(allPassed);
  expect(ok).toBe(true);
  const sentences = new Map(results.map(({ step, sentence }: SmokeResult) => [step, sentence]));
  expect(sentences.get("refused by the console")).toBe("404, and 405 that allows GET");
  expect(sentences.get("retry")).toMatch(/^Scheduler held it; the receiver accepted its signature/);
  expect(await smokes()).toEqual([]);
});

test("without a canary its own receiver takes the place of the canary's", async () => {
  const receiver = await receiverOnThisMachine(dataDir);
  const ports = smokeStores({ clients, outputs }, receiver);
  const results = await runSmoke(ports, operator, { ...quietly, skipRetry: false });
  receiver.close();
  expect(shown(results)).toEqual(allPassed);
});

const without =
  (...names: string[]) =>
  (asked: Asked) => ({
    ...asked,
    headers: {
      get: (wanted: string) => (names.includes(wanted) ? null : asked.headers.get(wanted)),
    },
  });
const refused = steps.filter((step) => step.startsWith("refused by"));

// Each step looks at a header of its own, so that one run shows them all.
const mistakes: [what: string, change: (asked: Asked) => Asked, failing: string[]][] = [
  [
    "headers",
    without("etag", "ratelimit-reset", "allow", "location", "access-control-allow-origin"),
    ["list", "get", "oembed", "sign-in", ...refused],
  ],
  [
    "the statuses 401 and 404",
    (asked) => ([401, 404].includes(asked.status) ? { ...asked, status: 500 } : asked),
    ["unauthorized", ...refused, "not found"],
  ],
];

test.each(mistakes)(
  "a service without %s fails where it is looked at, and the run goes on",
  async (_, change, failing) => {
    const ports = smokeStores({ clients, outputs }, undefined);
    const changed = {
      ...ports,
      ask: async (...asked: Parameters<typeof ports.ask>) => change(await ports.ask(...asked)),
    };
    const results = await runSmoke(changed, operator, { ...quietly, skipRetry: true });
    const having = (result: string) =>
      results.filter((one) => one.result === result).map(({ step }) => step);
    expect(having("failed")).toEqual(failing);
    expect(having("skipped"), "what needs a receiver").toEqual(["webhook", "retry"]);
    expect(having("passed").at(-1)).toBe("removal");
  },
);

test("after Ctrl-C the organization is removed, and the exit code is 130", async () => {
  const { kill, finished } = ops.start("smoke");
  await eventually("the organization", async () => (await smokes())[0]);
  kill("SIGINT");
  const { exitCode, stdout, stderr } = await finished;
  expect([exitCode, stderr]).toEqual([130, "error: interrupted; the organization is removed\n"]);
  expect(stdout).toMatch(/^passed +removal /m);
  expect(await smokes()).toEqual([]);
});

test("what an earlier run has left is removed by the next, and --skip-retry leaves out the retry", async () => {
  const left = "org_0000000SmokeLeftHere";
  await createOrganization(stores, { id: left, name: "Smoke test", plan: "pro" }, operator);
  const { exitCode, stdout } = await ops.run("smoke", "--skip-retry");
  expect(exitCode).toBe(0);
  const removed = `; removed ${left} of an earlier run that had not ended`;
  expect(stdout).toMatch(new RegExp(`^passed +set-up .*${removed}$`, "m"));
  expect(stdout).toMatch(/^skipped +retry +0\.00 s +--skip-retry was given$/m);
  expect(await smokes()).toEqual([]);
});

test("a run whose organization another one removes fails while it waits, and leaves the other's alone", async () => {
  const receiver = await receiverOnThisMachine(dataDir);
  const ports = { ...smokeStores({ clients, outputs }, receiver), schedulerFromSeconds: 900 };
  let other: Promise<SmokeResult[]> | undefined;
  const isStopped = () => false;
  let otherMayEnd = () => {};
  const firstHasEnded = new Promise<void>((resolve) => {
    otherMayEnd = resolve;
  });
  const first = await runSmoke(ports, operator, {
    ...{ onResult() {}, isStopped, skipRetry: false },
    onWait() {
      const held = {
        ...ports,
        ask: async (...asked: Parameters<typeof ports.ask>) => {
          await firstHasEnded;
          return await ports.ask(...asked);
        },
      };
      other = runSmoke(held, operator, { ...quietly, skipRetry: true });
    },
  });
  otherMayEnd();
  const second = (await other) ?? [];
  receiver.close();
  const takenAway = "another smoke test has removed this run's organization; run one at a time";
  expect(shown(first).filter(([, result]) => result !== "passed")).toEqual([
    ["retry", "failed", takenAway],
    ["removal", "failed", takenAway],
  ]);
  const [firstId] = first[0]?.sentence.split(" ") ?? [];
  expect(second[0]?.sentence).toContain(
    `; removed ${firstId} of an earlier run that had not ended`,
  );
  expect(second.filter(({ result }) => result === "failed")).toEqual([]);
  expect(await smokes()).toEqual([]);
});

test("a long wait names what shortens it", () => {
  expect(retryNotice(12, { local: true })).toBe("The retry is due in 12 s.");
  const skip = "The retry is due in 911 s; --skip-retry leaves it out";
  expect(retryNotice(911, { stack: "S" })).toBe(`${skip}.`);
  const start = "npm start -- --scheduler-from 2";
  expect(retryNotice(911, { local: true })).toBe(`${skip}, and ${start} makes it due in 12 s.`);
});
