import type { Clock } from "../../../clock.ts";
import type { StoredGroup } from "../../../groups/group.ts";
import { type GroupCreator, groupCreation } from "../../../groups/group-changes.ts";
import type { ChangedBy } from "../../../members/changed-by.ts";
import type { AuditPorts, ChangeAudit } from "../../../members/member-audit.ts";
import { runningAudit } from "../../../members/running-audit.ts";
import { findOrganization } from "../../../organizations/organization.ts";
import type { StoredCounter } from "../../counter.ts";
import type { StoredCounters } from "../../counter-lookup.ts";
import type { RunControl } from "../../taps/tap-run.ts";
import type { NoGroupToJoin } from "../change-counter.ts";
import { importChanged } from "../counter-audit.ts";
import { type CounterCreator, creationBatches } from "../counter-creation.ts";
import { importedCounters } from "./import-plan.ts";
import {
  type ImportReadPorts,
  type ImportRequest,
  noRoom,
  type Preparation,
  type PreparedRow,
  prepareImport,
} from "./import-preparation.ts";

export interface CounterImportPorts extends ImportReadPorts, AuditPorts {
  storedCounters: StoredCounters;
  counterCreator: CounterCreator;
  groupCreator: GroupCreator;
  clock: Clock;
}

export type ImportResult =
  | {
      result: "imported";
      /** Every counter of the file as it is stored, in the order of the rows. */
      counters: StoredCounter[];
      created: number;
      createdGroups: StoredGroup[];
      /** The rows whose new counters have the name of another. */
      sharing: PreparedRow[];
    }
  /**
   * Of `missing` counters, `done` exist now, of which this run has created `created`; the same import
   * again creates the rest.
   */
  | { result: "stopped"; created: number; done: number; missing: number }
  | Exclude<Preparation, { result: "prepared" }>
  /** The group was deleted while the import ran; counters before were created. */
  | NoGroupToJoin
  /** Others filled the organization while the import ran, and have made room again. */
  | { result: "full_meanwhile" }
  /** The member may no longer manage counters. */
  | { result: "forbidden" };

/**
 * Creates a counter for each row of a file, or none if a row is wrong. The same file again creates
 * only what is missing, also after an interrupted run. A counter that was archived in between
 * exists. Each write has the audit entry of the run, which says how much it has created, and those of
 * its new groups. In the progress, `done` counters of the missing ones exist, also those that another
 * import of the same file has created.
 */
export async function importCounters(
  ports: CounterImportPorts,
  { by, ...request }: ImportRequest & { by: ChangedBy },
  control: RunControl,
): Promise<ImportResult> {
  const preparation = await prepareImport(ports, request, ports.clock.now());
  if (preparation.result !== "prepared") return preparation;
  const { rows, missing, source } = preparation;
  const { organizationId } = request;
  const running = runningAudit(ports, by, "counter.import");
  const created = await createAll(ports, {
    groups: missing.newGroups,
    counters: importedCounters(missing.rows, source),
    by,
    audit: (total) => running.soFar(importChanged(organizationId, total)),
    control,
  });
  if (created.result !== "created") return created;
  const ids = rows.map(({ counterId }) => counterId);
  const counters = await asStored(ports, { organizationId, ids });
  return {
    result: "imported",
    counters,
    created: created.created,
    createdGroups: created.createdGroups,
    sharing: rows.filter(({ sharesName }) => sharesName),
  };
}

interface Creation {
  groups: StoredGroup[];
  counters: StoredCounter[];
  by: ChangedBy;
  /** The entry with what the run has created once the next write is done. */
  audit(total: { created: number; groups: number }): ChangeAudit;
  control: RunControl;
}

type Created = { result: "created"; created: number; createdGroups: StoredGroup[] } | NotCreated;

type NotCreated = Exclude<ImportResult, { result: "imported" | "errors" }>;

async function createAll(ports: CounterImportPorts, creation: Creation): Promise<Created> {
  const { groups, counters, by, audit, control } = creation;
  const { maximumBatch } = ports.groupCreator;
  const createdGroups: StoredGroup[] = [];
  for (let start = 0; start < groups.length; start += maximumBatch) {
    if (control.isStopped()) {
      return { result: "stopped", created: 0, done: 0, missing: counters.length };
    }
    const batch = groups.slice(start, start + maximumBatch);
    const { organizationId = "" } = batch[0] ?? {};
    const made = await ports.groupCreator.create(organizationId, batch, (created) => [
      audit({ created: 0, groups: createdGroups.length + created.length }),
      ...created.map((group) => groupCreation(ports, by, group)),
    ]);
    if (made.result === "forbidden") return { result: made.result };
    if (made.result !== "created") {
      const wanted = { counters: counters.length, groups: groups.length - start };
      return await refusalNow(ports, organizationId, wanted);
    }
    createdGroups.push(...made.created);
    control.onProgress(0, counters.length);
  }
  const created = await createCounters(ports, creation, createdGroups.length);
  return created.result === "created" ? { ...created, createdGroups } : created;
}

async function createCounters(
  ports: CounterImportPorts,
  { counters, audit, control: { onProgress, isStopped } }: Creation,
  groups: number,
): Promise<Omit<Created & { result: "created" }, "createdGroups"> | NotCreated> {
  const missing = counters.length;
  let created = 0;
  let done = 0;
  for (const batch of creationBatches(counters, ports.counterCreator.maximumItems)) {
    if (isStopped()) return { result: "stopped", created, done, missing };
    const soFar = created;
    const made = await ports.counterCreator.create(batch, (written) =>
      audit({ created: soFar + written.length, groups }),
    );
    if (made.result === "no_such_group") return made;
    if (made.result === "forbidden") return { result: made.result };
    if (made.result !== "created") {
      const organizationId = batch[0]?.organizationId ?? "";
      return await refusalNow(ports, organizationId, { counters: missing - done, groups: 0 });
    }
    created += made.created;
    done += batch.length;
    onProgress(done, missing);
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
