import { type Command, Option } from "commander";
import { isGroupId } from "../../../core/counters/counter.ts";
import { NewName } from "../../../core/display-name.ts";
import {
  type EmbedTarget,
  maximumEmbedSessions,
  sessionIdIn,
} from "../../../core/embeds/embed-session.ts";
import {
  createEmbed,
  listEmbeds,
  type NoSuchEmbedOwner,
  revokeEmbed,
} from "../../../core/embeds/embeds.ts";
import { operator } from "../audited.ts";
import { archivedCounter, noSuchCounter, noSuchGroup, noSuchOrganization } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { addYesOption, type ConfirmOptions, confirm } from "../terminal/confirmation.ts";
import { OperatorError, onlyForMembers } from "../terminal/failure.ts";
import { hint } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { notice, printList, printRecord } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";

export function addEmbedVerbs(noun: Command): void {
  noun.description("Embeds: public links that show one counter or group each.");
  addCreate(noun);
  addList(noun);
  addRevoke(noun);
}

type EmbedOptions = VerbOptions & { org: string };

function addCreate(noun: Command): void {
  addVerb(noun, {
    name: "create",
    effect: "changes",
    summary: "Creates a public embed of a counter or a group; works on every plan",
    example: "embed create --org org_0123456789ABCDEFGHIJ ctr_0123456789ABCDEFGHIJ --local",
  })
    .argument("<target>", "id of the counter or the group")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .option(
      "--note <text>",
      "whom the embed is for; only owners, admins and operators see it",
      optionValue(NewName),
    )
    .action((targetId: string, options: EmbedOptions & { note?: string }) =>
      withStores(options, async (stores) => {
        const { org: organizationId, note } = options;
        const target = targetOf(options, targetId);
        const creation = await createEmbed(stores, { ...target, note }, operator());
        switch (creation.result) {
          case "created":
            return printRecord(options, { ...creation.embed }, [
              "Put the html into a page, or share the url. Whoever has the url sees its name, number,",
              "goal or capacity, and time of change.",
            ]);
          case "counter_archived":
            throw archivedCounter({ organizationId, counterId: targetId });
          case "created_already":
          case "forbidden":
            throw onlyForMembers();
          case "limit_reached":
            throw limitReached(organizationId);
          default:
            throw noSuchOwner(creation, target);
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
    .addOption(
      new Option("--group <group>", "only those of the group with this id")
        .argParser(optionValue(notBlank))
        .conflicts("counter"),
    )
    .action((options: EmbedOptions & { counter?: string; group?: string }) =>
      withStores(options, async (stores) => {
        const { org: organizationId, counter, group } = options;
        const targetId = group ?? counter;
        const target = targetId === undefined ? { organizationId } : targetOf(options, targetId);
        const listing = await listEmbeds(stores, target);
        if (listing.result !== "listed") throw noSuchOwner(listing, targetOf(options, targetId));
        const create = hint("embed create", "--org", organizationId, targetId ?? "COUNTER");
        const owner = targetId === undefined ? "organization" : group ? "group" : "counter";
        printList(options, listing.embeds, {
          columns: [
            ...(["sessionId", "counterId", "counterName", "note"] as const),
            ...(["createdAt", "counterArchivedAt", "groupId", "groupName", "url"] as const),
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
          const { counterId, groupId } = found;
          const of = groupId === undefined ? `counter ${counterId}` : `group ${groupId}`;
          const note = found.note === null ? "" : `"${found.note}", `;
          return `revoke the embed ${sessionId} (${note}of the ${of})`;
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

function targetOf({ org: organizationId }: EmbedOptions, id = ""): EmbedTarget {
  return isGroupId(id) ? { organizationId, groupId: id } : { organizationId, counterId: id };
}

function noSuchOwner({ result }: NoSuchEmbedOwner, target: EmbedTarget): OperatorError {
  if (result === "no_such_organization") return noSuchOrganization(target.organizationId);
  return target.groupId === undefined ? noSuchCounter(target) : noSuchGroup(target);
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
