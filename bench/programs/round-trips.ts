import { join } from "node:path";
import { marshall } from "@aws-sdk/util-dynamodb";
import { counterKeyText } from "../../adapters/counters/dynamodb-count-events.ts";
import type { CounterKey } from "../../core/counters/counter.ts";
import { getCounter, getCounterHistory, listCounters } from "../../lambdas/functions/api.ts";
import {
  bareGetName,
  bareQueryName,
  CallTime,
  type RoundTripsTrial,
} from "../read-api/round-trips-trial.ts";
import { sequentialCalls } from "../read-api/sequential-calls.ts";
import { benchmark, type Progress } from "../report/benchmark.ts";
import { atMost, exactly, type Figure } from "../report/figure.ts";
import { median } from "../report/statistics.ts";
import { createCustomer, limitKey, realisticNames, unsavedCounter } from "../service/customer.ts";
import { saveWithHistory } from "../service/deep-history.ts";
import type { DynamodbProxy } from "../service/dynamodb-proxy.ts";
import { type MeasuredService, withService } from "../service/measured-service.ts";
import { TrialProcess } from "../service/trial-process.ts";

const delayMs = 25;
const rounds = 60;
const warmUp = 400;
const bound = 1.3;
const roundTripsTrial = join(import.meta.dirname, "..", "read-api", "round-trips-trial.ts");

const chart = "A warm call against one bare GetItem";

const endpoints = {
  "list of 10": listCounters,
  get: getCounter,
  "history of 100": getCounterHistory,
};

await benchmark("round-trips", (progress) =>
  withService(
    async (service) => {
      const trial = await startTrial(service);
      try {
        return await measure(service.proxy, trial, progress);
      } finally {
        await trial.close();
      }
    },
    { proxied: true },
  ),
);

interface TimedCall {
  name: string;
  durationMs: number;
  chain: number;
}

/** Times calls of the built handlers in a process of their own, which is what Lambda bills. */
async function measure(
  proxy: DynamodbProxy,
  trial: TrialProcess,
  progress: Progress,
): Promise<Figure[]> {
  const timed = async (name: string): Promise<TimedCall> => {
    await proxy.takeCalls();
    const { durationMs } = CallTime.parse(await trial.ask({ name }));
    return { name, durationMs, chain: sequentialCalls(await proxy.takeCalls()) };
  };
  const names = [bareGetName, bareQueryName, ...Object.keys(endpoints)];
  proxy.delayMs = delayMs;
  const first: TimedCall[] = [];
  for (const name of names) first.push(await timed(name));
  proxy.delayMs = 0;
  for (const name of names) {
    for (let index = 0; index < warmUp; index += 1) await trial.ask({ name });
  }
  progress(`${rounds} rounds with ${delayMs} ms in front of every DynamoDB call …`);
  proxy.delayMs = delayMs;
  const warm: TimedCall[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) warm.push(await timed(name));
  }
  const of = (name: string) => warm.filter((call) => call.name === name);
  const medianMs = (name: string) => median(of(name).map(({ durationMs }) => durationMs));
  const unitMs = medianMs(bareGetName);
  const shown = { headline: true as const, chart };
  const figures: Figure[] = Object.keys(endpoints).flatMap((name) => {
    const most = Math.max(...of(name).map(({ chain }) => chain));
    const cold = first.find((call) => call.name === name)?.chain;
    const detail = `${medianMs(name).toFixed(1)} ms against ${unitMs.toFixed(1)} ms`;
    const ratio = atMost(medianMs(name) / unitMs, bound);
    return [
      {
        name: `${name}: a warm call against one bare GetItem`,
        ...ratio,
        unit: "×",
        detail,
        ...shown,
      },
      {
        name: `${name}: round trips in sequence`,
        ...exactly(most, 1),
        unit: "round trips",
        detail: `${cold} at the first call of an instance`,
      },
    ];
  });
  // A page costs more than one item also without this service: the emulator's and the SDK's share.
  const pageMs = medianMs(bareQueryName);
  const name = "a bare Query of those events, for comparison: a warm call against one bare GetItem";
  const detail = `${pageMs.toFixed(1)} ms`;
  return [...figures, { name, value: pageMs / unitMs, unit: "×", detail, chart }];
}

async function startTrial(service: MeasuredService): Promise<TrialProcess> {
  const { organization, key } = await createCustomer(service, realisticNames(9));
  await limitKey(service, { key, requestsPerMinute: 1_000_000 });
  const { id } = await saveWithHistory(service, unsavedCounter(organization, "Café"), 150);
  const counterKey = { organizationId: organization.id, counterId: id };
  const variables = Object.values(endpoints).map(({ name }) => service.pool(name).variables);
  // Three functions' handlers share the process, and no function's role may make all their calls.
  const env = Object.assign({}, ...variables, { AWS_ACCESS_KEY_ID: "local" });
  const argument = trialArgument(service, { key, counterKey });
  return new TrialProcess(roundTripsTrial, { argument, env });
}

function trialArgument(
  { outputs, pool }: MeasuredService,
  { key, counterKey }: { key: string; counterKey: CounterKey },
): RoundTripsTrial {
  const measured = Object.entries(endpoints).map(([label, { name, routes }]) => {
    const [{ path: pattern }] = routes;
    const path = pattern.replace("{counterId}", counterKey.counterId);
    const counterId = pattern.includes("{") ? { counterId: counterKey.counterId } : {};
    const file = join(pool(name).spec.taskRoot, "index.mjs");
    return [label, { file, call: { routeKey: `GET ${pattern}`, path, key, ...counterId } }];
  });
  const Key = marshall(counterKey);
  return {
    endpoints: Object.fromEntries(measured),
    bareGet: { TableName: outputs.CountersTable, Key, ConsistentRead: true },
    bareQuery: {
      TableName: outputs.CountEventsTable,
      KeyConditionExpression: "counterKey = :counterKey",
      ExpressionAttributeValues: marshall({ ":counterKey": counterKeyText(counterKey) }),
      ScanIndexForward: false,
      Limit: 100,
      ConsistentRead: true,
    },
  };
}
