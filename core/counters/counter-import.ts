import type { Clock } from "../clock.ts";
import { maximumGroups, type StoredGroup } from "../groups/group.ts";
import type { GroupCreator, GroupReader } from "../groups/group-changes.ts";
import {
  findOrganization,
  maximumCounters,
  type OrganizationRecord,
  type Organizations,
} from "../organizations/organization.ts";
import type { StoredCounter } from "./counter.ts";
import { type CounterCreator, creationBatches } from "./counter-creation.ts";
import type { StoredCounters } from "./counter-lookup.ts";
import type { NoGroupToJoin } from "./counting.ts";
import { resolveGroups } from "./import-groups.ts";
import {
  type ImportFile,
  type ImportProblem,
  importedCounterId,
  importedCounters,
  planImport,
} from "./import-plan.ts";
import type { RunControl } from "./taps/tap-run.ts";

export interface CounterImportPorts {
  organizations: Pick<Organizations, "get">;
  storedCounters: StoredCounters;
  counterCreator: CounterCreator;
  groups: Pick<GroupReader, "list">;
  groupCreator: GroupCreator;
  clock: Clock;
}

export interface ImportRequest {
  organizationId: string;
  file: ImportFile;
  /** Creates the groups that the file names and the organization does not have. */
  createGroups: boolean;
}

export type ImportResult =
  /** Every counter of the file as it is stored, in the order of the rows. */
  | { result: "imported"; counters: StoredCounter[]; created: number; createdGroups: StoredGroup[] }
  /** At least one. Nothing of the file was written. */
  | { result: "problems"; problems: ImportProblem[] }
  /** Of `missing` counters, `created` were; the same import again creates the rest. */
  | { result: "stopped"; created: number; missing: number }
  /** `wanted` counters or groups are missing, and there is room for fewer. */
  | { result: "no_room"; of: "counter" | "group"; wanted: number; room: number }
  | { result: "no_such_organization" }
  /** The group was deleted while the import ran; counters before were created. */
  | NoGroupToJoin;

/**
 * Creates a counter for each row of a file, or none if a row is wrong. The same file again creates
 * only what is missing, also after an interrupted run. A counter that was archived in between
 * exists.
 */
export async function importCounters(
  ports: CounterImportPorts,
  { organizationId, file, createGroups }: ImportRequest,
  control: RunControl,
): Promise<ImportResult> {
  const plan = planImport(file);
  const record = await findOrganization(ports, organizationId);
  if (record === undefined) return { result: "no_such_organization" };
  const source = { organizationId, fileHash: file.hash, nowMs: ports.clock.now() };
  const [stored, groups] = await Promise.all([
    ports.storedCounters.list(organizationId),
    ports.groups.list(organizationId),
  ]);
  const existing = new Set(stored.map(({ id }) => id));
  // The group of a counter that exists is its own by now, and may be another one.
  const isMissing = ({ row }: { row: number }) =>
    !existing.has(importedCounterId({ ...source, row }));
  const rows = plan.rows.filter(isMissing);
  const resolved = resolveGroups(rows, groups, { createGroups, source });
  const problems = [...plan.problems, ...resolved.problems].sort((a, b) => a.line - b.line);
  if (problems.length > 0) return { result: "problems", problems };
  const refusal = noRoom(record, {
    counters: resolved.rows.length,
    groups: resolved.newGroups.length,
  });
  if (refusal !== undefined) return refusal;
  const created = await createAll(ports, {
    groups: resolved.newGroups,
    counters: importedCounters(resolved.rows, source),
    control,
  });
  if (created.result !== "created") return created;
  const ids = plan.rows.map(({ row }) => importedCounterId({ ...source, row }));
  const counters = await asStored(ports, { organizationId, ids });
  return {
    result: "imported",
    counters,
    created: created.created,
    createdGroups: resolved.newGroups,
  };
}

function noRoom(
  { counterCount, groupCount }: OrganizationRecord,
  wanted: { counters: number; groups: number },
): (ImportResult & { result: "no_room" }) | undefined {
  const room = { counters: maximumCounters - counterCount, groups: maximumGroups - groupCount };
  for (const [of, kind] of [
    ["counter", "counters"],
    ["group", "groups"],
  ] as const) {
    if (wanted[kind] > room[kind]) {
      return { result: "no_room", of, wanted: wanted[kind], room: room[kind] };
    }
  }
  return undefined;
}

interface Creation {
  groups: StoredGroup[];
  counters: StoredCounter[];
  control: RunControl;
}

type Created =
  | { result: "created"; created: number }
  | Exclude<ImportResult, { result: "imported" | "problems" }>;

async function createAll(ports: CounterImportPorts, creation: Creation): Promise<Created> {
  const { groups, counters, control } = creation;
  const { maximumBatch } = ports.groupCreator;
  for (let start = 0; start < groups.length; start += maximumBatch) {
    if (control.isStopped()) return { result: "stopped", created: 0, missing: counters.length };
    const batch = groups.slice(start, start + maximumBatch);
    const { organizationId = "" } = batch[0] ?? {};
    const made = await ports.groupCreator.create(organizationId, batch);
    if (made.result !== "created") {
      const wanted = { counters: counters.length, groups: groups.length - start };
      return await refusalNow(ports, organizationId, wanted);
    }
  }
  return await createCounters(ports, creation);
}

async function createCounters(
  ports: CounterImportPorts,
  { counters, control: { onProgress, isStopped } }: Creation,
): Promise<Created> {
  const missing = counters.length;
  let created = 0;
  let done = 0;
  for (const batch of creationBatches(counters, ports.counterCreator.maximumItems)) {
    if (isStopped()) return { result: "stopped", created: done, missing };
    const made = await ports.counterCreator.create(batch);
    if (made.result === "no_such_group") return made;
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
): Promise<Exclude<Created, { result: "created" }>> {
  const record = await findOrganization(ports, organizationId);
  if (record === undefined) return { result: "no_such_organization" };
  const refusal = noRoom(record, wanted);
  if (refusal !== undefined) return refusal;
  throw new Error("the organization was full for a moment; run the same import again");
}

async function asStored(
  { storedCounters }: CounterImportPorts,
  { organizationId, ids }: { organizationId: string; ids: string[] },
): Promise<StoredCounter[]> {
  const stored = await storedCounters.list(organizationId);
  const byId = new Map(stored.map((counter) => [counter.id, counter]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
