import type { Member } from "../../core/members/member.ts";
import {
  findOrganization,
  type Organization,
  type Organizations,
} from "../../core/organizations/organization.ts";
import {
  changeTimeZone,
  type OrganizationNames,
  renameOrganization,
  type TimeZones,
} from "../../core/organizations/organization-changes.ts";
import type { OrganizationView } from "../../core/private-api/organization.ts";
import { OrganizationChange } from "../../core/private-api/organization-forms.ts";
import { jsonResponse } from "../http/message.ts";
import { type MemberAccess, noSuchOrganization } from "../private-api/member-access.ts";
import { bodyOf, type PrivateRoute } from "../private-api/private-handler.ts";
import { type RecordPorts, recordChange } from "../private-api/recorded-change.ts";

const organization = "/api/organizations/{organizationId}";

type OrganizationRoutePorts = RecordPorts & {
  organizations: Pick<Organizations, "get">;
  names: OrganizationNames;
  timeZones: TimeZones;
};

/** What owners and admins may set of their organization; the plan is the operator's alone. */
export function organizationRoutes(
  access: MemberAccess,
  ports: OrganizationRoutePorts,
): Record<string, PrivateRoute> {
  return {
    [`GET ${organization}`]: async (event) => {
      const { member } = await access.member(event, "change_organization");
      return jsonResponse(await organizationView(ports, member));
    },

    [`PATCH ${organization}`]: async (event) => {
      const { member } = await access.member(event, "change_organization");
      const { name, timeZone } = bodyOf(event, OrganizationChange);
      if (name !== undefined) await rename(ports, member, name);
      if (timeZone !== undefined) await setTimeZone(ports, member, timeZone);
      return jsonResponse(await organizationView(ports, member));
    },
  };
}

async function rename(ports: OrganizationRoutePorts, member: Member, name: string): Promise<void> {
  const { organizationId } = member;
  const renaming = await renameOrganization(ports, { organizationId, name });
  if (renaming.result !== "renamed") throw noSuchOrganization();
  if (renaming.nameBefore === name) return;
  const change = {
    ...owned(renaming.organization),
    ...{ before: { name: renaming.nameBefore }, after: { name } },
  };
  await recordChange(ports, member, { action: "org.rename", change });
}

async function setTimeZone(
  ports: OrganizationRoutePorts,
  member: Member,
  timeZone: string,
): Promise<void> {
  const { organizationId } = member;
  const changed = await changeTimeZone(ports, { organizationId, timeZone });
  if (changed.result !== "changed") throw noSuchOrganization();
  if (changed.timeZoneBefore === timeZone) return;
  const change = {
    ...owned(changed.organization),
    ...{ before: { timeZone: changed.timeZoneBefore }, after: { timeZone } },
  };
  await recordChange(ports, member, { action: "org.set-time-zone", change });
}

function owned({ id, name }: Organization) {
  return { organizationId: id, target: { kind: "organization", id, name } };
}

async function organizationView(
  ports: Pick<OrganizationRoutePorts, "organizations">,
  { organizationId }: Member,
): Promise<OrganizationView> {
  const record = await findOrganization(ports, organizationId);
  if (record === undefined) throw noSuchOrganization();
  const { id, name, plan, timeZone, createdAt } = record.organization;
  return { id, name, plan, timeZone, createdAt };
}
