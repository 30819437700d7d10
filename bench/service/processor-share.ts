import { mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where Linux limits processor time, version 1 of control groups. */
const controller = "/sys/fs/cgroup/cpu";

/** Shorter than an attempt, so that a function waits often and briefly. */
const periodMicroseconds = 20_000;

/** "At 1,769 MB, a function has the equivalent of one vCPU" ("Configure Lambda function memory"). */
export const processorMegabytes = 1_769;

/**
 * Limits each process to the share of a processor that a function with this much memory has. Needs
 * Linux and root; throws where the kernel allows no limits. Disposing of it lifts the limits.
 */
export class ProcessorShares implements Disposable {
  readonly #groups: string[] = [];

  constructor(pids: number[], memoryMegabytes: number) {
    for (const pid of pids) {
      const group = join(controller, `counting-bench-${pid}`);
      mkdirSync(group);
      this.#groups.push(group);
      const quota = Math.round((periodMicroseconds * memoryMegabytes) / processorMegabytes);
      writeFileSync(join(group, "cpu.cfs_period_us"), String(periodMicroseconds));
      writeFileSync(join(group, "cpu.cfs_quota_us"), String(quota));
      writeFileSync(join(group, "cgroup.procs"), String(pid));
    }
  }

  [Symbol.dispose](): void {
    for (const group of this.#groups.splice(0)) {
      const pid = group.split("-").at(-1) ?? "";
      writeFileSync(join(controller, "cgroup.procs"), pid);
      rmdirSync(group);
    }
  }
}
