import type { Command } from "commander";
import { doctorClients } from "../../../adapters/operations/doctor-clients.ts";
import type { Service } from "../../../adapters/stack-outputs.ts";
import { needsAttention, skipped } from "../../../core/operations/finding.ts";
import { doctorLimits } from "../../../core/operations/reading-limits.ts";
import { type VerbOptions, withPorts } from "../target.ts";
import { OperatorError } from "../terminal/failure.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { plural } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";
import { printFindings } from "./format-findings.ts";
import { type Check, type CheckedFinding, isGoneLocally, runChecks } from "./run-checks.ts";
import { stackCheckNames, stackChecks } from "./stack-checks.ts";
import { type Looked, tableChecks } from "./table-checks.ts";

type DoctorOptions = VerbOptions & { full?: boolean; only?: string };

/** `counting doctor`: looks for what is wrong with a service, and changes nothing. */
export function addDoctor(program: Command): Command {
  return addVerb(program, {
    name: "doctor",
    effect: "reads",
    summary: "looks for what is wrong, and changes nothing",
    example: "doctor --local",
  })
    .description("Looks for what is wrong with a service and says what to do; it changes nothing.")
    .option("--full", "read all organizations, groups, counters and waiting deliveries")
    .option("--only <org>", "read of the tables what this organization has", optionValue(notBlank))
    .addHelpText("after", explanation)
    .action((options: DoctorOptions) =>
      withPorts(
        options,
        (service) => service,
        (service) => examine(service, options),
      ),
    );
}

const explanation = `
Each line is a finding: fine, skipped, unchecked (the check itself failed),
warning or critical. Without --full, it reads 100 organizations, 1,000 API keys and embeds, and of each
organization 20 groups and the newest 100 events of 10 counters; the last line
says what was looked at. With --local, what exists in AWS only is skipped.

Exit codes: 0 all is fine, 1 something is not, 2 wrong usage.`;

async function examine(service: Service, options: DoctorOptions): Promise<void> {
  const looked: Looked = {
    organizations: { count: 0, more: false },
    keys: { count: 0, more: false },
    embeds: { count: 0, more: false },
    endpoints: 0,
    waitingDeliveries: 0,
    groups: 0,
    counters: 0,
  };
  const limits = doctorLimits({ full: options.full ?? false });
  const findings = [
    ...(await inAws(service, options)),
    ...(await runChecks(await tableChecks(service, { limits, only: options.only }, looked), {
      isGone: options.stack === undefined ? isGoneLocally : () => false,
    })),
  ];
  printFindings(options, findings, looked);
  const wrong = findings.filter(needsAttention).length;
  if (wrong > 0) {
    const need = wrong === 1 ? "needs" : "need";
    throw new OperatorError(`${plural(wrong, "finding")} ${need} attention`, { code: "FINDINGS" });
  }
}

async function inAws(service: Service, { stack }: DoctorOptions): Promise<CheckedFinding[]> {
  if (stack === undefined) return await runChecks(skippedLocally, { isGone: isGoneLocally });
  const clients = doctorClients();
  try {
    return await runChecks(stackChecks(service, clients, stack), { isGone: () => false });
  } finally {
    clients.destroy();
  }
}

const skippedLocally: Record<string, Check> = Object.fromEntries(
  stackCheckNames.map((name) => [
    name,
    async () => [skipped("exists in AWS only; this service runs on this machine")],
  ]),
);
