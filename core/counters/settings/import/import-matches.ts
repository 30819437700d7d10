import { groupBy } from "../../../group-by.ts";
import type { StoredCounter } from "../../counter.ts";
import type { ExistingName } from "./existing-name.ts";
import type { ImportError } from "./import-file.ts";
import { sameName } from "./import-groups.ts";
import { importedCounterId, type PlannedRow } from "./import-plan.ts";

/** A row of the file, with the counter that it stands for. */
export interface MatchedRow extends PlannedRow {
  /**
   * `exists`, `stays_archived`: an earlier import of the file has created the row's counter. `skip`:
   * another counter in use, or an earlier row, has the name.
   */
  does: "create" | "update" | "skip" | "exists" | "stays_archived";
  /** Of the counter that it creates, updates or has created. */
  counterId: string;
  existing: StoredCounter | undefined;
  /** Created although another counter in use, or an earlier row, has the name. */
  sharesName: boolean;
  /** Created although an archived counter has the name. */
  archivedName: boolean;
}

interface Matching {
  existing: ExistingName;
  source: { organizationId: string; fileHash: string };
}

/** Finds the counters of rows: those of the same names, and those that the same file has created. */
export function matchRows(
  rows: PlannedRow[],
  counters: StoredCounter[],
  { existing, source }: Matching,
): { rows: MatchedRow[]; errors: ImportError[] } {
  const byId = new Map(counters.map((counter) => [counter.id, counter]));
  const byName = groupBy(counters, ({ name }) => sameName(name));
  const earlierLines = new Map<string, number>();
  const matched: MatchedRow[] = [];
  const errors: ImportError[] = [];
  for (const row of rows) {
    const counterId = importedCounterId({ ...source, row: row.row });
    const name = sameName(row.settings.name);
    const [earlierLine, named = []] = [earlierLines.get(name), byName.get(name)];
    const match = matchOf({ named, own: byId.get(counterId), earlierLine }, existing);
    if ("reason" in match) errors.push({ line: row.line, field: "name", ...match });
    else matched.push({ ...row, counterId, ...none, ...match });
    if (earlierLine === undefined) earlierLines.set(name, row.line);
  }
  return { rows: matched, errors };
}

const none = { existing: undefined, sharesName: false, archivedName: false };

interface Candidates {
  /** All counters of the row's name. */
  named: StoredCounter[];
  /** What an earlier import of the file has created for the row, whatever it is called by now. */
  own: StoredCounter | undefined;
  /** The line of the first row above that has the name. */
  earlierLine: number | undefined;
}

type Match = Pick<MatchedRow, "does"> & Partial<MatchedRow>;

function matchOf(
  { named, own, earlierLine }: Candidates,
  existing: ExistingName,
): Match | { reason: string } {
  const inUse = named.filter(isInUse);
  if (existing === "update" && earlierLine !== undefined) {
    return { reason: `line ${earlierLine} has this name, too; leave out one of the two rows` };
  }
  if (existing === "update" && inUse.length > 0) return toUpdate(inUse, own);
  if (own !== undefined) {
    return { does: isInUse(own) ? "exists" : "stays_archived", existing: own };
  }
  const isTaken = inUse.length > 0 || earlierLine !== undefined;
  if (existing === "skip" && isTaken) return { does: "skip" };
  return { does: "create", sharesName: isTaken, archivedName: named.length > inUse.length };
}

function toUpdate(
  inUse: StoredCounter[],
  own: StoredCounter | undefined,
): Match | { reason: string } {
  const [only] = inUse;
  // Among several, the one that this file has created is known.
  const counter = inUse.length === 1 ? only : inUse.find(({ id }) => id === own?.id);
  if (counter !== undefined) return { does: "update", counterId: counter.id, existing: counter };
  const reason = `${inUse.length} counters have this name; rename or archive all but one first`;
  return { reason };
}

function isInUse({ archivedAt }: StoredCounter): boolean {
  return archivedAt === undefined;
}
