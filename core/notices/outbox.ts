import * as z from "zod";
import { hourMs, minuteMs } from "../time-zone.ts";
import type { News } from "./news.ts";
import { merged, Notice, noticeOf, openAfter, sinceAfter, subjectOf, told } from "./notice.ts";

const Waiting = z.object({
  notices: z.array(Notice),
  /** How many notices had no room. */
  more: z.int().min(0),
});
type Waiting = z.infer<typeof Waiting>;

/**
 * Everything that waits to be told to one recipient of one organization, and what keeps it from being told
 * twice: one item, so that each step is one conditional write.
 */
export const Outbox = z.object({
  organizationId: z.string(),
  /** A person's or a chat channel's id. */
  recipientId: z.string(),
  /** Rises with every write. */
  revision: z.int().min(0),
  waiting: Waiting,
  /** The mail that is being sent, until its outcome is recorded or the time is over. */
  sending: Waiting.extend({ mailId: z.string(), untilMs: z.int() }).exactOptional(),
  /** When the mails of the last hour were sent. */
  mailsAtMs: z.array(z.int()),
  /** Whether the limit of mails an hour has held this back. */
  isHeld: z.boolean(),
  /** Ids of the latest news, so that a record that comes again makes nothing new. */
  seen: z.array(z.string()),
  /** What was told as begun, such as an alert that fired, by subject, until its end is told. */
  open: z.record(z.string(), z.string()),
  /** When the latest happened that is known of each thing: its beginning can come after its end. */
  since: z.record(z.string(), z.string()).default({}),
  /** How often in a row SES has refused, and since when. */
  failures: z.int().min(0),
  failingSinceMs: z.int().exactOptional(),
  /** When the sweep looks again; absent while nothing has to be sent later. */
  dueAtMs: z.int().exactOptional(),
});
export type Outbox = z.infer<typeof Outbox>;

export type OutboxKey = Pick<Outbox, "organizationId" | "recipientId">;

/** How long an outbox is kept after its last change: longer than news can wait in it. */
export const outboxDays = 8;

/** The most mails to one recipient of one organization in an hour. */
export const mailsAnHour = 20;

/** An organization has a hundred alerts at most; a mail of more would be read by nobody. */
const mostNotices = 50;
const mostOpen = 100;
/** Records come again in batches of at most a hundred, from two streams. */
const mostSeen = 200;

/** From a claim to the end of the function that sends. */
const leaseMs = 90_000;

/** Before the first mail: what happens together is told together. */
const gatherMs = 20_000;

/** While quiet hours last: the zone's clocks, the zone and the hours can change meanwhile. */
const lookAgainMs = hourMs;

/** What is refused for so long becomes a dead letter. */
const givenUpAfterMs = 24 * hourMs;

export function newOutbox({ organizationId, recipientId }: OutboxKey): Outbox {
  return {
    ...{ organizationId, recipientId, revision: 0, waiting: nothing, mailsAtMs: [], isHeld: false },
    ...{ seen: [], open: {}, since: {}, failures: 0 },
  };
}

const nothing: Waiting = { notices: [], more: 0 };

/** The outbox with news in it; the same object when none of it is new. */
export function withNews(outbox: Outbox, news: News[]): Outbox {
  const fresh = news.filter(({ id }) => !outbox.seen.includes(id));
  if (fresh.length === 0) return outbox;
  return {
    ...outbox,
    waiting: fresh.map(noticeOf).reduce(withNotice, outbox.waiting),
    seen: [...outbox.seen, ...fresh.map(({ id }) => id)].slice(-mostSeen),
  };
}

function withNotice({ notices, more }: Waiting, added: Notice): Waiting {
  const index = notices.findIndex((notice) => subjectOf(notice) === subjectOf(added));
  const known = notices[index];
  if (known !== undefined) return { notices: notices.with(index, merged(known, added)), more };
  const hasRoom = notices.length < mostNotices;
  return hasRoom ? { notices: [...notices, added], more } : { notices, more: more + 1 };
}

function together({ notices, more }: Waiting, later: Waiting): Waiting {
  return later.notices.reduce(withNotice, { notices, more: more + later.more });
}

/** How long a message waits before somebody looks into the outbox: no two mails in a minute. */
export function gatherSeconds({ mailsAtMs }: Outbox, nowMs: number): number {
  const afterLastMs = (mailsAtMs.at(-1) ?? 0) + minuteMs - nowMs;
  return Math.ceil(Math.max(gatherMs, Math.min(minuteMs, afterLastMs)) / 1_000);
}

/** `outbox` is what to store first: the same object where nothing changes. */
export type NextMail = { outbox: Outbox } & (
  | { step: "none" }
  /** Another function sends just now. */
  | { step: "busy" }
  | { step: "later" }
  | { step: "send"; notices: Notice[]; more: number; isHeld: boolean }
);

