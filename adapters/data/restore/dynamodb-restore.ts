import { restorableTables } from "../../../core/data/restore/restorable-tables.ts";
import { constructOf, tableNames, tableOutput } from "../../../core/tables.ts";
import type { Service, StackOutputs } from "../../stack-outputs.ts";
import { systemClock } from "../../system-clock.ts";
import { counterGroups } from "./counter-groups.ts";
import { counterHistory } from "./counter-history.ts";
import { loggedStates } from "./logged-states.ts";
import { type CopyTables, tableCopy } from "./table-copy.ts";
import { tableFacts } from "./table-facts.ts";

/** The ports for copying restored tables into the live ones. */
export function dynamodbRestore({
  clients: { dynamodb },
  outputs,
}: Service<keyof StackOutputs, "dynamodb">) {
  const history = counterHistory(dynamodb, {
    countEvents: outputs.CountEventsTable,
    settingsChanges: outputs.SettingsChangesTable,
  });
  const logged = loggedStates(dynamodb, outputs.AuditEntriesTable, systemClock);
  const groupOf = counterGroups(dynamodb, outputs.CountersTable);
  const tables = new Map<string, string>(
    tableNames.map((name) => [constructOf(name), outputs[tableOutput(name)]]),
  );
  return {
    now: systemClock.now,
    /** The live table of a name such as `Counters`. */
    liveName(name: string): string {
      const found = tables.get(name);
      if (found === undefined) throw new Error(`the service has no table ${name}`);
      return found;
    },
    liveNames: new Set(tables.values()),
    names: restorableTables.map(({ name }) => name),
    facts: (tableName: string) => tableFacts(dynamodb, tableName),
    passesOverRestored: outputs.PassesOverRestored === "true",
    copy: (of: CopyTables) => ({ ...tableCopy(dynamodb, of), ...history, logged, groupOf }),
  };
}
export type RestoreStores = ReturnType<typeof dynamodbRestore>;
