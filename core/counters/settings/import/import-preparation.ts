import { allInOrder } from "../../../all-in-order.ts";
import { compareFields } from "../../../compare-fields.ts";
import { maximumGroups, type StoredGroup } from "../../../groups/group.ts";
import type { GroupReader } from "../../../groups/group-changes.ts";
import { maximumCounters } from "../../../limits.ts";
import {
  findOrganization,
  type OrganizationRecord,
  type Organizations,
} from "../../../organizations/organization.ts";
import type { CounterSettings } from "../../counter.ts";
import type { StoredCounters } from "../../counter-lookup.ts";
import type { ExistingName } from "./existing-name.ts";
import { withColumnName, withColumnNames } from "./import-columns.ts";
import type { ImportError, ImportFile, ImportQuestion } from "./import-file.ts";
import { resolveGroups } from "./import-groups.ts";
import { type MatchedRow, matchRows } from "./import-matches.ts";
import { type PlannedRow, planImport } from "./import-plan.ts";

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
  /** What becomes of a row whose name exists; "create" by default. */
  existing?: ExistingName;
}

/** `wanted` counters or groups are missing, and there is room for fewer. */
export interface NoRoom {
  result: "no_room";
  of: "counter" | "group";
  wanted: number;
  room: number;
}

/** A row of the file, with its group, and what becomes of it. */
export interface PreparedRow extends Omit<MatchedRow, "does"> {
  does: MatchedRow["does"] | "unchanged";
  /** What an update changes. */
  changes: CounterSettings;
}

export type Preparation =
  | {
      result: "prepared";
      source: { organizationId: string; fileHash: string; nowMs: number };
      rows: PreparedRow[];
      newGroups: StoredGroup[];
      groups: StoredGroup[];
    }
  /** At least one. Nothing of the file may be written. */
  | { result: "errors"; errors: ImportError[] }
  /** The file can be read in several ways. */
  | { result: "question"; question: ImportQuestion }
  | NoRoom
  | { result: "no_such_organization" };

/** Finds out what an import would do, and writes nothing. */
export async function prepareImport(
  ports: ImportReadPorts,
  { organizationId, file, createGroups, existing = "create" }: ImportRequest,
  nowMs: number,
): Promise<Preparation> {
  const plan = planImport(file);
  if (plan.question !== undefined) {
    return { result: "question", question: withColumnName(file, plan.question) };
  }
  const record = await findOrganization(ports, organizationId);
  if (record === undefined) return { result: "no_such_organization" };
  const source = { organizationId, fileHash: file.hash, nowMs };
  const [stored, groups] = await allInOrder([
    ports.storedCounters.list(organizationId),
    ports.groups.list(organizationId),
  ]);
  const matches = matchRows(plan.rows, stored, { existing, source });
  // Only for rows that are written: a counter that exists may be in another group by now.
  const written = matches.rows.filter(({ does }) => does === "create" || does === "update");
  const resolved = resolveGroups(written, groups, { createGroups, source });
  const errors = [...plan.errors, ...matches.errors, ...resolved.errors];
  if (errors.length > 0) {
    const byLine = errors.sort((a, b) => a.line - b.line);
    return { result: "errors", errors: withColumnNames(file, byLine) };
  }
  const settings = new Map(resolved.rows.map((row) => [row.row, row.settings]));
  const rows = matches.rows.map((row) => preparedRow(row, settings.get(row.row) ?? row.settings));
  const { newGroups } = resolved;
  const created = rows.filter(({ does }) => does === "create").length;
  return (
    noRoom(record, { counters: created, groups: newGroups.length }) ?? {
      result: "prepared",
      source,
      rows,
      newGroups,
      groups,
    }
  );
}

function preparedRow(row: MatchedRow, settings: PlannedRow["settings"]): PreparedRow {
  const { does, existing } = row;
  if (does !== "update" || existing === undefined) return { ...row, settings, changes: {} };
  // The name is what found the counter.
  const { name: _, ...given } = settings;
  const { wanted: changes } = compareFields(existing, given, {});
  const differs = Object.keys(changes).length > 0;
  return { ...row, settings, changes, does: differs ? "update" : "unchanged" };
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
