import { derivedDigits } from "../../../derived-id.ts";
import type { ChangedBy } from "../../../members/changed-by.ts";
import type { CounterSettings, StoredCounter } from "../../counter.ts";
import type { RunControl } from "../../taps/tap-run.ts";
import {
  editSettings,
  type Forbidden,
  type NoGroupToJoin,
  type SettingsPorts,
} from "../change-counter.ts";
import type { PreparedRow } from "./import-preparation.ts";

export type UpdatesResult =
  | { result: "updated"; updated: number }
  /** `through`: the last row that is updated, with all before it. */
  | { result: "stopped"; updated: number; through: number }
  /** Another person has changed the same setting of a row's counter, or archived it. */
  | { result: "changed_meanwhile"; line: number; name: string }
  | NoGroupToJoin
  | Forbidden;

interface Updates {
  rows: PreparedRow[];
  by: ChangedBy;
  control: RunControl;
}

/** Different counters, each with a transaction of its own. */
const updatesAtOnce = 8;

/** Changes the counters of rows as a person would, each on condition that its settings are as seen. */
export async function updateCounters(
  ports: SettingsPorts,
  { rows, by, control }: Updates,
): Promise<UpdatesResult> {
  let updated = 0;
  for (let start = 0; start < rows.length; start += updatesAtOnce) {
    if (control.isStopped()) {
      return { result: "stopped", updated, through: rows[start - 1]?.row ?? 0 };
    }
    const batch = rows.slice(start, start + updatesAtOnce);
    // All have ended before one that failed is reported: no write may run on after the response.
    const settled = await Promise.allSettled(batch.map((row) => update(ports, row, by)));
    const thrown = settled.find(({ status }) => status === "rejected");
    if (thrown?.status === "rejected") throw thrown.reason;
    const results = settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    const failed = results.find((result) => typeof result === "object");
    if (failed !== undefined) return failed;
    updated += results.filter((result) => result === "updated").length;
    control.onProgress(start + batch.length, rows.length);
  }
  return { result: "updated", updated };
}

/** The same for the same updates of counters that have not changed in between. */
export function digestOfUpdates(rows: PreparedRow[]): string {
  const updates = rows.flatMap((row) =>
    row.does === "update" ? [[row.counterId, row.changes, seenOf(row)]] : [],
  );
  return derivedDigits(["updates of an import", JSON.stringify(updates)]);
}

async function update(
  ports: SettingsPorts,
  row: PreparedRow,
  by: ChangedBy,
): Promise<"updated" | "unchanged" | Exclude<UpdatesResult, { result: "updated" | "stopped" }>> {
  const { line, counterId, changes, existing } = row;
  const { organizationId = "", name = "" } = existing ?? {};
  const key = { organizationId, counterId };
  const edit = await editSettings(ports, { key, settings: changes, seen: seenOf(row) }, by);
  switch (edit.result) {
    case "updated":
    case "unchanged":
      return edit.result;
    case "conflict":
    case "no_such_counter":
      return { result: "changed_meanwhile", line, name };
    default:
      return edit;
  }
}

/** What the settings to be changed were when the file was compared with the counters. */
function seenOf({ changes, existing }: PreparedRow): CounterSettings {
  const before: Partial<StoredCounter> = existing ?? {};
  const fields = Object.keys(changes) as (keyof CounterSettings)[];
  return Object.fromEntries(fields.map((field) => [field, before[field]]));
}
