import { maximumAlerts } from "../../core/alerts/alert.ts";
import { firingDays } from "../../core/alerts/firing.ts";
import { listUnitsPerSecond } from "../../core/counters/list-budget.ts";
import { maximumBatch } from "../../core/counters/taps/tap-limits.ts";
import { maximumEmbedSessions } from "../../core/embeds/embed-session.ts";
import {
  maximumGateCounters,
  maximumOnScreen,
  maximumOpenGates,
} from "../../core/gates/gate-limits.ts";
import { maximumGroups } from "../../core/groups/group.ts";
import * as limits from "../../core/limits.ts";
import { maximumOpenInvitations } from "../../core/members/invitation.ts";
import { maximumMembers } from "../../core/members/member.ts";
import { maximumOrganizations } from "../../core/members/person.ts";
import { personReadLimit, tapLimit } from "../../core/rate-limits.ts";
import { markdownTable, numberText } from "../report/table.ts";

/** The numbers of the code; what has no number here is written by hand below the table. */
export function serviceLimits(): string {
  const rows: [limit: string, ...numbers: number[]][] = [
    [
      "Counters, groups, alerts of an organization",
      limits.maximumCounters,
      maximumGroups,
      maximumAlerts,
    ],
    [
      "API keys, webhook endpoints of an organization",
      limits.maximumApiKeys,
      limits.maximumEndpoints,
    ],
    ["Counters and groups of an endpoint's filter", limits.maximumFilterIds],
    ["Characters of an endpoint's name", limits.maximumEndpointName],
    [
      "Embeds, gates that are open, counters of a gate, of them on one screen",
      maximumEmbedSessions,
      maximumOpenGates,
      maximumGateCounters,
      maximumOnScreen,
    ],
    ["Members, open invitations of an organization", maximumMembers, maximumOpenInvitations],
    ["Organizations of a person", maximumOrganizations],
    [
      "Taps or undos in a request, of a gate or session in a minute",
      maximumBatch,
      tapLimit.perMinute,
    ],
    ["Read units a second for an organization's lists in the read API", listUnitsPerSecond],
    ["Read units a minute of a person in the console", personReadLimit.perMinute],
    [
      "Rows of a file to import, bytes of it in the console",
      limits.maximumImportRows,
      limits.maximumImportBytes,
    ],
    ["Days for which deliveries, alert firings are kept", limits.deliveryDays, firingDays],
  ];
  return markdownTable(
    ["Limit", "Value"],
    rows.map(([limit, ...numbers]) => [limit, numbers.map(numberText).join(" / ")]),
  );
}
