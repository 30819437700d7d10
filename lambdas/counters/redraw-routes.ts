import { failingOnDamaged } from "../../adapters/aws/damaged-items.ts";
import type { redrawRoutes } from "../../api/private/redraws.ts";
import { ApiError } from "../../core/api-error.ts";
import type { Clock } from "../../core/clock.ts";
import {
  type ChartsPorts,
  newRebuildSum,
  rebuildCharts,
} from "../../core/counters/rebuild-charts.ts";
import { asMember } from "../../core/members/changed-by.ts";
import { findOrganizationName, type OrganizationName } from "../../core/organization-id.ts";
import type { PrivateHandlers } from "../private-api/area-handler.ts";
import { boundedSearch } from "../private-api/bounded-run.ts";
import { noSuchOrganization } from "../private-api/member-access.ts";
import { noSuchCounter } from "./counter-routes.ts";

export type RedrawPorts = ChartsPorts & {
  clock: Pick<Clock, "now">;
  organizationName: OrganizationName;
};

/** Draws charts of the past anew, a few days or counters with each request. */
export function redrawHandlers(ports: RedrawPorts): PrivateHandlers<typeof redrawRoutes> {
  return {
    "POST /api/setup/{organizationId}/charts/redraw": async ({ member, body }) => {
      const { organizationId } = member;
      const { counterIds, timeZone, from } = body;
      const [name, calendar] = await Promise.all([
        findOrganizationName(ports, organizationId),
        ports.calendar(organizationId),
      ]);
      if (name === undefined) throw noSuchOrganization();
      if (calendar.timeZone !== timeZone) throw zoneChanged();
      const sum = newRebuildSum();
      const bounds = boundedSearch(ports.clock);
      const isStopped = () => {
        bounds.onProgress(sum.counters > 0);
        return bounds.isStopped();
      };
      const rebuilt = await failingOnDamaged(() =>
        rebuildCharts(
          { ...ports, calendar: async () => calendar },
          {
            ...{ organizationId, counterIds, from },
            target: { kind: "organization", id: organizationId, name },
          },
          {
            ...{ by: asMember(member), sum, isStopped },
            onEvents: (_, next) => bounds.onProgress((next ?? from) !== from),
          },
        ),
      );
      if (rebuilt.result === "no_such_counter") throw noSuchCounter();
      const { counters, events } = sum;
      const next = rebuilt.result === "stopped" ? rebuilt.next : undefined;
      if (rebuilt.result === "stopped" && counters === 0 && next === from) throw tooManyCounts();
      return { body: { counters, events, from: next ?? null } };
    },
  };
}

function zoneChanged(): ApiError {
  return new ApiError(409, "The time zone was changed meanwhile. Start again");
}

/** No gate counts that often; a program can. */
function tooManyCounts(): ApiError {
  return new ApiError(
    409,
    "One day of a counter has more counts than one request can read. Your operator can redraw the charts with `data repair`",
  );
}
