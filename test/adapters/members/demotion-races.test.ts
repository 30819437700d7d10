import { describe, expect, test } from "vitest";
import { localDynamodbClient } from "../../../adapters/aws/dynamodb-client.ts";
import { gatePorts } from "../../../adapters/gates/gate-ports.ts";
import { memberPorts } from "../../../adapters/members/member-ports.ts";
import { createGate, revokeGate } from "../../../core/gates/gates.ts";
import { invite, revokeInvitation } from "../../../core/members/invitations.ts";
import type { Member } from "../../../core/members/member.ts";
import { removeMember, setRole } from "../../../core/members/member-changes.ts";
import * as gateService from "../../system/gate-service.ts";
import { createInvitation, createMember, operator, people } from "../../system/people-service.ts";
import { createCounter, createOrganization, endpoint, outputs } from "../../system/service.ts";

/** The ports of somebody whose first write comes after this, although the reads came before it. */
function portsOvertakenBy(action: () => Promise<unknown>) {
  const client = localDynamodbClient(endpoint);
  let overtaken = false;
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (call) => {
        if (commandName === "TransactWriteItemsCommand" && !overtaken) {
          overtaken = true;
          await action();
        }
        return await next(call);
      },
    { step: "initialize" },
  );
  const service = { clients: { dynamodb: client }, outputs };
  return { ...memberPorts(service), ...gatePorts(service) };
}

/** What takes an admin's rights away, and leaves or changes the membership. */
const losses: [string, (member: Member) => Promise<{ result: string }>][] = [
  ["demoted", ({ organizationId, id }) => demote(organizationId, id)],
  [
    "removed",
    ({ organizationId, id: memberId }) =>
      removeMember(people, { organizationId, memberId }, operator),
  ],
];

function demote(organizationId: string, memberId: string) {
  return setRole(people, { organizationId, memberId, role: "member" }, operator);
}

/** An organization with an admin, and with a gate and an invitation of an operator's. */
async function newWorld() {
  const organization = await createOrganization("free");
  const counter = await createCounter(organization);
  const { member } = await createMember(organization, "admin");
  const { gate } = await gateService.createGate([counter]);
  const { id: invitationId } = await createInvitation(organization, { email: "kim@example.com" });
  return { organizationId: organization.id, counter, member, gate, invitationId };
}
type World = Awaited<ReturnType<typeof newWorld>>;
type Ports = ReturnType<typeof portsOvertakenBy>;

const changes: [string, (ports: Ports, world: World) => Promise<{ result: string }>][] = [
  [
    "makes a gate",
    (ports, { organizationId, counter, member }) => {
      const setup = { organizationId, name: "South", counterIds: [counter.id], endsAt: null };
      return createGate(ports, setup, { kind: "member", member });
    },
  ],
  [
    "revokes a gate",
    (ports, { organizationId, gate, member }) =>
      revokeGate(ports, { organizationId, gateId: gate.id }, { kind: "member", member }),
  ],
  [
    "invites somebody",
    (ports, { organizationId, member }) => {
      const setup = { organizationId, email: "ola@example.com", role: "member" as const };
      return invite(ports, setup, { kind: "member", member });
    },
  ],
  [
    "revokes an invitation",
    (ports, { organizationId, invitationId, member }) =>
      revokeInvitation(ports, { organizationId, invitationId }, { kind: "member", member }),
  ],
];

async function stateOf({ organizationId }: World) {
  const { entries } = await people.auditLog.list({ organizationId, limit: 100 });
  return {
    gates: await gateService.gates.gates.list(organizationId),
    invitations: await people.people.invitations(organizationId),
    actions: entries
      .map(({ action }) => action)
      .filter((action) => !/^member\.(set|rem)/.test(action)),
  };
}

describe.each(losses)("an admin who is %s", (_, lose) => {
  test.each(changes)("while one %s has changed nothing", async (_, change) => {
    const world = await newWorld();
    const before = await stateOf(world);
    const ports = portsOvertakenBy(() => lose(world.member));
    expect(await change(ports, world)).toEqual({ result: "forbidden" });
    expect(await stateOf(world)).toEqual(before);
  });
});

test.each(changes)(
  "an admin who stays one %s, also while another member changes",
  async (_, change) => {
    const world = await newWorld();
    const { organizationId } = world;
    const other = await createMember({ id: organizationId }, "admin");
    const before = await stateOf(world);
    const ports = portsOvertakenBy(() => demote(organizationId, other.member.id));
    expect((await change(ports, world)).result).toMatch(/^(created|revoked)$/);
    expect(await stateOf(world)).not.toEqual(before);
  },
);
