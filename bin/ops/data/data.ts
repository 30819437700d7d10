import type { Command } from "commander";
import { addImportMap } from "./data-import-map.ts";
import { addRemoveDamaged } from "./data-remove-damaged.ts";
import { addRepair } from "./data-repair.ts";
import { addRestore } from "./data-restore.ts";

/**
 * `counting data`: what an operator does after an incident with the tables. A restore brings back
 * whole tables.
 */
export function addDataVerbs(noun: Command): void {
  noun.description("Recovery of lost or damaged data.");
  addRestore(noun);
  addImportMap(noun);
  addRemoveDamaged(noun);
  addRepair(noun);
}
