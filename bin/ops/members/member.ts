import { type Command, Option } from "commander";
import { Email } from "../../../core/members/email.ts";
import { invite } from "../../../core/members/invitations.ts";
import { listMembers, removeMember, setRole } from "../../../core/members/member-changes.ts";
import { type Role, roles } from "../../../core/members/role.ts";
import { operator } from "../audited.ts";
import { noSuchOrganization } from "../lookup.ts";
import { type VerbOptions, withStores } from "../target.ts";
import { addYesOption, type ConfirmOptions, confirm } from "../terminal/confirmation.ts";
import { hint } from "../terminal/invocation.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";
import { notice, printList, printRecord } from "../terminal/output.ts";
import { addVerb } from "../verb.ts";
import { memberRefused, notInvited } from "./member-errors.ts";
import { invitationView, memberView } from "./views.ts";

export function addMemberVerbs(noun: Command): void {
  noun.description("Members: people who sign in to the console, each with a role.");
  addInvite(noun);
  addList(noun);
  addSetRole(noun);
  addRemove(noun);
}

type MemberOptions = VerbOptions & { org: string };

const exampleIds = "--org org_0123456789ABCDEFGHIJ mem_0123456789ABCDEFGHIJ";

const rolesHelp = `
Roles:
  owner   everything
  admin   everything, except to invite, change and remove owners
  member  sees the counters and counts`;

function addInvite(noun: Command): void {
  addVerb(noun, {
    name: "invite",
    summary: "Invites a person and shows the link, once; it works for 7 days",
    example:
      "member invite --org org_0123456789ABCDEFGHIJ --email kim@example.com --role admin --local",
    effect: "changes",
  })
    .requiredOption("--org <org>", "id of the organization", optionValue(notBlank))
    .requiredOption(
      "--email <email>",
      "the address that the person signs in with",
      optionValue(Email),
    )
    .addOption(
      new Option("--role <role>", "role in the organization").choices(roles).makeOptionMandatory(),
    )
    .addHelpText("after", `${rolesHelp}\n${aboutInvitations}`)
    .action((options: MemberOptions & { email: string; role: Role }) =>
      withStores(options, async (stores) => {
        const { org: organizationId, email, role } = options;
        const created = await invite(stores, { organizationId, email, role }, operator());
        if (created.result !== "created") throw notInvited(created.result, organizationId);
        const { invitation, url, replaced } = created;
        printRecord(options, { ...invitationView(invitation), url }, [
          "Send the url to this person alone: it is not stored and cannot be shown again.",
        ]);
        if (replaced) notice("note: the earlier link for this address no longer works");
      }),
    );
}

const aboutInvitations = `
The person who opens the link signs in with this address, which the identity provider must vouch for,
and accepts. An organization without members gets its first owner in this way. Inviting an address again
ends its earlier link. A member who accepts another invitation gets the higher of both roles.`;

function addList(noun: Command): void {
  addVerb(noun, {
    name: "list",
    summary: "Lists the members of an organization, sorted by name",
    example: "member list --org org_0123456789ABCDEFGHIJ --local",
    effect: "reads",
  })
    .requiredOption("--org <org>", "id of the organization", optionValue(notBlank))
    .action((options: MemberOptions) =>
      withStores(options, async (stores) => {
        const { org } = options;
        const listing = await listMembers(stores, org);
        if (listing.result !== "listed") throw noSuchOrganization(org);
        const invitation = hint(
          "member invite",
          ...["--org", org, "--email", "EMAIL", "--role", "owner"],
        );
        printList(options, listing.members.map(memberView), {
          columns: ["id", "role", "joinedAt", "email", "name"],
          whenEmpty: `The organization has no members; invite its first owner with: ${invitation}`,
        });
      }),
    );
}

function addSetRole(noun: Command): void {
  addVerb(noun, {
    name: "set-role",
    summary: "Changes the role of a member, from the next request on",
    example: `member set-role ${exampleIds} --role admin --local`,
    effect: "changes",
  })
    .argument("<member>", "id of the member, mem_…")
    .requiredOption("--org <org>", "id of the organization", optionValue(notBlank))
    .addOption(new Option("--role <role>", "the new role").choices(roles).makeOptionMandatory())
    .addHelpText("after", rolesHelp)
    .action((memberId: string, options: MemberOptions & { role: Role }) =>
      withStores(options, async (stores) => {
        const key = { organizationId: options.org, memberId };
        const change = await setRole(stores, { ...key, role: options.role }, operator());
        if (change.result !== "changed") throw memberRefused(change.result, key);
        printRecord(options, memberView(change.member));
      }),
    );
}

function addRemove(noun: Command): void {
  const verb = addVerb(noun, {
    name: "remove",
    summary: "Removes a member: the next request is refused",
    example: `member remove ${exampleIds} --local`,
    effect: "changes",
  });
  addYesOption(verb)
    .argument("<member>", "id of the member, mem_…")
    .requiredOption("--org <org>", "id of the organization", optionValue(notBlank))
    .action((memberId: string, options: MemberOptions & ConfirmOptions) =>
      withStores(options, async (stores) => {
        const key = { organizationId: options.org, memberId };
        await confirm(options, async () => {
          const listing = await listMembers(stores, options.org);
          if (listing.result !== "listed") throw noSuchOrganization(options.org);
          const found = listing.members.find(({ id }) => id === memberId);
          if (found === undefined) throw memberRefused("no_such_member", key);
          return `remove the ${found.role} ${memberId} (${found.name ?? found.email ?? "no name"})`;
        });
        const removal = await removeMember(stores, key, operator());
        if (removal.result !== "removed") throw memberRefused(removal.result, key);
        printRecord(options, { ...memberView(removal.member), removed: true }, [
          "The member is removed, and invitations that this person created no longer work. Gates that",
          `this person created still work; see: ${hint("gate list", "--org", options.org)}`,
        ]);
      }),
    );
}
