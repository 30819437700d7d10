import type { Command } from "commander";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { addVerb } from "../verb.ts";
import type { DoctorOptions } from "./run-doctor.ts";

/** `counting doctor`: looks for what is wrong with a service, and changes nothing. */
export function addDoctor(program: Command): Command {
  return addVerb(program, {
    name: "doctor",
    effect: "reads",
    summary: "looks for problems, and changes nothing",
    example: "doctor --local",
  })
    .description("Looks for problems of a service and says how to solve them. It changes nothing.")
    .option("--first", "check only what a first deployment in an account can show")
    .option("--full", "read all organizations, groups and waiting deliveries")
    .option(
      "--only <org>",
      "check only this organization's items in the tables",
      optionValue(notBlank),
    )
    .addHelpText("after", explanation)
    .action(async (options: DoctorOptions) => {
      // It reads all tables, and so loads as much as all other verbs together.
      const { runDoctor } = await import("./run-doctor.ts");
      await runDoctor(options);
    });
}

const explanation = `
Each line is a finding: fine, skipped, unchecked (the check itself failed),
warning or critical. Without --full, it reads 100 organizations and 20 groups of
each. The last line says what was looked at.
With --local, what exists in AWS only is skipped.

--first is for a new account: docs/operators/deploy.md, "First in an account". With
--local, it lists its points.

Exit codes: 0 all is fine, 1 something is not, 2 wrong usage.`;
