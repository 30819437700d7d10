import type { SourceRefusal } from "../../../core/data/restore/check-source.ts";
import type { RestoreTally } from "../../../core/data/restore/restore-table.ts";
import { OperatorError } from "../terminal/failure.ts";
import type { Interruption } from "../terminal/interruption.ts";
import { plural } from "../terminal/output.ts";
import type { RestoreVerbOptions } from "./data-restore.ts";
import { commandToResume } from "./restore-command.ts";
import type { Source } from "./restore-sources.ts";

/** Why this table cannot be copied from, in words. */
export function notASource(name: string, refusal: SourceRefusal): OperatorError {
  switch (refusal.refused) {
    case "no_such_table":
      return new OperatorError(`there is no table ${name}; restore it first`, {
        code: "NOT_FOUND",
      });
    case "live_table":
      return new OperatorError(
        `${name} is a table of the running service; give the name of the restored table`,
        { code: "CONFLICT" },
      );
    case "not_ready":
      return new OperatorError(`${name} is not ready yet; wait until AWS has restored it`, {
        code: "CONFLICT",
      });
    case "other_keys":
      return new OperatorError(
        `${name} is another table: its key is ${refusal.found}, the live one's ${refusal.expected}`,
        { code: "CONFLICT" },
      );
    case "other_source":
      return new OperatorError(
        `${name} was restored from ${refusal.source}, which is not the live table; if that is ` +
          "meant, add --other-source",
        { code: "CONFLICT" },
      );
    default:
      return refusal satisfies never;
  }
}

export function sendsAgain(): OperatorError {
  return new OperatorError(
    "the deployed functions would send the webhooks of restored events again; deploy this version first",
    { code: "CONFLICT" },
  );
}

export function restoreInterrupted(
  options: RestoreVerbOptions,
  { table, facts }: Source,
  of: { tally: RestoreTally; stoppedAt: string; interruption: Interruption },
): OperatorError {
  const { putBack, replaced } = of.tally;
  const again = "run the same command again to continue; what is done is not done twice";
  // A position holds a key, and some keys open something.
  const goOn =
    of.stoppedAt === "" || table.secretKeys
      ? again
      : `to continue there: ${commandToResume(options, of.stoppedAt)}`;
  const where = options.all ? `${table.name} (from ${facts.name})` : table.name;
  return new OperatorError(
    `interrupted in ${where} after writing ${plural(putBack + replaced, "item")}; ${goOn}`,
    { exitCode: of.interruption.exitCode },
  );
}
