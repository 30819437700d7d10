import type { DoctorClients } from "../../../adapters/operations/doctor-clients.ts";
import {
  costTagIsActive,
  encodingOf,
  filledMinutes,
  pendingWarmThroughput,
  recursionOf,
  refusedIn,
} from "../../../adapters/operations/first-facts.ts";
import { accountConcurrency } from "../../../adapters/operations/lambda-state.ts";
import { stackState } from "../../../adapters/operations/stack-state.ts";
import type { Service } from "../../../adapters/stack-outputs.ts";
import { storesOf } from "../../../adapters/stores.ts";
import { systemClock } from "../../../adapters/system-clock.ts";
import { canaryCounter } from "../../../core/operations/canary/canary-identity.ts";
import { type Finding, skipped } from "../../../core/operations/finding.ts";
import * as first from "../../../core/operations/first-findings.ts";
import {
  type FirstPoint,
  type FirstPointName,
  firstPoints,
} from "../../../core/operations/first-points.ts";
import type { DoctorCheck } from "./run-checks.ts";
import { once, tablesOf } from "./stack-checks.ts";

type FirstChecks = Record<FirstPointName, DoctorCheck>;

/** Checks what only an account can show, each point by itself. */
export function firstChecks(
  service: Service,
  { cloudFormation, cloudWatch, costExplorer, lambda, logs }: DoctorClients,
  stackName: string,
): FirstChecks {
  const { outputs, clients } = service;
  const now = systemClock.now();
  const state = once(() => stackState(cloudFormation, stackName));
  const sum = async (asked: Parameters<typeof filledMinutes>[1]) => {
    const values = await filledMinutes(cloudWatch, asked, now);
    return values.reduce((total, value) => total + value, 0);
  };
  return {
    ...ofEachPoint(first.lookYourself),
    concurrency: async () => {
      const account = await accountConcurrency(lambda);
      return [first.judgeConcurrency(account.limit, outputs.LambdaConcurrency)];
    },
    names: async () => {
      const { idsOf } = await state();
      const queues = idsOf("AWS::SQS::Queue").map((url) => url.split("/").at(-1) ?? "");
      const functions = idsOf("AWS::Lambda::Function");
      const schedules = idsOf("AWS::Scheduler::Schedule");
      return [first.judgeNames([...functions, ...queues, ...schedules], stackName)];
    },
    permissions: async () => {
      const all = (await state()).idsOf("AWS::Logs::LogGroup");
      // Access logs hold no function's errors.
      const groups = all.filter((group) => !group.startsWith("/aws/"));
      const refused = await refusedIn(logs, groups, now - 3_600_000);
      return [first.judgeRefusals(refused, groups.length)];
    },
    canary: async () => {
      const newest = { limit: 1, beforeEventId: Number.MAX_SAFE_INTEGER };
      const [event] = await storesOf(service).countEvents.page(canaryCounter, newest);
      return [first.judgeCanary(event?.createdAt, now)];
    },
    compression: compressionCheck(service),
    recursion: async () => {
      const names = (await state()).idsOf("AWS::Lambda::Function");
      const name = names.find((each) => each.includes("DeliverWebhook"));
      if (name === undefined) throw new Error("the stack has no function deliver-webhook");
      return [first.judgeRecursion(name, await recursionOf(lambda, name))];
    },
    "schedule-roles": async () => {
      // The group `default` is everybody's in the account; the canary and the starts of days are in it.
      const [ScheduleGroup = ""] = (await state()).idsOf("AWS::Scheduler::ScheduleGroup");
      const asked = { namespace: "AWS/Scheduler", dimensions: { ScheduleGroup }, hours: 24 };
      const attempts = await sum({ ...asked, metric: "InvocationAttemptCount" });
      if (attempts === 0) return [skipped(first.noRetryYet)];
      const errors = await sum({ ...asked, metric: "TargetErrorCount" });
      return [first.judgeScheduleRoles(attempts, errors)];
    },
    "filled-metrics": async () => {
      const never = { namespace: "AWS/SQS", metric: "NeverReported", hours: 1 };
      return [first.judgeFilled(await filledMinutes(cloudWatch, never, now))];
    },
    "queue-counts": async () => {
      const { FirstAttemptsQueue, RetriesQueue, SlowAttemptsQueue } = outputs;
      let [received, deleted] = [0, 0];
      for (const url of [FirstAttemptsQueue, RetriesQueue, SlowAttemptsQueue]) {
        const QueueName = url.split("/").at(-1) ?? "";
        const asked = { namespace: "AWS/SQS", dimensions: { QueueName }, hours: 1 };
        received += await sum({ ...asked, metric: "NumberOfMessagesReceived" });
        deleted += await sum({ ...asked, metric: "NumberOfMessagesDeleted" });
      }
      return [first.judgeQueueCounts(received, deleted)];
    },
    "cost-tag": async () => {
      const { idsOf } = await state();
      if (idsOf("AWS::Budgets::Budget").length === 0) return [skipped("the stack has no budget")];
      return [first.judgeCostTag(await costTagIsActive(costExplorer, "stack"))];
    },
    "warm-throughput": async () => {
      const tables = tablesOf(outputs);
      const pending = await pendingWarmThroughput(clients.dynamodb, tables);
      return [first.judgeWarmThroughput(pending, tables.length)];
    },
    "hook-throttles": async () => {
      const FunctionName = outputs.DeploymentHook;
      if (FunctionName === "-") return [skipped("deployments are not gradual")];
      const asked = { namespace: "AWS/Lambda", metric: "Throttles", hours: 24 };
      return [first.judgeHookThrottles(await sum({ ...asked, dimensions: { FunctionName } }))];
    },
  };
}

/** The CDN runs on this machine, too; the rest has to wait for an account. */
export function firstChecksLocally(service: Service): FirstChecks {
  const elsewhere = ofEachPoint(({ open }) => skipped(`only in an account: ${open}`));
  return { ...elsewhere, compression: compressionCheck(service) };
}

function ofEachPoint(find: (point: FirstPoint) => Finding): FirstChecks {
  const checks = Object.entries(firstPoints).map(([name, point]): [string, DoctorCheck] => [
    name,
    async () => [find(point)],
  ]);
  return Object.fromEntries(checks) as FirstChecks;
}

/** A page without data of anybody, from the functions and the CDN that the API has. */
function compressionCheck({ outputs }: Service): DoctorCheck {
  const url = `${outputs.ConsoleUrl}/count/${canaryCounter.counterId}`;
  return async () => [first.judgeCompression(url, await encodingOf(url))];
}
