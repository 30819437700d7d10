import { doctorClients } from "../../../adapters/operations/doctor-clients.ts";
import { identityProviderFacts } from "../../../adapters/operations/identity-provider-facts.ts";
import { mailFacts } from "../../../adapters/operations/mail-facts.ts";
import type { Service } from "../../../adapters/stack-outputs.ts";
import { systemClock } from "../../../adapters/system-clock.ts";
import { type Finding, needsAttention, skipped } from "../../../core/operations/finding.ts";
import { judgeIdentityProvider } from "../../../core/operations/identity-provider.ts";
import { judgeMail } from "../../../core/operations/mail.ts";
import { bounded, everything } from "../../../core/operations/reading-limits.ts";
import { type VerbOptions, withService } from "../target.ts";
import { OperatorError, usageError } from "../terminal/failure.ts";
import { plural } from "../terminal/output.ts";
import { firstChecks, firstChecksLocally } from "./first-checks.ts";
import { printFindings } from "./format-findings.ts";
import { type CheckedFinding, type DoctorCheck, isGoneLocally, runChecks } from "./run-checks.ts";
import { stackCheckNames, stackChecks } from "./stack-checks.ts";
import { type Looked, tableChecks } from "./table-checks.ts";

export type DoctorOptions = VerbOptions & {
  full?: boolean;
  only?: string;
  first?: boolean;
};

/** Prints what is wrong with the service that the options name; throws when something is. */
export async function runDoctor(options: DoctorOptions): Promise<void> {
  if (options.first && (options.full || options.only !== undefined)) {
    throw usageError("--first looks at the account only: leave out --full and --only");
  }
  await withService(options, (service) => examine(service, options));
}

async function examine(service: Service, options: DoctorOptions): Promise<void> {
  if (options.first) {
    const found = await inAws(service, options);
    printFindings(options, found, undefined);
    return failIfWrong(found);
  }
  const looked: Looked = {
    organizations: { count: 0, more: false },
    endpoints: 0,
    waitingDeliveries: 0,
    groups: 0,
  };
  const limits = options.full ? everything : bounded;
  const findings = [
    ...(await inAws(service, options)),
    ...(await runChecks(
      { "sign-in": () => signIn(service), mail: () => mail(service) },
      { isGone: () => false },
    )),
    ...(await runChecks(await tableChecks(service, { limits, only: options.only }, looked), {
      isGone: options.stack === undefined ? isGoneLocally : () => false,
    })),
  ];
  printFindings(options, findings, looked);
  failIfWrong(findings);
}

/** Where people sign in, which is the same on AWS and on this machine. */
async function signIn({ outputs: { SignInIssuer } }: Service): Promise<Finding[]> {
  return judgeIdentityProvider(await identityProviderFacts(SignInIssuer, systemClock));
}

async function mail({ clients, outputs }: Service): Promise<Finding[]> {
  const facts = await mailFacts(clients.ses, outputs);
  return facts ? judgeMail(facts) : [skipped("the setting mailFrom is not set")];
}

function failIfWrong(findings: CheckedFinding[]): void {
  const wrong = findings.filter(needsAttention).length;
  if (wrong > 0) {
    const need = wrong === 1 ? "needs" : "need";
    throw new OperatorError(`${plural(wrong, "finding")} ${need} attention`, { code: "FINDINGS" });
  }
}

async function inAws(service: Service, { stack, first }: DoctorOptions): Promise<CheckedFinding[]> {
  if (stack === undefined) {
    const locally = first ? firstChecksLocally(service) : skippedLocally;
    return await runChecks(locally, { isGone: isGoneLocally });
  }
  const clients = doctorClients();
  try {
    const checks = (first ? firstChecks : stackChecks)(service, clients, stack);
    return await runChecks(checks, { isGone: () => false });
  } finally {
    clients.destroy();
  }
}

const skippedLocally: Record<string, DoctorCheck> = Object.fromEntries(
  stackCheckNames.map((name) => [
    name,
    async () => [skipped("exists in AWS only; this service runs on this machine")],
  ]),
);
