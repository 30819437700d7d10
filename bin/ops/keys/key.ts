import type { Command } from "commander";
import { NewName } from "../../../core/display-name.ts";
import { createApiKey, listApiKeys, revokeApiKey } from "../../../core/keys/api-keys.ts";
import { maximumApiKeys } from "../../../core/limits.ts";
import { operator } from "../audited.ts";
import { noSuchOrganization } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { addYesOption, type ConfirmOptions, confirm } from "../terminal/confirmation.ts";
import { OperatorError, onlyForMembers, usageError } from "../terminal/failure.ts";
import { hint } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { notice, printList, printRecord } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";

export function addKeyVerbs(noun: Command): void {
  noun.description("API keys.");
  addCreate(noun);
  addList(noun);
  addRevoke(noun);
}

type KeyOptions = VerbOptions & { org: string };

function addCreate(noun: Command): void {
  addVerb(noun, {
    name: "create",
    effect: "changes",
    summary: "Creates an API key and shows it, once",
    example: 'key create --org org_0123456789ABCDEFGHIJ --name "Website" --local',
  })
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .requiredOption("--name <name>", "what it is for", optionValue(NewName))
    .action(({ org: organizationId, name, ...options }: KeyOptions & { name: string }) =>
      withStores(options, async (stores) => {
        const creation = await createApiKey(stores, { organizationId, name }, operator());
        if (creation.result === "no_such_organization") throw noSuchOrganization(organizationId);
        if (creation.result === "limit_reached") throw limitReached(organizationId);
        if (creation.result !== "created") throw onlyForMembers();
        printRecord(options, { ...creation.apiKey, key: creation.keyText }, [
          "Save the key now: it is not stored and cannot be shown again.",
        ]);
        if (creation.organization.plan === "free") {
          notice(
            "warning: the organization is on the free plan; the read API needs Pro or Enterprise: " +
              hint("org set-plan", organizationId, "pro"),
          );
        }
      }),
    );
}

function addList(noun: Command): void {
  addVerb(noun, {
    name: "list",
    effect: "reads",
    summary:
      "Lists the API keys of an organization, oldest first, with the minute of their last use",
    example: "key list --org org_0123456789ABCDEFGHIJ --local",
  })
    .requiredOption("--org <org>", "id of the organization", optionValue(notBlank))
    .action(({ org: organizationId, ...options }: KeyOptions) =>
      withStores(options, async (stores) => {
        const listing = await listApiKeys(stores, organizationId);
        if (listing.result !== "listed") throw noSuchOrganization(organizationId);
        const shownKeys = listing.apiKeys.map(({ usage: { lastUsedAt }, ...apiKey }) => ({
          ...apiKey,
          lastUsedAt,
        }));
        printList(options, shownKeys, {
          columns: ["id", "lastFour", "createdAt", "lastUsedAt", "name"],
          whenEmpty: `The organization has no API keys; create one with: ${hint("key create", "--org", organizationId, "--name", "NAME")}`,
        });
      }),
    );
}

function addRevoke(noun: Command): void {
  const verb = addVerb(noun, {
    name: "revoke",
    effect: "changes",
    summary: "Revokes an API key: the next request with it is refused",
    example: "key revoke --org org_0123456789ABCDEFGHIJ key_0123456789ABCDEFGHIJ --local",
  });
  addYesOption(verb)
    .argument("<key>", "its id, key_…")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .action((keyId: string, { org: organizationId, ...options }: KeyOptions & ConfirmOptions) => {
      if (keyId.includes("_live_")) {
        const list = hint("key list", "--org", organizationId);
        throw usageError(`give the id of the key (key_…), not the key itself; see: ${list}`);
      }
      return withStores(options, async (stores) => {
        const key = { organizationId, keyId };
        await confirm(options, async () => {
          const listing = await listApiKeys(stores, organizationId);
          if (listing.result !== "listed") throw noSuchOrganization(organizationId);
          const found = listing.apiKeys.find(({ id }) => id === keyId);
          if (found === undefined) throw noSuchKey(key);
          return `revoke the API key "${found.name}" (${keyId})`;
        });
        const revocation = await revokeApiKey(stores, key, operator());
        if (revocation.result === "no_such_organization") throw noSuchOrganization(organizationId);
        if (revocation.result !== "revoked") throw noSuchKey(key);
        printRecord(options, revocation.apiKey, [
          "The key is revoked: the next request with it is refused.",
        ]);
      });
    });
}

function noSuchKey({ organizationId, keyId }: { organizationId: string; keyId: string }) {
  return new OperatorError(
    `the organization ${organizationId} has no key with the id "${keyId}"; ` +
      `see: ${hint("key list", "--org", organizationId)}`,
    { code: "NOT_FOUND" },
  );
}

function limitReached(organizationId: string): OperatorError {
  return new OperatorError(
    `the organization ${organizationId} already has ${maximumApiKeys} keys, the maximum; ` +
      `revoke one first. To list them: ${hint("key list", "--org", organizationId)}`,
    { code: "LIMIT_REACHED" },
  );
}