export interface Claim {
  mailId: string;
  nowMs: number;
  /** Whether the recipient hears of it now; what waits of others is dropped. */
  hears(notice: Notice): boolean;
  /** When the recipient's quiet hours end; absent outside of them. */
  quietUntilMs?: number | undefined;
}

/** What to do now about what waits. */
export function nextMail(stored: Outbox, { mailId, nowMs, hears, quietUntilMs }: Claim): NextMail {
  const { sending, dueAtMs = 0, failures, isHeld } = stored;
  if (sending !== undefined && sending.untilMs > nowMs) return { step: "busy", outbox: stored };
  if (failures > 0 && dueAtMs > nowMs) return { step: "later", outbox: stored };
  const all = sending === undefined ? stored.waiting : together(sending, stored.waiting);
  const heard = all.notices.filter(hears);
  const waiting = { ...all, notices: heard.flatMap((one) => told(one, stored) ?? []) };
  const untold = heard.filter((one) => told(one, stored) === undefined);
  const since = sinceAfter(stored.since, untold, mostOpen);
  const empty = withoutWaiting(untold.length > 0 ? { ...stored, since } : stored);
  if (waiting.notices.length === 0) return { step: "none", outbox: empty };
  const mailsAtMs = stored.mailsAtMs.filter((at) => at > nowMs - hourMs);
  const rest = { ...empty, mailsAtMs };
  if (quietUntilMs !== undefined) {
    const dueAtMs = Math.min(quietUntilMs, nowMs + lookAgainMs);
    return { step: "later", outbox: { ...rest, waiting, dueAtMs } };
  }
  const [first = nowMs] = mailsAtMs;
  if (mailsAtMs.length >= mailsAnHour) {
    const held = { ...rest, waiting, isHeld: true, dueAtMs: first + hourMs };
    return { step: "later", outbox: held };
  }
  const claimed = {
    ...{ ...rest, isHeld: false, mailsAtMs: [...mailsAtMs, nowMs] },
    sending: { ...waiting, mailId, untilMs: nowMs + leaseMs },
    // Where this function ends midway, the sweep finds what it held.
    dueAtMs: nowMs + leaseMs,
  };
  return { step: "send", ...waiting, isHeld, outbox: claimed };
}

/** The outbox in which nothing waits; the same object where nothing did. */
export function withoutWaiting(outbox: Outbox): Outbox {
  const { sending, dueAtMs, ...kept } = outbox;
  const waits = outbox.waiting.notices.length > 0 || sending !== undefined || dueAtMs !== undefined;
  return waits ? { ...kept, waiting: nothing } : outbox;
}

/** The outbox after SES has accepted the mail; the same object when another function has it since. */
export function afterSent(outbox: Outbox, mailId: string): Outbox {
  const { sending, dueAtMs: _due, failingSinceMs: _since, ...kept } = outbox;
  if (sending?.mailId !== mailId) return outbox;
  const open = openAfter(outbox.open, sending.notices, mostOpen);
  const since = sinceAfter(outbox.since, sending.notices, mostOpen);
  return { ...kept, failures: 0, open, since };
}

/** Minutes until the next attempt, by the failures so far; the last one for all that follow. */
const retryMinutes = [1, 5, 15, 60];

/** Milliseconds until the next attempt, by the failures before this one; undefined where there is none. */
export type RetryAfterMs = (failures: number, failingMs: number) => number | undefined;

const mailRetryMs: RetryAfterMs = (failures, failingMs) => {
  const minutes = retryMinutes[Math.min(failures, retryMinutes.length - 1)] ?? 60;
  return failingMs >= givenUpAfterMs ? undefined : minutes * minuteMs;
};

/** The outbox after a mail was refused; `isGivenUp` when no attempt follows: for mails, after a day. */
export function afterRefused(
  outbox: Outbox,
  { mailId, isUnanswered }: { mailId: string; isUnanswered?: boolean | undefined },
  nowMs: number,
  retryAfterMs = mailRetryMs,
): { outbox: Outbox; isGivenUp: boolean } {
  const { sending, failures, failingSinceMs = nowMs, dueAtMs: _due, ...kept } = outbox;
  if (sending?.mailId !== mailId) return { outbox, isGivenUp: false };
  const waiting = together(sending, outbox.waiting);
  // It was no mail, unless nobody knows.
  const mailsAtMs = isUnanswered ? outbox.mailsAtMs : outbox.mailsAtMs.slice(0, -1);
  const back = { ...kept, waiting, mailsAtMs };
  const afterMs = retryAfterMs(failures, nowMs - failingSinceMs);
  if (afterMs === undefined) return { outbox: { ...back, failures: 0 }, isGivenUp: true };
  const dueAtMs = nowMs + afterMs;
  return { outbox: { ...back, failures: failures + 1, failingSinceMs, dueAtMs }, isGivenUp: false };
}
