import * as z from "zod";
import type { StoredAlert } from "../alerts/alert.ts";
import { type Firing, firingKeyOf } from "../alerts/firing.ts";
import type { AuditDetails, AuditEntry } from "../audit/audit-entry.ts";
import type { LocalDate } from "../calendar.ts";
import { derivedDigits } from "../derived-id.ts";
import type { NoticeKind } from "../members/preferences.ts";
import { type Role, roles } from "../members/role.ts";
import type { AtLeast } from "./at-least.ts";
import type { EndpointState } from "./endpoint-state.ts";

interface AnyNews {
  organizationId: string;
  kind: NoticeKind;
  /** The same whenever the same thing is reported again. */
  id: string;
  /** ISO 8601. */
  at: string;
}

export interface AlertNews extends AnyNews {
  kind: "alert";
  alertId: string;
  alertName: string;
  /** The counter or the group that it watches. */
  targetId: string;
  /** Where an alert fired, and at which level; absent when it is armed again. */
  fired?: { place: string; level: number; threshold: number };
}

export interface EndpointNews extends AnyNews {
  kind: "endpoint";
  endpointId: string;
  endpointName: string;
  state: EndpointState;
}

export interface DeliveriesNews extends AnyNews {
  kind: "deliveries";
  endpointId: string;
  endpointName: string;
  /** Deliveries that have failed for good. */
  givenUp?: AtLeast;
  /** Deliveries that a pause has held back, and since when it lasts. */
  heldBack?: AtLeast & { since: string };
}

export interface RoleNews extends AnyNews {
  kind: "role";
  memberId: string;
  memberName: string;
  from: Role;
  to: Role;
  /** The name of who changed it; null for an operator. */
  by: string | null;
}

/** That it is time for the report of a week, which is named by the Monday with which it began. */
export interface ReportNews extends AnyNews {
  kind: "report";
  week: LocalDate;
}

/** Something that happened, of which people may want to hear. */
export type News = AlertNews | EndpointNews | DeliveriesNews | RoleNews | ReportNews;

/** Nobody wants to hear of what is older, as after a long failure: it is in the console. */
const newsLastsMs = 20 * 3_600_000;

export function isNews(news: News, nowMs: number): boolean {
  // Who accepts an invitation can keep the role that they had.
  const isSame = news.kind === "role" && news.from === news.to;
  return !isSame && nowMs - Date.parse(news.at) < newsLastsMs;
}

export function firingNews(firing: Firing): AlertNews {
  const { organizationId, createdAt, alertId, alertName, level, threshold } = firing;
  const place = firing.groupName ?? firing.counterName;
  return {
    ...{ organizationId, kind: "alert", id: newsId("fired", firingKeyOf(firing).firingKey) },
    ...{ at: createdAt, alertId, alertName, targetId: firing.groupId ?? firing.counterId },
    fired: { place, level, threshold },
  };
}

/** Of an alert that a count has armed again. */
export function rearmingNews({ organizationId, id, name, ...alert }: StoredAlert): AlertNews {
  return {
    ...{ organizationId, kind: "alert", id: newsId("armed", id, alert.stateEventId ?? "") },
    ...{ at: alert.stateSince, alertId: id, alertName: name, targetId: alert.targetId },
  };
}

/** Of a member's new role, by its entry in the audit log; an accepted invitation can raise it. */
export function roleNews({ organizationId, key, at, ...entry }: AuditEntry): RoleNews {
  const roleIn = (details: AuditDetails | null) => z.enum(roles).parse(details?.role);
  const { actor, target, before, after } = entry;
  return {
    ...{ organizationId, kind: "role", id: newsId("role", key), at },
    ...{ memberId: target.id ?? "", memberName: target.name ?? "" },
    ...{ from: roleIn(before), to: roleIn(after), by: actor.name },
  };
}

export function reportNews(due: Pick<ReportNews, "organizationId" | "week" | "at">): ReportNews {
  return { ...due, kind: "report", id: newsId("report", due.week) };
}

/** Short, because outboxes keep many. */
export const newsId = (...parts: (string | number)[]) => derivedDigits(["news", ...parts]);
