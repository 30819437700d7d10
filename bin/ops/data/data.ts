import type { Command } from "commander";
import { addImportMap } from "./data-import-map.ts";
import { addRestore } from "./data-restore.ts";

export function dataNoun(program: Command): Command {
  const noun = program
    .command("data")
    .summary("ways back from lost or damaged data")
    .description("Ways back from lost or damaged data.");
  addRestore(noun);
  addImportMap(noun);
  return noun;
}
