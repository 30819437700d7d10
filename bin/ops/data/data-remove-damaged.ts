import { type Command, Option } from "commander";
import {
  type RemovableTable,
  removableTables,
  removeDamaged,
} from "../../../core/data/damaged-items.ts";
import { operator } from "../audited.ts";
import { requireOrganization } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { addYesOption, type ConfirmOptions, confirm } from "../terminal/confirmation.ts";
import { OperatorError } from "../terminal/failure.ts";
import { hint } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { printRecord } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";

type Options = VerbOptions & ConfirmOptions & { org: string; table: RemovableTable };

export function addRemoveDamaged(noun: Command): void {
  const verb = addVerb(noun, {
    name: "remove-damaged",
    summary: "Removes a stored item that lists leave out because its fields are not as expected",
    example:
      "data remove-damaged --org org_0123456789ABCDEFGHIJ --table gates gat_0123456789ABCDEFGHIJ --local",
    effect: "changes",
  });
  addYesOption(verb)
    .argument("<id>", "its id, as the doctor names it")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .addOption(
      new Option("--table <table>", "where it is stored")
        .choices(removableTables)
        .makeOptionMandatory(),
    )
    .addHelpText("after", explanation)
    .action((id: string, options: Options) =>
      withStores(options, async (stores) => {
        const { org: organizationId, table } = options;
        await requireOrganization(stores, organizationId);
        await confirm(options, `remove the damaged item ${id} from ${table}`);
        const key = { organizationId, table, id };
        const { result } = await removeDamaged(stores, key, operator());
        if (result === "not_damaged") throw notDamaged(key);
        printRecord(options, { organizationId, table, id, removed: true }, [
          "The item is removed. Its organization may still count it; once no item is damaged:",
          hint("data repair", "--org", organizationId),
        ]);
      }),
    );
}

const explanation = `
The doctor names damaged items. An item that lists show is deleted or revoked as always.
Counters and groups cannot be removed by themselves: repair their fields, or restore them.`;

function notDamaged({ organizationId, table, id }: Record<string, string>) {
  return new OperatorError(
    `${table} of ${organizationId} has no damaged item with the id "${id}"; ` +
      `see: ${hint("doctor", "--only", organizationId ?? "")}`,
    { code: "NOT_FOUND" },
  );
}
