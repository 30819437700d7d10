import { maximumGroups, type StoredGroup } from "../../../groups/group.ts";
import type { GroupReader } from "../../../groups/group-changes.ts";
import { maximumCounters } from "../../../limits.ts";
import {
  findOrganization,
  type OrganizationRecord,
  type Organizations,
} from "../../../organizations/organization.ts";
import type { StoredCounter } from "../../counter.ts";
import type { StoredCounters } from "../../counter-lookup.ts";
import { type ResolvedGroups, resolveGroups } from "./import-groups.ts";
import {
  type ImportError,
  type ImportFile,
  importedCounterId,
  type PlannedRow,
  planImport,
} from "./import-plan.ts";

export interface ImportReadPorts {
  organizations: Pick<Organizations, "get">;
  storedCounters: Pick<StoredCounters, "list">;
  groups: Pick<GroupReader, "list">;
}

export interface ImportRequest {
  organizationId: string;
  file: ImportFile;
  /** Creates the groups that the file names and the organization does not have. */
  createGroups: boolean;
}

/** `wanted` counters or groups are missing, and there is room for fewer. */
export interface NoRoom {
  result: "no_room";
  of: "counter" | "group";
  wanted: number;
  room: number;
}

/** A row of the file, with the counter that exists for it already. */
export interface PreparedRow extends PlannedRow {
  counterId: string;
  existing: StoredCounter | undefined;
  /** Whether another counter in use, or an earlier row, has the same name. */
  sharesName: boolean;
}

export type Preparation =
  | {
      result: "prepared";
      source: { organizationId: string; fileHash: string; nowMs: number };
      rows: PreparedRow[];
      /** The rows whose counters are missing, with their groups. */
      missing: ResolvedGroups;
      groups: StoredGroup[];
    }
  /** At least one. Nothing of the file may be written. */
  | { result: "errors"; errors: ImportError[] }
  | NoRoom
  | { result: "no_such_organization" };

/** Finds out what an import would do, and writes nothing. */
export async function prepareImport(
  ports: ImportReadPorts,
  { organizationId, file, createGroups }: ImportRequest,
  nowMs: number,
): Promise<Preparation> {
  const plan = planImport(file);
  const record = await findOrganization(ports, organizationId);
  if (record === undefined) return { result: "no_such_organization" };
  const source = { organizationId, fileHash: file.hash, nowMs };
  const [stored, groups] = await Promise.all([
    ports.storedCounters.list(organizationId),
    ports.groups.list(organizationId),
  ]);
  const byId = new Map(stored.map((counter) => [counter.id, counter]));
  const inUse = stored.filter(({ archivedAt }) => archivedAt === undefined);
  const taken = new Set(inUse.map(({ name }) => name));
  const rows = plan.rows.map((row) => {
    const counterId = importedCounterId({ ...source, row: row.row });
    const existing = byId.get(counterId);
    const name = existing?.name ?? row.settings.name;
    const sharesName = existing === undefined && taken.has(name);
    taken.add(name);
    return { ...row, counterId, existing, sharesName };
  });
  // The group of a counter that exists is its own by now, and may be another one.
  const missing = resolveGroups(
    rows.filter(({ existing }) => existing === undefined),
    groups,
    { createGroups, source },
  );
  const errors = [...plan.errors, ...missing.errors].sort((a, b) => a.line - b.line);
  if (errors.length > 0) return { result: "errors", errors };
  const wanted = { counters: missing.rows.length, groups: missing.newGroups.length };
  return noRoom(record, wanted) ?? { result: "prepared", source, rows, missing, groups };
}

/** Whether the organization has room for so many more; undefined if it has. */
export function noRoom(
  { counterCount, groupCount }: OrganizationRecord,
  wanted: { counters: number; groups: number },
): NoRoom | undefined {
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
