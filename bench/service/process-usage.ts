import { readFileSync } from "node:fs";

/** Linux counts in hundredths of a second, whatever the kernel's own clock is. */
const tickMs = 10;

/** CPU time that these processes have taken so far, in the kernel and outside, in milliseconds. */
export function processCpuMs(pids: number[]): number {
  return pids.reduce((sum, pid) => sum + cpuMs(pid), 0);
}

function cpuMs(pid: number): number {
  // The second field, a name in parentheses, may hold spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/** The most memory that a process ever held, as the kernel saw it, in megabytes of 1,024 KB. */
export function peakMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024;
}
