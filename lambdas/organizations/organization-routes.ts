import type { ApiError } from "../../core/api-error.ts";
import { asMember } from "../../core/members/changed-by.ts";
import type { Member } from "../../core/members/member.ts";
import { findOrganization, type Organizations } from "../../core/organizations/organization.ts";
import {
  changeTimeZone,
  type RefusedSetting,
  renameOrganization,
} from "../../core/organizations/organization-changes.ts";
import type { OrganizationView } from "../../core/private-api/organization.ts";
import { OrganizationChange } from "../../core/private-api/organization-forms.ts";
import { jsonResponse } from "../http/message.ts";
import { settingsConflict } from "../private-api/conflict-errors.ts";
import { forbidden, type MemberAccess, noSuchOrganization } from "../private-api/member-access.ts";
import { bodyOf, type PrivateRoute } from "../private-api/private-handler.ts";

const organization = "/api/organizations/{organizationId}";

type OrganizationRoutePorts = Parameters<typeof renameOrganization>[0] &
  Parameters<typeof changeTimeZone>[0] & { organizations: Pick<Organizations, "get"> };

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
      const { name, timeZone, seen } = bodyOf(event, OrganizationChange);
      const { organizationId } = member;
      if (name !== undefined) {
        const renaming = await renameOrganization(
          ports,
          { organizationId, name, seen: seen?.name },
          asMember(member),
        );
        if (renaming.result !== "renamed") throw refused(renaming, "name");
      }
      if (timeZone !== undefined) {
        const change = await changeTimeZone(
          ports,
          { organizationId, timeZone, seen: seen?.timeZone },
          asMember(member),
        );
        if (change.result !== "changed") throw refused(change, "timeZone");
      }
      return jsonResponse(await organizationView(ports, member));
    },
  };
}

function refused({ result }: RefusedSetting, setting: "name" | "timeZone"): ApiError {
  if (result === "conflict") return settingsConflict([setting]);
  return result === "forbidden" ? forbidden() : noSuchOrganization();
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
