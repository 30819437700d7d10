import type { Command } from "commander";
import { NewName } from "../../../core/display-name.ts";
import { maximumEmbedSessions, sessionIdIn } from "../../../core/embeds/embed-session.ts";
import {
  createEmbed,
  listEmbeds,
  type NoSuchEmbedOwner,
  revokeEmbed,
} from "../../../core/embeds/embeds.ts";
import { operator } from "../audited.ts";
import { archivedCounter, noSuchCounter, noSuchOrganization } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { addYesOption, type ConfirmOptions, confirm } from "../terminal/confirmation.ts";
import { OperatorError, onlyForMembers } from "../terminal/failure.ts";
import { hint } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { notice, printList, printRecord } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";

export function addEmbedVerbs(noun: Command): void {
  noun.description("Embeds: public links that show one counter each.");
  addCreate(noun);
  addList(noun);
  addRevoke(noun);
}

type EmbedOptions = VerbOptions & { org: string };

function addCreate(noun: Command): void {
  addVerb(noun, {
    name: "create",
    effect: "changes",
    summary: "Creates a public embed of a counter; works on every plan",
    example: "embed create --org org_0123456789ABCDEFGHIJ ctr_0123456789ABCDEFGHIJ --local",
  })
    .argument("<counter>", "id of the counter")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .option(
      "--note <text>",
      "whom the embed is for; only owners, admins and operators see it",
      optionValue(NewName),
    )
    .action((counterId: string, options: EmbedOptions & { note?: string }) =>
      withStores(options, async (stores) => {
        const { org: organizationId, note } = options;
        const key = { organizationId, counterId };
        const creation = await createEmbed(stores, { ...key, note }, operator());
        switch (creation.result) {
          case "created":
            return printRecord(options, { ...creation.embed }, [
              "Put the html into a page, or share the url. Whoever has the url sees the counter's name,",
              "count, goal and time of change.",
            ]);
          case "counter_archived":
            throw archivedCounter(key);
          case "created_already":
          case "forbidden":
            throw onlyForMembers();
          case "limit_reached":
            throw limitReached(organizationId);
          default:
            throw noSuchOwner(creation, key);
        }
      }),
    );
}

function addList(noun: Command): void {
  addVerb(noun, {
    name: "list",
    effect: "reads",
    summary: "Lists the embeds of an organization, oldest first",
    example: "embed list --org org_0123456789ABCDEFGHIJ --local",
  })
    .requiredOption("--org <org>", "id of the organization", optionValue(notBlank))
    .option("--counter <counter>", "only those of the counter with this id", optionValue(notBlank))
    .action((options: EmbedOptions & { counter?: string }) =>
      withStores(options, async (stores) => {
        const { org: organizationId, counter: counterId } = options;
        const listing = await listEmbeds(stores, { organizationId, counterId });
        if (listing.result !== "listed") {
          throw noSuchOwner(listing, { organizationId, counterId: counterId ?? "" });
        }
        const create = hint("embed create", "--org", organizationId, counterId ?? "COUNTER");
        const owner = counterId === undefined ? "organization" : "counter";
        printList(options, listing.embeds, {
          columns: [
            ...(["sessionId", "counterId", "counterName", "note"] as const),
            ...(["createdAt", "counterArchivedAt", "url"] as const),
          ],
          whenEmpty: listing.allRevoked
            ? `All embeds of the organization are revoked; create one with: ${create}`
            : `The ${owner} has no embeds; create one with: ${create}`,
        });
        if (listing.embeds.some(({ counterArchivedAt }) => counterArchivedAt !== undefined)) {
          notice("note: embeds of archived counters are not shown until their counter is restored");
        }
      }),
    );
}

function addRevoke(noun: Command): void {
  const verb = addVerb(noun, {
    name: "revoke",
    effect: "changes",
    summary: "Revokes an embed: within seconds it shows that it is no longer shared",
    example: "embed revoke --org org_0123456789ABCDEFGHIJ emb_0123456789ABCDEFGHIJKLMN --local",
  });
  addYesOption(verb)
    .argument("<session>", "its id, emb_…, or its url")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .action((idOrUrl: string, options: EmbedOptions & ConfirmOptions) =>
      withStores(options, async (stores) => {
        const organizationId = options.org;
        await confirm(options, async () => {
          const listing = await listEmbeds(stores, { organizationId });
          if (listing.result !== "listed") throw noSuchOrganization(organizationId);
          const sessionId = sessionIdIn(idOrUrl) ?? idOrUrl;
          const found = listing.embeds.find((embed) => embed.sessionId === sessionId);
          if (found === undefined) throw noSuchEmbed(organizationId, sessionId);
          const note = found.note === null ? "" : `"${found.note}", `;
          return `revoke the embed ${sessionId} (${note}of the counter ${found.counterId})`;
        });
        const revocation = await revokeEmbed(stores, { organizationId, idOrUrl }, operator());
        switch (revocation.result) {
          case "revoked": {
            const { html: _, ...embed } = revocation.embed;
            return printRecord(options, { ...embed, revoked: true }, [
              "This url no longer shows anything, and cannot be restored. Pages that have it open",
              "stop showing the count within seconds; caches forget it within a minute or two.",
            ]);
          }
          case "no_such_embed":
            throw noSuchEmbed(organizationId, revocation.sessionId);
          case "no_such_organization":
            throw noSuchOrganization(organizationId);
          case "forbidden":
            throw onlyForMembers();
        }
      }),
    );
}

function noSuchOwner(
  { result }: NoSuchEmbedOwner,
  key: { organizationId: string; counterId: string },
): OperatorError {
  return result === "no_such_counter" ? noSuchCounter(key) : noSuchOrganization(key.organizationId);
}

function noSuchEmbed(organizationId: string, sessionId: string): OperatorError {
  return new OperatorError(
    `the organization ${organizationId} has no embed with the id "${sessionId}"; ` +
      `see: ${hint("embed list", "--org", organizationId)}`,
    { code: "NOT_FOUND" },
  );
}

function limitReached(organizationId: string): OperatorError {
  return new OperatorError(
    `the organization ${organizationId} already has ${maximumEmbedSessions.toLocaleString("en")} ` +
      `embeds, the maximum; revoke one first. To list them: ${hint("embed list", "--org", organizationId)}`,
    { code: "LIMIT_REACHED" },
  );
}
