import type { Clock } from "../../../clock.ts";
import type { CounterSettings } from "../../counter.ts";
import {
  type ImportReadPorts,
  type ImportRequest,
  type Preparation,
  type PreparedRow,
  prepareImport,
} from "./import-preparation.ts";
import { digestOfUpdates } from "./import-updates.ts";

/** What an import does with one row. */
export interface RowPreview extends Pick<PreparedRow, "line" | "sharesName" | "archivedName"> {
  name: string;
  does: PreparedRow["does"];
  /** The settings that an update changes. */
  fields: string[];
  /** What the row sets, besides name and group. */
  values: Omit<CounterSettings, "name" | "groupId" | "locked">;
  /** The name of the group that its counter is in afterwards. */
  group: string | null;
}

export type ImportPreview =
  | {
      result: "previewed";
      rows: RowPreview[];
      newGroups: string[];
      /** What the updates are: an import that names it does these or none. */
      updates: string;
    }
  | Exclude<Preparation, { result: "prepared" }>;

/** Says what importing a file would do with each row, and writes nothing. */
export async function previewImport(
  ports: ImportReadPorts & { clock: Pick<Clock, "now"> },
  request: ImportRequest,
): Promise<ImportPreview> {
  const preparation = await prepareImport(ports, request, ports.clock.now());
  if (preparation.result !== "prepared") return preparation;
  const { rows, newGroups, groups } = preparation;
  const names = new Map([...groups, ...newGroups].map(({ id, name }) => [id, name]));
  return {
    result: "previewed",
    rows: rows.map((row) => {
      const { line, does, changes, existing, sharesName, archivedName } = row;
      const groupId = groupIdAfter(row);
      return {
        ...{ line, does, sharesName, archivedName },
        name: existing?.name ?? row.settings.name,
        fields: Object.keys(changes),
        values: valuesSet(row),
        group: groupId === null ? null : (names.get(groupId) ?? groupId),
      };
    }),
    newGroups: newGroups.map(({ name }) => name),
    updates: digestOfUpdates(rows),
  };
}

function valuesSet({ does, changes, settings }: PreparedRow): RowPreview["values"] {
  const given: CounterSettings = does === "update" ? changes : settings;
  const { name: _, groupId: __, locked: ___, ...values } = given;
  return does === "update" || does === "create" ? values : {};
}

function groupIdAfter({ does, changes, existing, settings }: PreparedRow): string | null {
  if (does === "skip") return null;
  if (existing === undefined) return settings.groupId ?? null;
  return changes.groupId ?? existing.groupId;
}
