import type { Command } from "commander";
import { listInvitations, revokeInvitation } from "../../../core/members/invitations.ts";
import { operator } from "../audited.ts";
import { noSuchOrganization } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { addYesOption, type ConfirmOptions, confirm } from "../terminal/confirmation.ts";
import { OperatorError } from "../terminal/failure.ts";
import { hint } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { printList, printRecord } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";
import { invitationView } from "./views.ts";

export function addInvitationVerbs(noun: Command): void {
  noun.description("Open invitations: whoever was invited and has not accepted yet.");
  addList(noun);
  addRevoke(noun);
}

type InvitationOptions = VerbOptions & { org: string };

function addList(noun: Command): void {
  addVerb(noun, {
    name: "list",
    summary: "Lists the open invitations of an organization, oldest first, without their links",
    example: "invitation list --org org_0123456789ABCDEFGHIJ --local",
    effect: "reads",
  })
    .requiredOption("--org <org>", "id of the organization", optionValue(notBlank))
    .action((options: InvitationOptions) =>
      withStores(options, async (stores) => {
        const { org } = options;
        const listing = await listInvitations(stores, org);
        if (listing.result !== "listed") throw noSuchOrganization(org);
        const invite = hint("member invite", "--org", org, "--email", "EMAIL", "--role", "member");
        printList(options, listing.invitations.map(invitationView), {
          columns: ["id", "role", "expiresAt", "email"],
          whenEmpty: `The organization has no open invitations; create one with: ${invite}`,
        });
      }),
    );
}

function addRevoke(noun: Command): void {
  const verb = addVerb(noun, {
    name: "revoke",
    summary: "Revokes an invitation: its link no longer works",
    example: "invitation revoke --org org_0123456789ABCDEFGHIJ inv_0123456789ABCDEFGHIJ --local",
    effect: "changes",
  });
  addYesOption(verb)
    .argument("<invitation>", "its id, inv_…")
    .requiredOption("--org <org>", "id of its organization", optionValue(notBlank))
    .action((invitationId: string, options: InvitationOptions & ConfirmOptions) =>
      withStores(options, async (stores) => {
        const key = { organizationId: options.org, invitationId };
        await confirm(options, async () => {
          const listing = await listInvitations(stores, options.org);
          if (listing.result !== "listed") throw noSuchOrganization(options.org);
          const found = listing.invitations.find(({ id }) => id === invitationId);
          if (found === undefined) throw noSuchInvitation(key);
          return `revoke the invitation ${invitationId} of ${found.email}`;
        });
        const revocation = await revokeInvitation(stores, key, operator());
        if (revocation.result === "no_such_organization") throw noSuchOrganization(options.org);
        if (revocation.result !== "revoked") throw noSuchInvitation(key);
        printRecord(options, { ...invitationView(revocation.invitation), revoked: true }, [
          "The invitation is revoked: its link no longer works.",
        ]);
      }),
    );
}

function noSuchInvitation(key: { organizationId: string; invitationId: string }): OperatorError {
  return new OperatorError(
    `the organization ${key.organizationId} has no open invitation with the id ` +
      `"${key.invitationId}"; see: ${hint("invitation list", "--org", key.organizationId)}`,
    { code: "NOT_FOUND" },
  );
}
