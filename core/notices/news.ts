import type { StoredAlert } from "../alerts/alert.ts";
import { type Firing, firingKeyOf } from "../alerts/firing.ts";
import { derivedDigits } from "../derived-id.ts";
import type { NoticeKind } from "../members/preferences.ts";

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
  /** Where an alert fired, and at which level; absent when it is armed again. */
  fired?: { place: string; level: number; threshold: number };
}

/** Something that happened, of which people may want to hear. */
export type News = AlertNews;

/** Nobody wants to hear of what is older, as after a long failure: it is in the console. */
const newsLastsMs = 20 * 3_600_000;

export function isNews({ at }: News, nowMs: number): boolean {
  return nowMs - Date.parse(at) < newsLastsMs;
}

export function firingNews(firing: Firing): AlertNews {
  const { organizationId, createdAt, alertId, alertName, level, threshold } = firing;
  const place = firing.groupName ?? firing.counterName;
  return {
    ...{ organizationId, kind: "alert", id: newsId("fired", firingKeyOf(firing).firingKey) },
    ...{ at: createdAt, alertId, alertName, fired: { place, level, threshold } },
  };
}

/** Of an alert that a count has armed again. */
export function rearmingNews({ organizationId, id, name, ...alert }: StoredAlert): AlertNews {
  return {
    ...{ organizationId, kind: "alert", id: newsId("armed", id, alert.stateEventId ?? "") },
    ...{ at: alert.stateSince, alertId: id, alertName: name },
  };
}

/** Short, because outboxes keep many. */
const newsId = (...parts: string[]) => derivedDigits(["news", ...parts]);
