import type { Command } from "commander";
import { deliveryDays } from "../../../core/limits.ts";
import { type StoredEndpoint, WebhookEndpoint } from "../../../core/webhooks/endpoint.ts";
import { pauseEndpoint, resumeEndpoint } from "../../../core/webhooks/pause-endpoint.ts";
import { operator } from "../audited.ts";
import { requireOrganization } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { onlyForMembers } from "../terminal/failure.ts";
import { hint } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { printRecord } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";
import { shownEndpoint } from "./format-endpoint.ts";
import { noSuchEndpoint } from "./webhook-errors.ts";

const example = "--org org_0123456789ABCDEFGHIJ end_0123456789ABCDEFGHIJ --local";

type EndpointOptions = VerbOptions & { org: string };

export function addPause(noun: Command): void {
  const summary = "Pauses a webhook endpoint: nothing is sent to it until it is resumed";
  addChange(noun, { name: "pause", summary, change: pauseEndpoint }, ({ endpoint, changed }) => [
    changed ? "The endpoint is paused." : "The endpoint was paused already.",
    `Deliveries that fall due end as paused and are kept for ${deliveryDays} days. After ` +
      `${hint("endpoint resume", "--org", endpoint.organizationId, endpoint.id)} they can be recovered.`,
  ]);
}

export function addResume(noun: Command): void {
  const summary =
    "Resumes a paused webhook endpoint: what is queued and what is counted from now on is sent";
  addChange(noun, { name: "resume", summary, change: resumeEndpoint }, (changed) => [
    changed.changed ? "The endpoint receives events again." : "The endpoint was not paused.",
    ...recoverySentence(changed),
  ]);
}

function recoverySentence({ endpoint, changed }: Changed): string[] {
  if (!changed) return [];
  const of = ["--org", endpoint.organizationId, "--endpoint", endpoint.id, "--waiting"];
  return [`To send what the pause held back: ${hint("delivery recover", ...of)}`];
}

interface Changed {
  endpoint: StoredEndpoint;
  changed: boolean;
}

function addChange(
  noun: Command,
  verb: { name: "pause" | "resume"; summary: string; change: typeof pauseEndpoint },
  sentences: (changed: Changed) => string[],
): void {
  const { name, summary } = verb;
  addVerb(noun, {
    name,
    effect: "changes",
    summary,
    example: `endpoint ${name} ${example}`,
  })
    .argument("<endpoint>", "its id, end_…")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .action((endpointId: string, options: EndpointOptions) =>
      withStores(options, async (stores) => {
        await requireOrganization(stores, options.org);
        const key = { organizationId: options.org, endpointId };
        const changed = await verb.change(stores, key, operator());
        if (changed.result === "forbidden") throw onlyForMembers();
        if (changed.result === "no_such_endpoint") throw noSuchEndpoint(key);
        const shown = shownEndpoint(options, WebhookEndpoint.parse(changed.endpoint));
        printRecord(options, shown, sentences(changed));
      }),
    );
}
