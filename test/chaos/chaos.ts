import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countEventId } from "../../core/counters/counter-names.ts";
import { firingWebhook } from "../../core/webhooks/alert-webhooks.ts";
import { countWebhook } from "../../core/webhooks/count-webhooks.ts";
import { ensureCertificates } from "../../local/certificate-authority.ts";
import { freePort } from "../bin/ops/free-port.ts";
import { untilEvaluated } from "./alerts/evaluated.ts";
import { judgeHistory, toldNothing } from "./counting-verdict.ts";
import { createCustomers } from "./customers.ts";
import { committedCounts, expectedDeliveries, recordedDeliveries } from "./expected-state.ts";
import { causeChaos, type Stage } from "./faults/fault-time.ts";
import { patientLook } from "./patient-look.ts";
import { Receivers } from "./receivers.ts";
import { failureText, summaryTable } from "./report.ts";
import { givenUp, untilRest } from "./rest.ts";
import { StackProcess } from "./stack-process.ts";
import { unhandledDeliveries } from "./unhandled-deliveries.ts";
import { verdict } from "./verdict.ts";

export interface ChaosOptions {
  minutes: number;
  events: number;
  seed: number;
  stopping: AbortSignal;
}

const retryDelays = [1, 2, 3, 4, 5];
const schedulerFromSeconds = 4;

/** Runs the service amid kills and bad receivers; true when it kept every promise. */
export async function chaos(options: ChaosOptions): Promise<boolean> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "counting-chaos-")));
  const disposables = new AsyncDisposableStack();
  let kept = false;
  try {
    kept = await run(options, folder, disposables);
  } finally {
    await disposables.disposeAsync();
    if (kept || options.stopping.aborted) rmSync(folder, { recursive: true, force: true });
    else console.error(`The data are kept in ${folder}.`);
  }
  return kept;
}

async function run(
  options: ChaosOptions,
  folder: string,
  disposables: AsyncDisposableStack,
): Promise<boolean> {
  const startedMs = Date.now();
  const say = (text: string) =>
    console.log(`${Math.round((Date.now() - startedMs) / 1_000)} s: ${text}`);
  say(`seed ${options.seed}, ${options.events} events in ${options.minutes} min …`);
  const stage = await setStage(options, folder, disposables);
  await causeChaos(stage, { ...options, say });
  if (options.stopping.aborted) return false;
  say("no more chaos; waiting until all is at rest …");
  return await judge(stage, { ...options, startedMs, say });
}

async function setStage(
  { seed }: ChaosOptions,
  folder: string,
  disposables: AsyncDisposableStack,
): Promise<Stage> {
  const dataDir = join(folder, "data");
  const receivers = new Receivers(seed, await ensureCertificates(join(dataDir, "ca")));
  await receivers.start();
  disposables.defer(() => receivers.close());
  const stack = new StackProcess({
    dataDir,
    logFile: join(folder, "service.log"),
    options: await stackOptions(),
  });
  disposables.defer(() => stack.stop());
  const customers = await createCustomers(await stack.running(), receivers);
  return {
    dataDir,
    receivers,
    stack,
    ...customers,
    faults: [],
    counted: new Set(),
    told: new Map(),
  };
}

/** The ports stay the same through all restarts. */
async function stackOptions(): Promise<string[]> {
  return [
    ...[
      "--api-port",
      String(await freePort()),
      "--site-port",
      String(await freePort()),
      "--console-port",
      "0",
      "--identity-port",
      "0",
      "--chat-port",
      "0",
      "--mailbox-port",
      "0",
    ],
    ...["--retry-delays", retryDelays.join(","), "--scheduler-from", String(schedulerFromSeconds)],
  ];
}

interface JudgeOptions extends ChaosOptions {
  startedMs: number;
  say(text: string): void;
}

/** Waits until nothing is on its way, checks every event at every endpoint, and prints it. */
async function judge(stage: Stage, { seed, stopping, startedMs, say }: JudgeOptions) {
  const { receivers, endpoints, alerts, faults, counted, told } = stage;
  const stack = await stage.stack.running();
  const counts = await patientLook(() => committedCounts(stack));
  const evaluated = await untilEvaluated(stack, { alerts, counts, stopping, say });
  const events = [...counts.map(countWebhook), ...evaluated.firings.map(firingWebhook)];
  const expected = expectedDeliveries(events, endpoints);
  await untilRest(stack, { expected, stopping, say });
  if (stopping.aborted) return false;

  const records = await patientLook(() => recordedDeliveries(stack));
  const { requests, breaks, unverified } = receivers;
  const unhandled = unhandledDeliveries(stage.dataDir);
  const result = verdict({
    ...{ expected, records, requests },
    ...{ faults, unhandled, breaks, retryDelays },
  });
  for (const text of unverified) result.failures.push({ what: "wrong", text });
  for (const text of evaluated.wrong) result.failures.push({ what: "wrong alert", text });
  const committed = new Set(counts.map((one) => countEventId(one.counterId, one.lastEventId)));
  for (const id of counted) {
    if (committed.has(id)) continue;
    result.failures.push({ what: "lost", text: `${id} was counted and is not in the table` });
  }
  const histories = Map.groupBy(counts, ({ counterId }) => counterId);
  for (const [counterId, history] of histories) {
    const events = history.toSorted((a, b) => a.lastEventId - b.lastEventId);
    for (const wrong of judgeHistory(events, told.get(counterId) ?? toldNothing())) {
      result.failures.push({ what: "wrong", text: `${counterId}: ${wrong}` });
    }
  }
  const left = await patientLook(() => givenUp(stack));
  const summary = {
    ...{ seed, faults, verdict: result, ...left, ...receivers.troubles() },
    ...{
      events: counts.length,
      firings: evaluated.firings,
      endpoints: endpoints.length,
      deliveries: records.size,
    },
    ...{ requests: requests.length, durationMs: Date.now() - startedMs },
  };
  console.log(`\n${summaryTable(summary)}\n`);
  if (result.failures.length > 0) console.error(failureText(result));
  return result.failures.length === 0 && left.deadLetters + left.failedRecords === 0;
}
