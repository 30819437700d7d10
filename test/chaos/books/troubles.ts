import { setTimeout as delay } from "node:timers/promises";
import type { CounterKey } from "../../../core/counters/counter.ts";
import { updateEndpoint } from "../../../core/webhooks/manage-endpoints.ts";
import { pauseEndpoint, resumeEndpoint } from "../../../core/webhooks/pause-endpoint.ts";
import { operator } from "../../core/audit/operator.ts";
import type { Chance } from "../../simulation/chance.ts";
import { untilTold } from "../corrections.ts";
import { environmentsOf } from "../own-processes.ts";
import type { RunningStack, StackProcess } from "../stack-process.ts";
import type { FaultyFront } from "./faulty-front.ts";
import type { ReceiverProcess } from "./receiver-process.ts";

/** What can be made to fail. */
export interface Troubled {
  dataDir: string;
  stack: StackProcess;
  front: FaultyFront;
  receiver: ReceiverProcess;
  customer: { organizationId: string; endpointId: string; counters: CounterKey[] };
  /** How often each trouble has happened; grows. */
  done: Map<string, number>;
}

type Trouble = (stage: Troubled, chance: Chance, calm: AbortSignal) => Promise<void>;

/** Longer than all retries of a delivery in this run, which take 15 s. */
const longestSpellMs = 45_000;

/** By name, with how likely each is. */
const kinds: [string, number, Trouble][] = [
  ["receiver killed now and then", 6, killReceiver],
  ["deliveries refused for a while", 3, (...of) => frontFor("refusing", ...of)],
  ["deliveries acknowledged and lost for a while", 2, (...of) => frontFor("lying", ...of)],
  ["endpoint paused and resumed", 2, pauseForAWhile],
  ["endpoint filtered for a while", 2, filterForAWhile],
  ["deliver-webhook killed", 2, killDelivery],
  ["service killed and started again", 1, ({ stack }) => stack.killAndRestart()],
];

/** One trouble after the other until it is told to stop; each has ended by itself then. */
export async function troubles(stage: Troubled, chance: Chance, calm: AbortSignal): Promise<void> {
  const weighted = kinds.flatMap((kind) => Array.from({ length: kind[1] }, () => kind));
  const [first, ...others] = weighted;
  if (first === undefined) return;
  while (!calm.aborted) {
    await pause(chance.between(500, 6_000), calm);
    const [name, , happen] = chance.pick([first, ...others]);
    await happen(stage, chance, calm);
    stage.done.set(name, (stage.done.get(name) ?? 0) + 1);
  }
}

async function killReceiver({ receiver }: Troubled, chance: Chance, calm: AbortSignal) {
  for (let left = Math.ceil(chance.between(0, 4)); left > 0; left -= 1) {
    receiver.kill();
    // Often while it is still starting, or has just begun to catch up.
    await pause(chance.between(200, 5_000), calm);
  }
}

async function frontFor(
  mode: FaultyFront["mode"],
  { front }: Troubled,
  chance: Chance,
  calm: AbortSignal,
) {
  front.mode = mode;
  await pause(chance.between(2_000, longestSpellMs), calm);
  front.mode = "passing";
}

async function pauseForAWhile(stage: Troubled, chance: Chance, calm: AbortSignal) {
  const { organizationId, endpointId } = stage.customer;
  const key = { organizationId, endpointId };
  await told(stage, async ({ stores }) => pauseEndpoint(stores, key, operator));
  await pause(chance.between(2_000, longestSpellMs), calm);
  await told(stage, async ({ stores }) => resumeEndpoint(stores, key, operator));
}

async function filterForAWhile(stage: Troubled, chance: Chance, calm: AbortSignal) {
  const { organizationId, endpointId, counters } = stage.customer;
  const key = { organizationId, endpointId };
  const counterIds = counters.slice(0, 2).map(({ counterId }) => counterId);
  const filterBy = (filter: { counterIds: string[]; groupIds: string[] } | null) =>
    told(stage, async ({ stores }) => updateEndpoint(stores, key, { filter }, operator));
  await filterBy({ counterIds, groupIds: [] });
  await pause(chance.between(2_000, longestSpellMs), calm);
  await filterBy(null);
}

async function killDelivery({ stack, dataDir }: Troubled, chance: Chance) {
  const { pid } = await stack.running();
  const environments = environmentsOf({ pid, dataDir }, "DeliverWebhook");
  const chosen = environments[Math.floor(chance.next() * environments.length)];
  if (chosen === undefined) return;
  try {
    process.kill(chosen, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** What is begun is also ended, whether or not the run is over by then. */
function told<Answer>({ stack }: Troubled, ask: (running: RunningStack) => Promise<Answer>) {
  return untilTold({ stack, stopping: new AbortController().signal }, ask);
}

async function pause(ms: number, calm: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal: calm }).catch(() => {});
}
