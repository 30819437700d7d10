import type { VerbOptions } from "../target.ts";
import type { ConfirmOptions } from "../terminal/confirmation.ts";
import { hint } from "../terminal/invocation.ts";

export type RestoreVerbOptions = VerbOptions &
  ConfirmOptions & {
    table?: string;
    from?: string;
    all?: boolean;
    prefix?: string;
    only?: string;
    dryRun?: boolean;
    overwrite?: boolean;
    includeDeleted?: boolean;
    otherSource?: boolean;
    unitsPerSecond: number;
    resume?: string;
  };

export const defaultUnitsPerSecond = 200;

/** The command that continues an interrupted run at this position, quoted for a shell. */
export function commandToResume(options: RestoreVerbOptions, position: string): string {
  const { table, from, prefix, only, unitsPerSecond } = options;
  const flag = (name: string, isSet: boolean | undefined) => (isSet ? [name] : []);
  const value = (name: string, text: string | undefined) =>
    text === undefined ? [] : [name, text];
  const units = unitsPerSecond === defaultUnitsPerSecond ? undefined : String(unitsPerSecond);
  return hint(
    "data restore",
    ...[
      ...value("--table", table),
      ...value("--from", from),
      ...flag("--all", options.all),
      ...value("--prefix", prefix),
      ...value("--only", only),
      ...flag("--dry-run", options.dryRun),
      ...flag("--overwrite", options.overwrite),
      ...flag("--include-deleted", options.includeDeleted),
      ...flag("--other-source", options.otherSource),
      ...value("--units-per-second", units),
      ...flag("--yes", options.yes),
      ...flag("--json", options.json),
      ...value("--resume", position),
    ],
  );
}
