import type { Clock } from "../../../clock.ts";
import {
  type ImportReadPorts,
  type ImportRequest,
  type Preparation,
  type PreparedRow,
  prepareImport,
} from "./import-preparation.ts";

/** What an import does with one row. */
export interface RowPreview {
  line: number;
  name: string;
  /** `stays_archived`: the row's counter was created by an earlier import, and archived since. */
  does: "create" | "exists" | "stays_archived";
  sharesName: PreparedRow["sharesName"];
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
  const { rows, missing, groups } = preparation;
  const names = new Map([...groups, ...missing.newGroups].map(({ id, name }) => [id, name]));
  const joined = new Map(missing.rows.map(({ row, settings }) => [row, settings.groupId ?? null]));
  return {
    result: "previewed",
    rows: rows.map(({ row, line, settings, existing, sharesName }) => {
      const groupId = existing === undefined ? (joined.get(row) ?? null) : existing.groupId;
      const name = existing?.name ?? settings.name;
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
