import type { AuditEntry } from "../audit/audit-entry.ts";
import { DamagedItemError } from "../damaged-item-error.ts";
import type { ChangedBy } from "../members/changed-by.ts";
import { type WorkAuditPorts, workEntry } from "../members/running-audit.ts";
import { type RebuildPorts, rebuildMarks } from "./rebuild-marks.ts";

export type ChartsPorts = RebuildPorts & WorkAuditPorts;

interface ChartsOf {
  organizationId: string;
  /** In this order. */
  counterIds: string[];
  /** Of the first one, where a call before was stopped: see `RebuildControl`. */
  from?: string | undefined;
  /** What the audit entry names. */
  target: AuditEntry["target"];
}

export interface RebuildRun {
  by: ChangedBy;
  isStopped(): boolean;
  /** After each page of a history; `next` is set once the counter could be gone on with. */
  onEvents(done: number, next: string | undefined): void;
  /** A counter is passed over, since something of it, such as a count, cannot be read. */
  onDamaged(counterId: string, error: DamagedItemError): void;
  /** Gets what is done, also when the run breaks off. */
  sum: RebuildSum;
}

export interface RebuildSum {
  counters: number;
  /** Those that were read, also of a counter that was not finished. */
  events: number;
  marks: number;
  removed: number;
}

export function newRebuildSum(): RebuildSum {
  return { counters: 0, events: 0, marks: 0, removed: 0 };
}

export type ChartsRebuild =
  | { result: "rebuilt" }
  /** Before this counter, or in its history; `next` as `RebuildControl` takes it. */
  | { result: "stopped"; counterId: string; next?: string | undefined }
  | { result: "no_such_counter"; counterId: string };

/**
 * Draws the charts of counters anew, one after the other. One with damaged items costs the others
 * nothing. One audit entry says how far it came.
 */
export async function rebuildCharts(
  ports: ChartsPorts,
  { organizationId, counterIds, from, target }: ChartsOf,
  { by, sum, onEvents, onDamaged, isStopped }: RebuildRun,
): Promise<ChartsRebuild> {
  const entry = workEntry(ports, by, "data.repair");
  const done = newRebuildSum();
  const change = () => ({ organizationId, target, before: null, after: { ...done } });
  for (const [index, counterId] of counterIds.entries()) {
    const given = index === 0 ? from : undefined;
    if (isStopped()) return { result: "stopped", counterId, next: given };
    await entry.begin(change());
    const before = sum.events;
    const rebuilt = await rebuildMarks(
      ports,
      { organizationId, counterId },
      {
        from: given,
        isStopped,
        onEvents(events, next) {
          sum.events = before + events;
          onEvents(sum.events, next);
        },
      },
    ).catch((error: unknown) => {
      if (!(error instanceof DamagedItemError)) throw error;
      return error;
    });
    if (rebuilt instanceof DamagedItemError) {
      onDamaged(counterId, rebuilt);
      continue;
    }
    if (rebuilt.result === "no_such_counter") return { ...rebuilt, counterId };
    const { events, marks, removed } = rebuilt;
    done.events += events;
    for (const part of [done, sum]) {
      part.counters += rebuilt.result === "rebuilt" ? 1 : 0;
      part.marks += marks;
      part.removed += removed;
    }
    await entry.soFar(change());
    if (rebuilt.result === "stopped") return { result: "stopped", counterId, next: rebuilt.next };
  }
  return { result: "rebuilt" };
}
