import type { Clock } from "../clock.ts";
import {
  findOrganization,
  maximumCounters,
  type Organizations,
} from "../organizations/organization.ts";
import type { StoredCounter } from "./counter.ts";
import type { CounterCreator } from "./counter-creation.ts";
import type { StoredCounters } from "./counter-lookup.ts";
import {
  type ImportFile,
  type ImportProblem,
  importedCounters,
  planImport,
} from "./import-plan.ts";
import type { RunControl } from "./tap-run.ts";

export interface CounterImportPorts {
  organizations: Pick<Organizations, "get">;
  storedCounters: StoredCounters;
  counterCreator: CounterCreator;
  clock: Clock;
}

export type ImportResult =
  /** Every counter of the file as it is stored, in the order of the rows. */
  | { result: "imported"; counters: StoredCounter[]; created: number }
  /** Nothing of the file was written. */
  | { result: "problems"; problems: ImportProblem[] }
  /** Of `missing` counters, `created` were; the same import again creates the rest. */
  | { result: "stopped"; created: number; missing: number }
  /** `wanted` counters are missing, and there is room for fewer. */
  | { result: "no_room"; wanted: number; room: number }
  | { result: "no_such_organization" };

/**
 * Creates a counter for each row of a file, or none if a row is wrong. The same file again creates
 * only what is missing, also after an interrupted run. A counter that was archived in between
 * exists.
 */
export async function importCounters(
  ports: CounterImportPorts,
  { organizationId, file }: { organizationId: string; file: ImportFile },
  control: RunControl,
): Promise<ImportResult> {
  const plan = planImport(file);
  if (plan.result === "problems") return plan;
  const source = { organizationId, fileHash: file.hash, nowMs: ports.clock.now() };
  const counters = importedCounters(plan.settings, source);
  const room = await roomFor(ports, organizationId);
  if (room === undefined) return { result: "no_such_organization" };
  const existing = new Set((await ports.storedCounters.list(organizationId)).map(({ id }) => id));
  const missing = counters.filter(({ id }) => !existing.has(id));
  if (missing.length > room) return { result: "no_room", wanted: missing.length, room };
  const creation = await createAll(ports, missing, control);
  if (creation.result !== "created") return creation;
  return {
    result: "imported",
    counters: await asStored(ports, { organizationId, counters }),
    created: creation.created,
  };
}

async function createAll(
  ports: CounterImportPorts,
  missing: StoredCounter[],
  { onProgress, isStopped }: RunControl,
): Promise<
  | { result: "created"; created: number }
  | Exclude<ImportResult, { result: "imported" | "problems" }>
> {
  const { maximumBatch } = ports.counterCreator;
  let created = 0;
  for (let start = 0; start < missing.length; start += maximumBatch) {
    if (isStopped()) return { result: "stopped", created: start, missing: missing.length };
    const batch = missing.slice(start, start + maximumBatch);
    const creation = await ports.counterCreator.create(batch);
    if (creation.result !== "created") {
      // Others took the room while the import ran.
      const room = await roomFor(ports, batch[0]?.organizationId ?? "");
      if (room === undefined) return { result: "no_such_organization" };
      return { result: "no_room", wanted: missing.length - start, room };
    }
    created += creation.created;
    onProgress(start + batch.length, missing.length);
  }
  return { result: "created", created };
}

async function roomFor(
  ports: CounterImportPorts,
  organizationId: string,
): Promise<number | undefined> {
  const record = await findOrganization(ports, organizationId);
  return record && maximumCounters - record.counterCount;
}

async function asStored(
  { storedCounters }: CounterImportPorts,
  { organizationId, counters }: { organizationId: string; counters: StoredCounter[] },
): Promise<StoredCounter[]> {
  const stored = await storedCounters.list(organizationId);
  const byId = new Map(stored.map((counter) => [counter.id, counter]));
  return counters.map((counter) => byId.get(counter.id) ?? counter);
}
