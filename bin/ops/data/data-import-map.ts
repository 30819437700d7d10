import type { Command } from "commander";
import { formerStacks } from "../../../adapters/data/restore/former-stacks.ts";
import { chosenStack, importMapOf } from "../../../core/data/restore/import-map.ts";
import type { VerbOptions } from "../target.ts";
import { OperatorError, usageError } from "../terminal/failure.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { notice, plural, printJson } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";

type ImportMapOptions = VerbOptions & { stackId?: string };

export function addImportMap(noun: Command): void {
  addVerb(noun, {
    name: "import-map",
    effect: "reads",
    summary: "Prints the resources that a destroyed stack left, as a mapping file for cdk import",
    example: "data import-map --stack counting-service-production",
  })
    .option(
      "--stack-id <arn>",
      "the ARN of the destroyed stack, if several had the name",
      optionValue(notBlank),
    )
    .addHelpText("after", explanation)
    .action(printImportMap);
}

const explanation = `
Tables, user pool, buckets and the key of webhook secrets outlive their stack. Write this to a file, run
cdk import --resource-mapping FILE with the settings of the former deployment, and then cdk deploy.
CloudFormation remembers a destroyed stack for 90 days.`;

async function printImportMap({ stack, stackId }: ImportMapOptions): Promise<void> {
  if (stack === undefined) throw usageError("give --stack: only stacks in AWS are imported into");
  const stacks = formerStacks();
  try {
    const deleted = await stacks.deleted(stack);
    const chosen = chosenStack(deleted, stackId);
    if (chosen === undefined) throw noneDeleted(stack, stackId);
    const map = importMapOf(await stacks.resources(chosen.id));
    if (Object.keys(map).length === 0) throw nothingLeft(chosen.id);
    printJson(map);
    notice(
      `${plural(Object.keys(map).length, "resource")} of ${chosen.id}, destroyed ${chosen.deletedAt}.`,
    );
    for (const { id, deletedAt } of deleted.filter((one) => one !== chosen)) {
      notice(`note: ${id} had the same name and was destroyed ${deletedAt}; choose by --stack-id`);
    }
    if (await stacks.exists(stack)) {
      notice(
        `warning: there is a stack ${stack} now; resources that it already has cannot be imported, ` +
          "so destroy it first, unless you are continuing its import",
      );
    }
  } finally {
    stacks.destroy();
  }
}

function noneDeleted(stack: string, stackId: string | undefined): OperatorError {
  const which = stackId === undefined ? "" : ` with the id ${stackId}`;
  return new OperatorError(
    `CloudFormation remembers no destroyed stack ${stack}${which}; it does so for 90 days: check the ` +
      "name, AWS_REGION and AWS_PROFILE",
    { code: "NOT_FOUND" },
  );
}

function nothingLeft(stackId: string): OperatorError {
  return new OperatorError(
    `${stackId} left nothing that can be imported; an ephemeral stage is deleted with its data`,
    { code: "NOT_FOUND" },
  );
}
