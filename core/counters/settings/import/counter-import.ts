import type { StoredGroup } from "../../../groups/group.ts";
import { type GroupCreator, groupCreation } from "../../../groups/group-changes.ts";
import type { ChangedBy } from "../../../members/changed-by.ts";
import { type RunningAudit, runningAudit } from "../../../members/running-audit.ts";
import { findOrganization } from "../../../organizations/organization.ts";
import type { StoredCounter } from "../../counter.ts";
import type { StoredCounters } from "../../counter-lookup.ts";
import type { RunControl } from "../../taps/tap-run.ts";
import type { NoGroupToJoin, SettingsPorts } from "../change-counter.ts";
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
import { digestOfUpdates, type UpdatesResult, updateCounters } from "./import-updates.ts";

export interface CounterImportPorts extends ImportReadPorts, SettingsPorts {
  storedCounters: StoredCounters;
  counterCreator: CounterCreator;
  groupCreator: GroupCreator;
}

export interface RequestedImport extends ImportRequest {
  by: ChangedBy;
  /** The digest of the updates that a preview has shown, or the part before has left: no others are made. */
  seenUpdates?: string | undefined;
  /** The last row that an earlier part of the import has updated: it is not updated again. */
  updatedThrough?: number;
}

export type ImportResult =
  | {
      result: "imported";
      /** Every counter of the file as it is stored, in the order of the rows; none of skipped rows. */
      counters: StoredCounter[];
      created: number;
      updated: number;
      createdGroups: StoredGroup[];
      rows: PreparedRow[];
    }
  /**
   * Of the `missing` creations and updates, `done` are done by now, `created` and `updated` of them by
   * this run. The same import again does the rest.
   */
  | {
      result: "stopped";
      created: number;
      updated: number;
      done: number;
      missing: number;
      updatedThrough: number;
      /** The digest of the updates that are left. */
      updates: string;
    }
  | Exclude<Preparation, { result: "prepared" }>
  /** The group was deleted while the import ran; counters before were created. */
  | NoGroupToJoin
  /** Counters were changed after `seenUpdates` were seen; nothing was written. */
  | { result: "other_updates" }
  /** A setting that the file changes was changed by another person while the import ran. */
  | Extract<UpdatesResult, { result: "changed_meanwhile" }>
  /** Others filled the organization while the import ran, and have made room again. */
  | { result: "full_meanwhile" }
  /** The member may no longer manage counters. */
  | { result: "forbidden" };

/**
 * Creates or updates a counter for each row of a file, or none if a row is wrong. The same file again
 * does only what is missing, also after an interrupted run; a counter that was archived in between is
 * not missing. Each batch of creations has an audit entry, which names its counters; each new group and
 * each update has its own. The progress counts what is done of the missing creations and
 * updates, also by another import of the same file.
 */
export async function importCounters(
  ports: CounterImportPorts,
  { by, seenUpdates, updatedThrough = 0, ...request }: RequestedImport,
  control: RunControl,
): Promise<ImportResult> {
  const preparation = await prepareImport(ports, request, ports.clock.now());
  if (preparation.result !== "prepared") return preparation;
  const { rows, newGroups, source } = preparation;
  const updates = updatesAfter(rows, updatedThrough);
  if (seenUpdates !== undefined && seenUpdates !== digestOfUpdates(updates)) {
    return { result: "other_updates" };
  }
  const { organizationId } = request;
  const creations = rows.filter(({ does }) => does === "create");
  const missing = creations.length + updates.length;
  const created = await createAll(ports, {
    groups: newGroups,
    counters: importedCounters(creations, source),
    by,
    newEntry: () => runningAudit(ports, by, "counter.import"),
    control: { ...control, onProgress: (done) => control.onProgress(done, missing) },
  });
  if (created.result === "stopped") {
    return { ...created, missing, updated: 0, updatedThrough, updates: digestOfUpdates(updates) };
  }
  if (created.result !== "created") return created;
  const updated = await updateCounters(ports, {
    rows: updates,
    by,
    control: {
      ...control,
      onProgress: (done) => control.onProgress(creations.length + done, missing),
    },
  });
  if (updated.result === "stopped") {
    const through = Math.max(updatedThrough, updated.through);
    // As they were before this part: what others change meanwhile is noticed by the next one.
    const left = updatesAfter(updates, through);
    return {
      ...{ result: "stopped", created: created.created, updated: updated.updated },
      ...{ done: missing - left.length, missing, updatedThrough: through },
      updates: digestOfUpdates(left),
    };
  }
  if (updated.result !== "updated") return updated;
  const ids = rows.map(({ counterId }) => counterId);
  const counters = await asStored(ports, { organizationId, ids });
  return {
    result: "imported",
    counters,
    created: created.created,
    updated: updated.updated,
    createdGroups: created.createdGroups,
    rows,
  };
}

function updatesAfter(rows: PreparedRow[], through: number): PreparedRow[] {
  return rows.filter(({ does, row }) => does === "update" && row > through);
}

interface Creation {
  groups: StoredGroup[];
  counters: StoredCounter[];
  by: ChangedBy;
  /** An entry of some of its writes. */
  newEntry(): RunningAudit;
  control: RunControl;
}

type Created = { result: "created"; created: number; createdGroups: StoredGroup[] } | NotCreated;

type NotCreated =
  | { result: "stopped"; created: number; done: number }
  | Exclude<ImportResult, { result: "imported" | "errors" | "stopped" }>;

async function createAll(ports: CounterImportPorts, creation: Creation): Promise<Created> {
  const { groups, counters, by, newEntry, control } = creation;
  const { maximumBatch } = ports.groupCreator;
  const createdGroups: StoredGroup[] = [];
  // The groups share that of the first counters.
  const first = newEntry();
  for (let start = 0; start < groups.length; start += maximumBatch) {
    if (control.isStopped()) {
      return { result: "stopped", created: 0, done: 0 };
    }
    const batch = groups.slice(start, start + maximumBatch);
    const { organizationId = "" } = batch[0] ?? {};
    const made = await ports.groupCreator.create(organizationId, batch, (created) => [
      first.soFar(
        importChanged(organizationId, {
          ...{ counters: [], groups: createdGroups.length + created.length },
        }),
      ),
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
  const created = await createCounters(ports, creation, { first, groups: createdGroups.length });
  return created.result === "created" ? { ...created, createdGroups } : created;
}

async function createCounters(
  ports: CounterImportPorts,
  { counters, newEntry, control: { onProgress, isStopped } }: Creation,
  { first, groups }: { first: RunningAudit; groups: number },
): Promise<Omit<Created & { result: "created" }, "createdGroups"> | NotCreated> {
  const missing = counters.length;
  let [created, done] = [0, 0];
  for (const batch of creationBatches(counters, ports.counterCreator.maximumItems)) {
    if (isStopped()) return { result: "stopped", created, done };
    const organizationId = batch[0]?.organizationId ?? "";
    const [entry, itsGroups] = done === 0 ? [first, groups] : [newEntry(), 0];
    const made = await ports.counterCreator.create(batch, (written) =>
      entry.soFar(importChanged(organizationId, { counters: written, groups: itsGroups })),
    );
    if (made.result === "no_such_group") return made;
    if (made.result === "forbidden") return { result: made.result };
    if (made.result !== "created") {
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
