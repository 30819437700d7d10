import { failingOnDamaged } from "../../adapters/aws/damaged-items.ts";
import type { redrawRoutes } from "../../api/private/redraws.ts";
import { allInOrder } from "../../core/all-in-order.ts";
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

type RedrawPorts = ChartsPorts & {
  clock: Pick<Clock, "now">;
  organizationName: OrganizationName;
};

/** Draws charts of the past anew, a few days or counters with each request. */
export function redrawHandlers(ports: RedrawPorts): PrivateHandlers<typeof redrawRoutes> {
  return {
    "POST /api/setup/{organizationId}/charts/redraw": async ({ member, body }) => {
      const { organizationId } = member;
      const { counterIds, timeZone, from } = body;
      const calendar = async () => {
        const now = await ports.calendar(organizationId);
        if (now.timeZone !== timeZone) throw zoneChanged();
        return now;
      };
      const [name] = await allInOrder([findOrganizationName(ports, organizationId), calendar()]);
      if (name === undefined) throw noSuchOrganization();
      const sum = newRebuildSum();
      const skipped: string[] = [];
      const bounds = boundedSearch(ports.clock);
      const isStopped = () => {
        bounds.onProgress(sum.counters + skipped.length > 0);
        return bounds.isStopped();
      };
      const rebuilt = await failingOnDamaged(() =>
        rebuildCharts(
          { ...ports, calendar },
          {
            ...{ organizationId, counterIds, from },
            target: { kind: "organization", id: organizationId, name },
          },
          {
            ...{ by: asMember(member), sum, isStopped },
            onEvents: (_, next) => bounds.onProgress((next ?? from) !== from),
            onDamaged: (counterId) => skipped.push(counterId),
          },
        ),
      );
      if (rebuilt.result === "no_such_counter") throw noSuchCounter();
      let next = rebuilt.result === "stopped" ? rebuilt.next : undefined;
      if (rebuilt.result === "stopped" && sum.counters + skipped.length === 0 && next === from) {
        // One day of it has more counts than a request can read. No gate counts that often; a program can.
        skipped.push(rebuilt.counterId);
        next = undefined;
      }
      const counters = sum.counters + skipped.length;
      return { body: { counters, events: sum.events, from: next ?? null, skipped } };
    },
  };
}

function zoneChanged(): ApiError {
  return new ApiError(409, "The time zone was changed meanwhile. Start again");
}
