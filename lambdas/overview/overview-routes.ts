import { type overviewRoutes, readUnitsOfOverview } from "../../api/private/overview.ts";
import { allInOrder } from "../../core/all-in-order.ts";
import { asMember } from "../../core/members/changed-by.ts";
import { isOrganizationId } from "../../core/organization-id.ts";
import type { OrganizationSettingPorts } from "../../core/organizations/organization-changes.ts";
import { type OverviewPorts, readOverview, readTargets } from "../../core/overview/overview.ts";
import { changePins } from "../../core/overview/pins.ts";
import { readUsual } from "../../core/overview/usual.ts";
import { weakEntityTag } from "../http/entity-tag.ts";
import { tooBusy } from "../http/error-response.ts";
import type { PrivateHandlers } from "../private-api/area-handler.ts";
import { settingsConflict } from "../private-api/conflict-errors.ts";
import { forbidden, noSuchOrganization } from "../private-api/member-access.ts";
import { wrongRequest } from "../private-api/request-parsing.ts";
import { overviewView } from "./overview-views.ts";

type OverviewRoutePorts = OverviewPorts & OrganizationSettingPorts;

/** What owners and admins see first. */
export function overviewHandlers(
  ports: OverviewRoutePorts,
): PrivateHandlers<typeof overviewRoutes> {
  return {
    "GET /api/overview/{organizationId}": async ({ authorize, path, query }) => {
      const { organizationId } = path;
      // First: what follows can be a long list, which takes from the organization's budget.
      await authorize(readUnitsOfOverview(query.targets.length));
      const shown = isOrganizationId(organizationId)
        ? await readOverview(ports, organizationId, query.targets)
        : undefined;
      if (shown?.result === "used_up") {
        throw tooBusy("Your organization reads too many long lists at once; repeat in 1 s");
      }
      if (shown?.result !== "shown") throw noSuchOrganization();
      const body = overviewView(shown.overview);
      return { body, headers: { etag: weakEntityTag(JSON.stringify(body)) } };
    },

    "GET /api/overview/{organizationId}/usual": async ({ authorize, path, query }) => {
      const { organizationId } = path;
      const known = isOrganizationId(organizationId);
      const [, targets, organization] = await allInOrder([
        authorize(),
        known ? readTargets(ports, organizationId, query.targets) : [],
        known ? ports.organization(organizationId) : undefined,
      ]);
      if (organization === undefined) throw noSuchOrganization();
      const { calendar } = organization;
      const usual = await allInOrder(
        targets.map(async ({ id, charted }) => {
          const target = { organizationId, targetId: id };
          return { id, ...(await readUsual(ports, target, { charted, calendar })) };
        }),
      );
      return { body: { usual } };
    },

    "PATCH /api/overview/{organizationId}/pins": async ({ member, body }) => {
      const { organizationId } = member;
      const edit = { organizationId, pins: body.settings.pins, seen: body.seen?.pins };
      const changed = await changePins(ports, edit, asMember(member));
      switch (changed.result) {
        case "pinned":
          return { body: { pins: changed.pins } };
        case "unknown_targets":
          throw wrongRequest("INVALID_BODY", "pins", unknownTargets(changed.ids));
        case "conflict":
          throw settingsConflict(["pins"]);
        case "forbidden":
          throw forbidden();
        case "no_such_organization":
          throw noSuchOrganization();
      }
    },
  };
}

function unknownTargets(ids: string[]): string {
  return `the organization has no counter or group ${ids.join(", ")}`;
}
