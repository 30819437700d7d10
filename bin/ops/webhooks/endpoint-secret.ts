import type { Command } from "commander";
import type { Stores } from "../../../adapters/stores.ts";
import {
  type EndpointKey,
  type StoredEndpoint,
  WebhookEndpoint,
} from "../../../core/webhooks/endpoint.ts";
import {
  activateNextSecret,
  discardNextSecret,
  makeNextSecret,
  type SecretRefusal,
} from "../../../core/webhooks/replace-secret.ts";
import { operator } from "../audited.ts";
import { requireOrganization } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { OperatorError, onlyForMembers, usageError } from "../terminal/failure.ts";
import { hint } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { printRecord } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";
import { shownEndpoint } from "./format-endpoint.ts";
import { noSuchEndpoint } from "./webhook-errors.ts";

type SecretOptions = VerbOptions & { org: string; activate?: boolean; discard?: boolean };

export function addReplaceSecret(noun: Command): void {
  addVerb(noun, {
    name: "replace-secret",
    effect: "changes",
    summary:
      "Creates the next signing secret and shows it once; --activate makes it the one in use",
    example:
      "endpoint replace-secret --org org_0123456789ABCDEFGHIJ end_0123456789ABCDEFGHIJ --activate --local",
  })
    .argument("<endpoint>", "its id, end_…")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .option("--activate", "sign with the next secret from now on")
    .option("--discard", "discard the next secret and keep the current one")
    .addHelpText("after", explanation)
    .action((endpointId: string, options: SecretOptions) => {
      if (options.activate && options.discard) {
        throw usageError("give --activate or --discard, not both");
      }
      return withStores(options, async (stores) => {
        await requireOrganization(stores, options.org);
        const key = { organizationId: options.org, endpointId };
        if (options.activate) await end(stores, options, { key, ending: "activate" });
        else if (options.discard) await end(stores, options, { key, ending: "discard" });
        else await make(stores, options, key);
      });
    });
}

const explanation = `
Without --activate or --discard, it makes the next secret. Give it to the receiver, which accepts both
for a while, and then run the command again with --activate. X-Service-Signature is made with one
secret only: the current one until then, the next one afterwards, for retries too. If the endpoint has
Standard Webhooks headers, webhook-signature carries a signature of each in the meantime.`;

async function make(stores: Stores, options: SecretOptions, key: EndpointKey): Promise<void> {
  const made = await makeNextSecret(stores, key, operator());
  if (made.result !== "made") throw refused(made, key);
  const { endpoint, secret } = made;
  const again = ["--org", key.organizationId, key.endpointId, "--activate"];
  printRecord(options, { ...shownOf(options, endpoint), nextSecret: secret }, [
    "Save the next secret now: it is stored encrypted and cannot be shown again.",
    `Deliveries are signed with the old one until: ${hint("endpoint replace-secret", ...again)}`,
  ]);
}

async function end(
  stores: Stores,
  options: SecretOptions,
  { key, ending }: { key: EndpointKey; ending: "activate" | "discard" },
): Promise<void> {
  const change = ending === "activate" ? activateNextSecret : discardNextSecret;
  const ended = await change(stores, key, {}, operator());
  if (ended.result !== "changed") throw refused(ended, key);
  printRecord(options, shownOf(options, ended.after), [
    ending === "activate"
      ? "Deliveries are signed with the next secret from now on; the old one is forgotten."
      : "The next secret is forgotten; the endpoint keeps the one in use.",
  ]);
}

function shownOf(options: SecretOptions, endpoint: StoredEndpoint) {
  return shownEndpoint(options, WebhookEndpoint.parse(endpoint));
}

function refused({ result }: SecretRefusal, key: EndpointKey): OperatorError {
  const { organizationId, endpointId } = key;
  const again = (option: string) =>
    hint("endpoint replace-secret", "--org", organizationId, endpointId, option);
  switch (result) {
    case "no_such_endpoint":
      return noSuchEndpoint(key);
    case "forbidden":
      throw onlyForMembers();
    case "next_exists":
      return new OperatorError(
        `the endpoint ${endpointId} has a next secret already, which is shown once only; ` +
          `to use it: ${again("--activate")}; to make another, first: ${again("--discard")}`,
        { code: "CONFLICT" },
      );
    case "no_next":
      return new OperatorError(`the endpoint ${endpointId} has no next secret`, {
        code: "CONFLICT",
      });
  }
}
