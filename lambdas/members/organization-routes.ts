import {
  findOrganization,
  type Organization,
  type Organizations,
} from "../../core/organizations/organization.ts";
import {
  type OrganizationNames,
  renameOrganization,
} from "../../core/organizations/organization-changes.ts";
import type { OrganizationView } from "../../core/private-api/organization.ts";
import { OrganizationChange } from "../../core/private-api/organization-forms.ts";
import { jsonResponse } from "../http/message.ts";
import { type MemberAccess, noSuchOrganization } from "../private-api/member-access.ts";
import { bodyOf, type PrivateRoute } from "../private-api/private-handler.ts";
import { type RecordPorts, recordChange } from "../private-api/recorded-change.ts";

const organization = "/api/organizations/{organizationId}";

/** What owners and admins may set of their organization; the plan is the operator's alone. */
export function organizationRoutes(
  access: MemberAccess,
  ports: RecordPorts & {
    organizations: Pick<Organizations, "get">;
    names: OrganizationNames;
  },
): Record<string, PrivateRoute> {
  return {
    [`GET ${organization}`]: async (event) => {
      const { member } = await access.member(event, "change_organization");
      const record = await findOrganization(ports, member.organizationId);
      if (record === undefined) throw noSuchOrganization();
      return jsonResponse(organizationView(record.organization));
    },

    [`PATCH ${organization}`]: async (event) => {
      const { member } = await access.member(event, "change_organization");
      const { name } = bodyOf(event, OrganizationChange);
      const { organizationId } = member;
      const renaming = await renameOrganization(ports, { organizationId, name });
      if (renaming.result !== "renamed") throw noSuchOrganization();
      const { nameBefore } = renaming;
      if (nameBefore !== name) {
        await recordChange(ports, member, {
          action: "org.rename",
          organizationId,
          target: { kind: "organization", id: organizationId, name },
          before: { name: nameBefore },
          after: { name },
        });
      }
      return jsonResponse(organizationView(renaming.organization));
    },
  };
}

function organizationView({ id, name, plan, createdAt }: Organization): OrganizationView {
  return { id, name, plan, createdAt };
}
