import { type Actor, newAuditEntry } from "../../audit/audit-entry.ts";
import { groupChanged } from "../../audit/group-changes.ts";
import type { RandomBase62 } from "../../base62.ts";
import type { Clock } from "../../clock.ts";
import type { StoredGroup } from "../../groups/group.ts";
import type { GroupCreator } from "../../groups/group-changes.ts";
import { findOrganization } from "../../organizations/organization.ts";
import type { StoredCounter } from "../counter.ts";
import { type CounterCreator, creationBatches } from "../counter-creation.ts";
import type { StoredCounters } from "../counter-lookup.ts";
import type { NoGroupToJoin } from "../counting.ts";
import { importedCounters } from "./import-plan.ts";
import {
  type ImportReadPorts,
  type ImportRequest,
  noRoom,
  type Preparation,
  prepareImport,
} from "./import-preparation.ts";

export interface CounterImportPorts extends ImportReadPorts {
  storedCounters: StoredCounters;
  counterCreator: CounterCreator;
  groupCreator: GroupCreator;
  clock: Clock;
  randomBase62: RandomBase62;
}

export type ImportResult =
  /** Every counter of the file as it is stored, in the order of the rows. */
  | { result: "imported"; counters: StoredCounter[]; created: number; createdGroups: StoredGroup[] }
  /**
   * Of `missing` counters, `done` exist now, of which this run has created `created`; the same import
   * again creates the rest.
   */
  | { result: "stopped"; created: number; done: number; missing: number }
  | Exclude<Preparation, { result: "prepared" }>
  /** The group was deleted while the import ran; counters before were created. */
  | NoGroupToJoin
  /** Others filled the organization while the import ran, and have made room again. */
  | { result: "full_meanwhile" };

export interface ImportControl {
  /**
   * Called after each step: of `total` missing counters, `done` exist now, of which this run has created
   * `created`, and another import of the same file the others.
   */
  onProgress(done: number, total: number, created: number): void;
  /** Asked before each step. */
  isStopped(): boolean;
}

/**
 * Creates a counter for each row of a file, or none if a row is wrong. The same file again creates
 * only what is missing, also after an interrupted run. A counter that was archived in between
 * exists. The audit entry of each new group is written with it, whatever becomes of the import.
 */
export async function importCounters(
  ports: CounterImportPorts,
  { by, ...request }: ImportRequest & { by: Actor },
  control: ImportControl,
): Promise<ImportResult> {
  const preparation = await prepareImport(ports, request, ports.clock.now());
  if (preparation.result !== "prepared") return preparation;
  const { rows, missing, source } = preparation;
  const created = await createAll(ports, {
    groups: missing.newGroups,
    counters: importedCounters(missing.rows, source),
    by,
    control,
  });
  if (created.result !== "created") return created;
  const { organizationId } = request;
  const ids = rows.map(({ counterId }) => counterId);
  const counters = await asStored(ports, { organizationId, ids });
  return {
    result: "imported",
    counters,
    created: created.created,
    createdGroups: created.createdGroups,
  };
}

interface Creation {
  groups: StoredGroup[];
  counters: StoredCounter[];
  by: Actor;
  control: ImportControl;
}

type Created = { result: "created"; created: number; createdGroups: StoredGroup[] } | NotCreated;

type NotCreated = Exclude<ImportResult, { result: "imported" | "errors" }>;

async function createAll(ports: CounterImportPorts, creation: Creation): Promise<Created> {
  const { groups, counters, by, control } = creation;
  const { clock, randomBase62 } = ports;
  const entryOf = (group: StoredGroup) => {
    return newAuditEntry(
      { ...groupChanged(undefined, group), actor: by, action: "group.create" },
      { nowMs: clock.now(), randomBase62 },
    );
  };
  const { maximumBatch } = ports.groupCreator;
  const createdGroups: StoredGroup[] = [];
  for (let start = 0; start < groups.length; start += maximumBatch) {
    if (control.isStopped()) {
      return { result: "stopped", created: 0, done: 0, missing: counters.length };
    }
    const batch = groups.slice(start, start + maximumBatch);
    const { organizationId = "" } = batch[0] ?? {};
    const made = await ports.groupCreator.create(organizationId, batch, entryOf);
    if (made.result !== "created") {
      const wanted = { counters: counters.length, groups: groups.length - start };
      return await refusalNow(ports, organizationId, wanted);
    }
    createdGroups.push(...made.created);
    control.onProgress(0, counters.length, 0);
  }
  const created = await createCounters(ports, creation);
  return created.result === "created" ? { ...created, createdGroups } : created;
}

async function createCounters(
  ports: CounterImportPorts,
  { counters, control: { onProgress, isStopped } }: Creation,
): Promise<Omit<Created & { result: "created" }, "createdGroups"> | NotCreated> {
  const missing = counters.length;
  let created = 0;
  let done = 0;
  for (const batch of creationBatches(counters, ports.counterCreator.maximumItems)) {
    if (isStopped()) return { result: "stopped", created, done, missing };
    const made = await ports.counterCreator.create(batch);
    if (made.result === "no_such_group") return made;
    if (made.result !== "created") {
      const organizationId = batch[0]?.organizationId ?? "";
      return await refusalNow(ports, organizationId, { counters: missing - done, groups: 0 });
    }
    created += made.created;
    done += batch.length;
    onProgress(done, missing, created);
  }
  return { result: "created", created };
}

/** What others took while the import ran. */
async function refusalNow(
  ports: CounterImportPorts,
  organizationId: string,
  wanted: { counters: number; groups: number },
): Promise<NotCreated> {
  const record = await findOrganization(ports, organizationId);
  if (record === undefined) return { result: "no_such_organization" };
  return noRoom(record, wanted) ?? { result: "full_meanwhile" };
}

async function asStored(
  { storedCounters }: CounterImportPorts,
  { organizationId, ids }: { organizationId: string; ids: string[] },
): Promise<StoredCounter[]> {
  const stored = await storedCounters.list(organizationId);
  const byId = new Map(stored.map((counter) => [counter.id, counter]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
