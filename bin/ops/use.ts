import type { Command } from "commander";
import { callerPath, shellWord } from "../../adapters/shell.ts";
import {
  KeptDefault,
  readKeptDefault,
  removeKeptDefault,
  writeKeptDefault,
} from "./kept-default.ts";
import { namesService, targetFlags } from "./service-flags.ts";
import type { VerbOptions } from "./target.ts";
import { usageError } from "./terminal/failure.ts";
import { calledAs, caller, hint } from "./terminal/invocation.ts";
import { notBlank, optionValue } from "./terminal/option-value.ts";
import { printJson, printText } from "./terminal/output.ts";
import { addVerb } from "./verb.ts";

type UseOptions = VerbOptions & { org?: string; clear?: boolean };

/** `counting use`: keeps, shows or removes a default for the flags that most verbs take. */
export function addUse(program: Command): Command {
  return addVerb(program, {
    name: "use",
    effect: "reads",
    summary: "keeps a default service and organization",
    example: "use --local --org org_0123456789ABCDEFGHIJ",
  })
    .description("Keeps a default for --stack or --local, and --org; alone, it shows the default.")
    .option(
      "--org <org>",
      "id of the organization for verbs that take --org",
      optionValue(notBlank),
    )
    .option("--clear", "remove the default")
    .addHelpText("after", explanation)
    .action(use);
}

const explanation = `
Flags that are given on a command line are used instead of the default. The
default holds for this user and this checkout. What is not given stays as it is
kept: --local alone keeps the data folder, and --org the service. Another
service replaces all of it. After --clear, --local is the folder .local again.`;

async function use(options: UseOptions): Promise<void> {
  const { org, clear } = options;
  const given = namesService(options);
  if (clear) {
    if (given || org !== undefined) throw usageError("--clear takes no other flag");
    await removeKeptDefault();
  } else if (given || org !== undefined) {
    await keep(options, await readKeptDefault());
  }
  show(clear ? undefined : await readKeptDefault(), options);
}

/** What is not given stays as it is kept, unless another service is named. */
async function keep(options: UseOptions, kept: KeptDefault | undefined): Promise<void> {
  const { stack, local, org } = options;
  const dataDir = options.dataDir && callerPath(options.dataDir, caller().env);
  const given: KeptDefault = {
    ...(stack && { stack }),
    ...(local && { local }),
    ...(dataDir && { dataDir }),
  };
  const before = isAnotherService(given, kept) ? undefined : kept;
  if (!local && stack === undefined && before === undefined) {
    throw usageError("--org needs a service: give --stack NAME or --local with it");
  }
  const parsed = KeptDefault.safeParse({
    ...before,
    ...given,
    ...(org !== undefined && { org }),
  });
  if (!parsed.success) throw usageError("a value is too long to be kept");
  await writeKeptDefault(parsed.data);
}

/** `--local` alone names the local service that is kept, whatever its folder. */
function isAnotherService(given: KeptDefault, kept: KeptDefault | undefined): boolean {
  return (["stack", "local", "dataDir"] as const).some(
    (flag) => given[flag] !== undefined && given[flag] !== kept?.[flag],
  );
}

function show(kept: KeptDefault | undefined, { json }: UseOptions): void {
  if (json) {
    const { stack = null, local = false, dataDir = null, org = null } = kept ?? {};
    printJson({ stack, local, dataDir, org });
  } else if (kept === undefined) {
    printText(`No default is kept. To keep one: ${hint("use", "--local")}`);
  } else {
    const flags = [...targetFlags(kept), ...(kept.org === undefined ? [] : ["--org", kept.org])];
    printText(`The default is: ${flags.map(shellWord).join(" ")}`);
    printText(`To remove it: ${calledAs()} use --clear`);
  }
}
