import { EventEmitter, once, setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { CountEvent } from "../../../core/counters/count-event.ts";
import type { CounterKey } from "../../../core/counters/counter.ts";
import { countEventId } from "../../../core/counters/counter-names.ts";
import { type Told, toldNothing } from "../counting-verdict.ts";
import type { Customers } from "../customers.ts";
import type { Receivers } from "../receivers.ts";
import { killsOf } from "../report.ts";
import type { StackProcess } from "../stack-process.ts";
import { tapAll } from "../taps.ts";
import { type Fault, type FaultRunOptions, runFaults } from "./fault-runner.ts";

/** Everything that takes part in a run. */
export interface Stage extends Customers {
  dataDir: string;
  receivers: Receivers;
  stack: StackProcess;
  /** Grows while faults happen. */
  faults: Fault[];
  /** Ids of the events that were acknowledged; grows. */
  counted: Set<string>;
  /** By counter, what those who changed its number were told; grows. */
  told: Map<string, Told>;
}

export interface ChaosTime {
  seed: number;
  events: number;
  minutes: number;
  stopping: AbortSignal;
  say(text: string): void;
}

/** How many times the planned time a run has for what is not counted by then. */
const longestFactor = 3;
const progressEveryMs = 10_000;

/** Counts, kills and restarts. */
export async function causeChaos(
  stage: Stage,
  { seed, events, minutes, stopping, say }: ChaosTime,
): Promise<void> {
  const { stack, dataDir, receivers, counters, watched, faults, counted, told } = stage;
  const spreadMs = minutes * 60_000;
  const counting = new EventEmitter();
  const onCounted = ({ counterId, lastEventId }: Pick<CountEvent, "counterId" | "lastEventId">) => {
    counted.add(countEventId(counterId, lastEventId));
    counting.emit("dispatch-events");
    if (watched.has(counterId)) counting.emit("evaluate-alerts");
  };
  const nextCount: FaultRunOptions["nextCount"] = (handler, signal) =>
    once(counting, handler, { signal });
  const toldOf = ({ counterId }: CounterKey) => {
    const sofar = told.get(counterId) ?? toldNothing();
    told.set(counterId, sofar);
    return sofar;
  };
  const progress = setInterval(() => say(progressText(stage)), progressEveryMs);
  try {
    await untilAllEnd(stopping, (ending) => {
      const told = { stack, stopping: ending, onCounted, toldOf };
      const taps = tapAll({ ...told, seed, counters, events, spreadMs });
      const calm = calmAfter(taps, { spreadMs, ending });
      return [
        taps,
        runFaults({ seed, stack, dataDir, nextCount, faults, stopping: calm }),
        receivers.comeAndGo(calm),
      ];
    });
  } finally {
    clearInterval(progress);
  }
}

/** Faults go on until the time is over and all is counted, on a slow machine for longer than that. */
function calmAfter(
  taps: Promise<void>,
  { spreadMs, ending }: { spreadMs: number; ending: AbortSignal },
): AbortSignal {
  const counted = new AbortController();
  const enough = Promise.allSettled([taps, delay(spreadMs, undefined, { signal: ending })]);
  void enough.then(() => counted.abort());
  const longest = AbortSignal.timeout(longestFactor * spreadMs);
  const calm = AbortSignal.any([ending, counted.signal, longest]);
  setMaxListeners(0, calm);
  return calm;
}

function progressText({ counted, receivers, faults }: Stage): string {
  const restarts = killsOf(faults, "service");
  return (
    `${counted.size} events counted, ${receivers.requests.length} requests received, ` +
    `${faults.length - restarts} kills, ${restarts} restarts`
  );
}

/** Waits for all of them; when one fails, the others are told to end, and the failure is thrown. */
async function untilAllEnd(
  stopping: AbortSignal,
  begin: (ending: AbortSignal) => Promise<void>[],
): Promise<void> {
  const failed = new AbortController();
  const ending = AbortSignal.any([stopping, failed.signal]);
  setMaxListeners(0, ending);
  const all = begin(ending);
  for (const one of all) one.catch(() => failed.abort());
  await Promise.allSettled(all);
  await Promise.all(all);
}
