import { removableTables } from "../data/damaged-items.ts";
import type { DamagedItemKey } from "../tables.ts";
import { critical, type Finding } from "./finding.ts";

/** What the doctor says of damaged items. */
export function judgeDamaged(
  organizationId: string,
  damaged: (DamagedItemKey & { error: Error })[],
): Finding[] {
  return damaged.map(({ table, id, error }) => {
    const sentence = `${table} of ${organizationId} has a damaged item, which lists leave out: ${id} (${error.message})`;
    const isRemovable = removableTables.some((one) => one === table);
    return isRemovable
      ? critical(sentence, "repair its fields, or remove it", {
          verb: "data remove-damaged",
          args: ["--org", organizationId, "--table", table, id],
        })
      : critical(sentence, "repair its fields, or restore it from a backup");
  });
}
