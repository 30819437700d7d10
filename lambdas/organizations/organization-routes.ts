import type { organizationRoutes } from "../../api/private/organizations.ts";
import type { ApiError } from "../../core/api-error.ts";
import { asMember } from "../../core/members/changed-by.ts";
import type { Member } from "../../core/members/member.ts";
import {
  findOrganization,
  type Organization,
  OrganizationSettings,
  type Organizations,
} from "../../core/organizations/organization.ts";
import {
  changeSetting,
  type OrganizationSettingPorts,
  type RefusedSetting,
} from "../../core/organizations/organization-changes.ts";
import type { PrivateHandlers } from "../private-api/area-handler.ts";
import { settingsConflict } from "../private-api/conflict-errors.ts";
import { forbidden, noSuchOrganization } from "../private-api/member-access.ts";

type OrganizationRoutePorts = OrganizationSettingPorts & {
  organizations: Pick<Organizations, "get">;
  /** Has the weekly report told from now on; undefined where this deployment sends no mail. */
  reportSchedules?: { begin(organizationId: string, nowMs: number): Promise<void> } | undefined;
};

/** What owners and admins may set of their organization; the plan is the operator's alone. */
export function organizationHandlers(
  ports: OrganizationRoutePorts,
): PrivateHandlers<typeof organizationRoutes> {
  return {
    "GET /api/organization/{organizationId}": async ({ member }) => ({
      body: await organizationOf(ports, member),
    }),

    "PATCH /api/organization/{organizationId}": async ({ member, body }) => {
      const { settings, seen } = body;
      if (settings.reportMails === "admins") {
        await ports.reportSchedules?.begin(member.organizationId, ports.clock.now());
      }
      for (const field of OrganizationSettings.keyof().options) {
        const to = settings[field];
        if (to === undefined) continue;
        const edit = { field, to, seen: seen?.[field] };
        const change = await changeSetting(ports, member.organizationId, edit, asMember(member));
        if (change.result !== "set") throw refused(change, field);
      }
      return { body: await organizationOf(ports, member) };
    },
  };
}

function refused({ result }: RefusedSetting, setting: keyof OrganizationSettings): ApiError {
  if (result === "conflict") return settingsConflict([setting]);
  return result === "forbidden" ? forbidden() : noSuchOrganization();
}

async function organizationOf(
  ports: Pick<OrganizationRoutePorts, "organizations">,
  { organizationId }: Member,
): Promise<Organization> {
  const record = await findOrganization(ports, organizationId);
  if (record === undefined) throw noSuchOrganization();
  return record.organization;
}
