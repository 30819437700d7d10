import { restorableTables } from "../../../core/data/restore/restorable-tables.ts";
import { constructOf, tableNames } from "../../../core/tables.ts";
import { type Service, tablesOf } from "../../stack-outputs.ts";
import { systemClock } from "../../system-clock.ts";
import { counterGroups } from "./counter-groups.ts";
import { counterHistory } from "./counter-history.ts";
import { loggedStates } from "./logged-states.ts";
import { type CopyTables, tableCopy } from "./table-copy.ts";
import { tableFacts } from "./table-facts.ts";

/** Copies restored tables into the live ones. */
export function dynamodbRestore({ clients: { dynamodb }, outputs }: Service) {
  const tables = tablesOf(outputs);
  const history = counterHistory(dynamodb, tables);
  const logged = loggedStates(dynamodb, tables, systemClock);
  const groupOf = counterGroups(dynamodb, tables);
  const named = new Map<string, string>(
    tableNames.map((name) => [constructOf(name), tables[name]]),
  );
  return {
    now: systemClock.now,
    /** The live table of a name such as `Counters`. */
    liveName(name: string): string {
      const found = named.get(name);
      if (found === undefined) throw new Error(`the service has no table ${name}`);
      return found;
    },
    liveNames: new Set(named.values()),
    names: restorableTables.map(({ name }) => name),
    facts: (tableName: string) => tableFacts(dynamodb, tableName),
    passesOverRestored: outputs.PassesOverRestored === "true",
    copy: (of: CopyTables) => ({ ...tableCopy(dynamodb, of), ...history, logged, groupOf }),
  };
}
export type RestoreStores = ReturnType<typeof dynamodbRestore>;
