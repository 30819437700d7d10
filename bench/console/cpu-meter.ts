import type { MeasuredService } from "../service/measured-service.ts";
import { childPid, processCpuMs } from "../service/process-usage.ts";

/** Returns what tells the CPU time since now, in milliseconds, of each process that taps need. */
export function cpuMeter(service: MeasuredService): () => { what: string; ms: number }[] {
  // The emulator's; its endpoint is a front of it in this process.
  const emulator = childPid("--db-path");
  const pools = [...service.runtime.functions.values()];
  const dispatching = pools.find(({ spec }) => spec.logicalId.includes("DispatchEvents"));
  const parts = [
    { what: "emulator", pids: () => [emulator] },
    { what: "count-taps", pids: () => service.pool("count-taps").pids },
    { what: "dispatch-events", pids: () => dispatching?.pids ?? [] },
    { what: "local runtime and phones", pids: () => [process.pid] },
  ];
  const before = parts.map(({ pids }) => processCpuMs(pids()));
  return () =>
    parts.map(({ what, pids }, index) => ({
      what,
      ms: processCpuMs(pids()) - (before[index] ?? 0),
    }));
}
