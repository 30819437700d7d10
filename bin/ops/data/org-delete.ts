import type { Command } from "commander";
import type { Stores } from "../../../adapters/stores.ts";
import { beginDeletion, continueDeletion, viewDeletion } from "../../../core/data/deletion.ts";
import { type DeletionPart, deletionPartNames } from "../../../core/data/deletion-parts.ts";
import { summaryPhrases } from "../../../core/data/deletion-summary.ts";
import { isSameName } from "../../../core/display-name.ts";
import { operator } from "../audited.ts";
import { noSuchOrganization } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { addYesOption, type ConfirmOptions, confirmByName } from "../terminal/confirmation.ts";
import { OperatorError } from "../terminal/failure.ts";
import { interruptible } from "../terminal/interruption.ts";
import { hint } from "../terminal/invocation.ts";
import { notice, plural, printRecord } from "../terminal/output.ts";
import { startLine } from "../terminal/progress.ts";
import { addVerb } from "../verb.ts";

export function addDelete(noun: Command): void {
  const verb = addVerb(noun, {
    name: "delete",
    effect: "changes",
    summary: "Deletes an organization and all of its data permanently",
    example: "org delete org_0123456789ABCDEFGHIJ --local",
  });
  addYesOption(verb)
    .argument("<org>", "its id")
    .addHelpText("after", explanation)
    .action((organizationId: string, options: VerbOptions & ConfirmOptions) =>
      withStores(options, async (stores) => {
        const name = await confirmed(stores, organizationId, options);
        const begun = await beginDeletion(stores, { organizationId }, operator());
        if (begun.result !== "begun") throw noSuchOrganization(organizationId);
        const { run, exitCode } = await interruptible(async (interruption) => {
          const isStopped = () => interruption.signal !== undefined;
          const run = await withLine((onProgress) =>
            continueDeletion(stores, organizationId, { onProgress, isStopped }),
          );
          return { run, exitCode: interruption.exitCode };
        });
        if (run.result === "unfinished") throw interrupted(organizationId, run.removed, exitCode);
        const removed = run.result === "deleted" ? run.removed : 0;
        const record = { id: organizationId, name, deleted: true, removedItems: removed };
        printRecord(options, record, [
          "The organization is deleted. Its audit log is kept for a year: " +
            hint("audit list", "--org", organizationId),
        ]);
      }),
    );
}

const explanation = `
It lists what will be deleted, and on a terminal it asks for the organization's name. From then on its
keys, embeds and gates do not work, no webhook is sent and no member gets in. The rest is removed after
that, which can take minutes. An interrupted run is continued by the same command, or by an owner in the
console.`;

/** Returns the name; where the deletion has begun already, nobody is asked again. */
async function confirmed(
  stores: Stores,
  organizationId: string,
  options: ConfirmOptions,
): Promise<string> {
  const view = await viewDeletion(stores, organizationId);
  switch (view.result) {
    case "begun":
      notice(
        `note: the deletion of "${view.deletion.name}" began ${view.deletion.startedAt}; it goes on`,
      );
      return view.deletion.name;
    case "possible": {
      const { name } = view.organization;
      const things = summaryPhrases(view.summary);
      notice(`The organization "${name}" (${organizationId}) will be deleted, with:`);
      for (const thing of things.length === 0 ? ["nothing else"] : things) notice(`  ${thing}`);
      await confirmByName(options, {
        question: "To delete it, type its name:",
        isName: (typed) => isSameName(typed, name),
      });
      return name;
    }
    case "protected":
      throw new OperatorError(
        "this organization is the canary's, which is part of the stack; the setting canary turns it off",
      );
    default:
      throw noSuchOrganization(organizationId);
  }
}

async function withLine<Result>(
  work: (onProgress: (part: DeletionPart, removed: number) => void) => Promise<Result>,
): Promise<Result> {
  const line = startLine();
  try {
    return await work((part, removed) =>
      line.show(() => `removing ${deletionPartNames[part]}: ${plural(removed, "item")} so far`),
    );
  } finally {
    line.end();
  }
}

function interrupted(organizationId: string, removed: number, exitCode: number): OperatorError {
  return new OperatorError(
    `interrupted: ${plural(removed, "item")} of the organization ${organizationId} were removed. Run ` +
      "the same command again to continue",
    { exitCode },
  );
}
