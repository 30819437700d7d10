import { isCounterId } from "../counters/counter-names.ts";
import { may, type Role } from "../members/role.ts";
import { type AlertNotice, isArmedAgain } from "./alert-notice.ts";
import type { AtLeast } from "./at-least.ts";
import type { DeliveriesNotice } from "./deliveries-notice.ts";
import type { EndpointNotice } from "./endpoint-notice.ts";
import type { MailMessages } from "./messages/en.ts";
import { messagesOf } from "./messages/messages.ts";
import type { Notice } from "./notice.ts";
import { type NoticeReader, type NoticeText, oneLine, type PathText } from "./notice-parts.ts";
import type { ReportNotice } from "./report-notice.ts";
import { reportText } from "./report-text.ts";
import type { RoleNotice } from "./role-notice.ts";

/** The texts of a language, and times as its readers know them. */
interface Writing {
  messages: MailMessages;
  role: Role;
  time(at: string): string;
  hours(hours: number): string;
}

export function noticeText(notice: Notice, reader: NoticeReader): NoticeText {
  const { organizationId, organization, consoleUrl, role = "owner" } = reader;
  const { language } = organization;
  const hour = { style: "unit", unit: "hour", unitDisplay: "long" } as const;
  const messages = messagesOf[language];
  const { path, ...text } =
    notice.kind === "report"
      ? reportText(notice, reader, messages)
      : textOf(notice, {
          ...{ messages, role },
          time: (at) => formatTime(at, organization),
          hours: (hours) => new Intl.NumberFormat(language, hour).format(hours),
        });
  return { ...text, url: `${consoleUrl}/organizations/${organizationId}/${path}` };
}

function textOf(notice: Exclude<Notice, ReportNotice>, writing: Writing): PathText {
  if (notice.kind === "alert") return alertText(notice, writing);
  if (notice.kind === "endpoint") return endpointText(notice, writing);
  return notice.kind === "deliveries" ? deliveriesText(notice, writing) : roleText(notice, writing);
}

function alertText(notice: AlertNotice, { messages, role, time }: Writing): PathText {
  const { alertId, times, firedAt, level, threshold, armedAt } = notice;
  const [alert, place] = [oneLine(notice.alertName), oneLine(notice.place ?? "")];
  const hasFired = firedAt !== undefined && level !== undefined && threshold !== undefined;
  return {
    title: (hasFired ? messages.hasFired : messages.isArmedAgain)(alert, place),
    lines: [
      ...(hasFired ? [messages.reached(place, level, threshold, time(firedAt))] : []),
      ...(times > 1 ? [messages.timesFired(times)] : []),
      ...(armedAt !== undefined && isArmedAgain(notice)
        ? [messages.armedSince(time(armedAt))]
        : []),
    ],
    path: may(role, "manage_alerts") ? `alerts/${alertId}` : watchedPath(notice),
  };
}

/** The page of what an alert watches, which every member sees. */
function watchedPath({ targetId = "" }: AlertNotice): string {
  return isCounterId(targetId) ? `counters/${targetId}` : `groups/${targetId}`;
}

function endpointText(notice: EndpointNotice, { messages, time, hours }: Writing): PathText {
  const { endpointId, times, state } = notice;
  const endpoint = oneLine(notice.endpointName);
  const since = time(state.since);
  const flaps = times > 1 ? [messages.timesFailed(times)] : [];
  const path = `settings/webhooks/${endpointId}`;
  if (state.is === "failing") {
    const title = messages.isFailing(endpoint, hours(state.hours));
    return { title, lines: [messages.failingSince(since), ...flaps], path };
  }
  const lines = [messages.failedFrom(since, time(state.until)), ...flaps];
  if (state.waiting.count > 0) lines.push(messages.unfinished(countText(state.waiting, messages)));
  return { title: messages.works(endpoint), lines, path };
}

function deliveriesText(notice: DeliveriesNotice, { messages, time }: Writing): PathText {
  const { endpointId, givenUp, heldBack } = notice;
  const endpoint = oneLine(notice.endpointName);
  return {
    title: (givenUp ? messages.givenUp : messages.heldBack)(endpoint),
    lines: [
      ...(heldBack ? [messages.paused(time(heldBack.since), countText(heldBack, messages))] : []),
      ...(givenUp ? [messages.failed(countText(givenUp, messages))] : []),
    ],
    path: `settings/webhooks/${endpointId}`,
  };
}

function roleText({ memberName, times, at, ...change }: RoleNotice, writing: Writing): PathText {
  const { messages, time } = writing;
  const [from, to] = [messages.roles[change.from], messages.roles[change.to]];
  return {
    title: messages.roleChanged(oneLine(memberName)),
    lines: [
      messages.fromTo(time(at), from, to),
      ...(change.by === null ? [] : [messages.changedBy(oneLine(change.by))]),
      ...(times > 1 ? [messages.timesChanged(times)] : []),
    ],
    // A member hears only of their own.
    path: may(writing.role, "see_members") ? "settings/members" : "notifications",
  };
}

function countText({ count, isExact }: AtLeast, { atLeast, number }: MailMessages): string {
  return isExact ? number(count) : atLeast(count);
}

/** To the minute, and without the year: a mail has a date. */
export function formatTime(
  at: string,
  { language, timeZone }: NoticeReader["organization"],
): string {
  const format = new Intl.DateTimeFormat(language, {
    ...{ month: "long", day: "numeric", hour: "numeric", minute: "2-digit" },
    ...{ timeZoneName: "short", timeZone },
  });
  return format.format(Date.parse(at));
}
