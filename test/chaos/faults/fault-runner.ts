import { setTimeout as delay } from "node:timers/promises";
import { emulatorOf, environmentsOf } from "../own-processes.ts";
import type { StackProcess } from "../stack-process.ts";
import { faultPlan, type PlannedFault, type Victim } from "./fault-plan.ts";

/** A kill that took place. */
export interface Fault {
  victim: Victim;
  atMs: number;
}

export interface FaultRunOptions {
  seed: number;
  stack: StackProcess;
  dataDir: string;
  /** Resolves when an event has been counted that this function will now handle. */
  nextCount(
    handler: "dispatch-events" | "evaluate-alerts",
    stopping: AbortSignal,
  ): Promise<unknown>;
  /** Grows while faults happen. */
  faults: Fault[];
  stopping: AbortSignal;
}

/** How long functions meet tables that do not respond, before everything is started again. */
const withoutTablesMs = 3_000;

/** How long an event takes from its counting to the queue, or to being evaluated, and a bit. */
const handlingMs = 40;

const functionNames = {
  "deliver-webhook": "DeliverWebhook",
  "dispatch-events": "DispatchEvents",
  "evaluate-alerts": "EvaluateAlerts",
};

/** Lets the planned faults happen, one after the other, until it is told to stop. */
export async function runFaults(options: FaultRunOptions): Promise<void> {
  for (const planned of faultPlan(options.seed)) {
    await delay(planned.afterMs, undefined, { signal: options.stopping }).catch(() => {});
    if (options.stopping.aborted) return;
    await happen(planned, options);
  }
}

async function happen({ victim, which }: PlannedFault, options: FaultRunOptions): Promise<void> {
  const { stack, dataDir, faults } = options;
  const { pid } = await stack.running();
  if (victim === "service" || victim === "dynamodb") {
    const emulator = victim === "dynamodb" ? emulatorOf({ pid, dataDir }) : undefined;
    if (emulator !== undefined && kill(emulator)) {
      faults.push({ victim, atMs: Date.now() });
      await delay(withoutTablesMs);
    }
    // The service does not start its emulator anew, and so is killed as well.
    faults.push({ victim: "service", atMs: Date.now() });
    await stack.killAndRestart();
    return;
  }
  if (victim !== "deliver-webhook") {
    // It is idle most of the time, and nothing is at stake then.
    await options.nextCount(victim, options.stopping).catch(() => {});
    await delay(which * handlingMs);
    if (options.stopping.aborted) return;
  }
  const environments = environmentsOf({ pid, dataDir }, functionNames[victim]);
  const chosen = environments[Math.floor(which * environments.length)];
  if (chosen !== undefined && kill(chosen)) faults.push({ victim, atMs: Date.now() });
}

/** False when it has ended by itself. */
function kill(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}
