import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { type Command, Option } from "commander";
import { localAuthorityFile } from "../../../adapters/local-service.ts";
import { checkEndpoint } from "../../../core/webhooks/check/check-endpoint.ts";
import type { CheckFinding } from "../../../core/webhooks/check/findings.ts";
import { WebhookEventType } from "../../../core/webhooks/webhook-event.ts";
import { requireOrganization } from "../lookup.ts";
import { dataFolder } from "../service-flags.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { escapeControls } from "../terminal/escape-controls.ts";
import { OperatorError, systemErrorCode } from "../terminal/failure.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { printRecord } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";
import { endpointRefused } from "./webhook-errors.ts";

type CheckOptions = VerbOptions & { org: string; event?: WebhookEventType; forged?: boolean };

export function addCheck(noun: Command): void {
  addVerb(noun, {
    name: "check",
    effect: "operates",
    summary: "Sends a signed test delivery to an endpoint and reports each step",
    example: "endpoint check --org org_0123456789ABCDEFGHIJ end_0123456789ABCDEFGHIJ --local",
  })
    .argument("<endpoint>", "its id, end_…")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .addOption(
      new Option(
        "--event <type>",
        "event type of the test delivery (default: the first that the endpoint receives)",
      ).choices(WebhookEventType.options),
    )
    .option("--forged", "also send two forged deliveries, which a receiver should refuse")
    .addHelpText("after", explanation)
    .action((endpointId: string, options: CheckOptions) =>
      withStores(options, async (stores) => {
        await requireOrganization(stores, options.org);
        await trustLocalAuthority(options);
        const key = { organizationId: options.org, endpointId };
        const { event: wanted, forged } = options;
        const check = await checkEndpoint(stores, key, { eventType: wanted, forged });
        if (check.result !== "checked") throw endpointRefused(check, key);
        const { eventType, deliveryId, accepted } = check;
        const findings = check.findings.map(({ page, ...finding }) => ({
          ...finding,
          ...(page !== undefined && { page: `${stores.baseUrl}${page}` }),
        }));
        const shown = { endpoint: endpointId, eventType, deliveryId, accepted };
        if (options.json) printRecord(options, { ...shown, findings });
        else printRecord(options, shown, findings.flatMap(findingLines));
        if (!accepted) throw notAccepted(endpointId);
      }),
    );
}

const explanation = `
The test delivery has the counter ctr_00000000000000000000, by which a receiver recognizes it. It comes
from this machine, so this machine's network decides what can be reached; in the console it comes from
the service. With --local, the certificates of the local service's own authority are trusted, too.

With --forged, the check sends two more deliveries after the first was accepted: one signed with
another secret, and one signed an hour ago. They look like the first one; the findings name their ids.
If the receiver acknowledges one, that is a warning and does not change the exit code, because some
receivers verify later.

Exit codes: 0 the test delivery was accepted, 1 it was not, 2 wrong usage. With --json, the findings are
on stdout either way.`;

function notAccepted(endpointId: string): OperatorError {
  return new OperatorError(`the endpoint ${endpointId} did not accept the test delivery`, {
    code: "FINDINGS",
  });
}

const symbols = { good: "✓", warning: "!", bad: "✗" };

/** The body's beginning is the receiver's text, and cannot control a terminal. */
function findingLines({ step, verdict, found, advice, page }: CheckFinding): string[] {
  const lines = found.split(/\r?\n/).map((line) => escapeControls(line));
  const [first = "", ...more] = lines;
  // What the receiver says is its own: no symbol judges it.
  const symbol = step === "Body" ? " " : symbols[verdict];
  return [
    `${symbol} ${step}: ${first}`,
    ...more.map((line) => `    ${line}`.trimEnd()),
    ...(advice === null ? [] : [`    ${advice}`]),
    ...(page === undefined ? [] : [`    ${page}`]),
  ];
}

/**
 * From now on this process trusts whom the local service trusts, for its functions send to
 * receivers on this machine. With a deployed stack it changes nothing.
 */
async function trustLocalAuthority(options: VerbOptions): Promise<void> {
  if (options.stack !== undefined) return;
  const authority = await authorityOf(dataFolder(options));
  const trusted = getCACertificates("default");
  if (authority === undefined || trusted.includes(authority)) return;
  setDefaultCACertificates([...trusted, authority]);
}

async function authorityOf(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, localAuthorityFile), "utf8")).trim();
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
