import type { Clock } from "../../clock.ts";
import {
  type ImportReadPorts,
  type ImportRequest,
  type Preparation,
  prepareImport,
} from "./import-preparation.ts";

/** What an import does with one row. */
export interface RowPreview {
  line: number;
  name: string;
  /** `stays_archived`: the row's counter was created by an earlier import, and archived since. */
  does: "create" | "exists" | "stays_archived";
  /** Whether it is created beside another counter in use, or after another row, of the same name. */
  sharesName: boolean;
  /** The name of the group that a new counter joins, or that an existing one is in. */
  group: string | null;
}

export type ImportPreview =
  | { result: "previewed"; rows: RowPreview[]; newGroups: string[] }
  | Exclude<Preparation, { result: "prepared" }>;

/** Says what importing a file would do with each row, and writes nothing. */
export async function previewImport(
  ports: ImportReadPorts & { clock: Pick<Clock, "now"> },
  request: ImportRequest,
): Promise<ImportPreview> {
  const preparation = await prepareImport(ports, request, ports.clock.now());
  if (preparation.result !== "prepared") return preparation;
  const { rows, missing, stored, groups } = preparation;
  const names = new Map([...groups, ...missing.newGroups].map(({ id, name }) => [id, name]));
  const joined = new Map(missing.rows.map(({ row, settings }) => [row, settings.groupId ?? null]));
  const inUse = stored.filter(({ archivedAt }) => archivedAt === undefined);
  const taken = new Set(inUse.map(({ name }) => name));
  return {
    result: "previewed",
    rows: rows.map(({ row, line, settings, existing }) => {
      const groupId = existing === undefined ? (joined.get(row) ?? null) : existing.groupId;
      const name = existing?.name ?? settings.name;
      const sharesName = existing === undefined && taken.has(name);
      taken.add(name);
      return {
        line,
        name,
        does: whatItDoes(existing),
        sharesName,
        group: groupId === null ? null : (names.get(groupId) ?? groupId),
      };
    }),
    newGroups: missing.newGroups.map(({ name }) => name),
  };
}

function whatItDoes(existing: { archivedAt?: string } | undefined): RowPreview["does"] {
  if (existing === undefined) return "create";
  return existing.archivedAt === undefined ? "exists" : "stays_archived";
}
