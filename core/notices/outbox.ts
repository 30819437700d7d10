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
  /** Ids of the latest news, so that a record that comes again makes nothing new. */
  seen: z.array(z.string()),
  /** What was told as begun, such as an alert that fired, by subject, until its end is told. */
  open: z.record(z.string(), z.string()),
  /** When the latest happened that is known of each thing: its beginning can come after its end. */
  since: z.record(z.string(), z.string()).default({}),
  /** How often in a row SES has refused, since when, and when it is asked again. */
  failures: z.int().min(0),
  failingSinceMs: z.int().exactOptional(),
  retryAtMs: z.int().exactOptional(),
  /** How often meanwhile nobody has responded: the mail may have come each time. */
  unanswered: z.int().exactOptional(),
  /** When somebody looks: a message of the queue, or else the sweep; absent while nothing has to be sent. */
  dueAtMs: z.int().exactOptional(),
});
export type Outbox = z.infer<typeof Outbox>;

export type OutboxKey = Pick<Outbox, "organizationId" | "recipientId">;

/** How long an outbox is kept after its last change: longer than news can wait in it. */
export const outboxDays = 8;

/**
 * So many mails of an hour to one recipient of one organization come at least a minute apart, and later ones five:
 * 20 an hour at most, and no news waits longer, whatever flaps.
 */
export const quickMails = 10;
const slowMs = 5 * minuteMs;

/** An organization has a hundred alerts at most; a mail of more would be read by nobody. */
const mostNotices = 50;
const mostOpen = 100;
/** Records come again in batches of at most a hundred, from three streams. */
const mostSeen = 200;

/** From a claim to the end of the function that sends. */
const leaseMs = 90_000;

/** Before the first mail: what happens together is told together. */
const gatherMs = 20_000;

/** The clocks of two functions differ: whoever looks too early would leave it to the sweep. */
const skewMs = 1_000;

/** After news, SES is asked again no later, and then less and less often, as after so many refusals. */
const newsRetryMs = 5 * minuteMs;
const newsFailures = 2;

/** While quiet hours last: the zone's clocks, the zone and the hours can change meanwhile. */
const lookAgainMs = hourMs;

/** What is refused for so long becomes a dead letter. */
const givenUpAfterMs = 24 * hourMs;

export function newOutbox({ organizationId, recipientId }: OutboxKey): Outbox {
  return {
    ...{ organizationId, recipientId, revision: 0, waiting: nothing, mailsAtMs: [], seen: [] },
    ...{ open: {}, since: {}, failures: 0 },
  };
}

const nothing: Waiting = { notices: [], more: 0 };

/**
 * The outbox with news in it, the same object when none of it is new; and when somebody has to look, where
 * nobody will have looked by then.
 */
export function withNews(
  outbox: Outbox,
  news: News[],
  nowMs: number,
): { outbox: Outbox; lookAtMs?: number } {
  const fresh = news.filter(({ id }) => !outbox.seen.includes(id));
  // The first time may have ended before somebody was asked to look.
  if (fresh.length === 0) return { outbox, lookAtMs: nowMs + gatherMs };
  const retryAtMs = retryAfterNewsMs(outbox, nowMs);
  const mayAtMs = retryAtMs ?? mayMailAtMs(outbox.mailsAtMs, nowMs);
  const lookAtMs = Math.max(nowMs + gatherMs, mayAtMs + skewMs);
  const queuedAtMs = queuedLookMs(outbox, { afterMs: Math.max(nowMs, mayAtMs), byMs: lookAtMs });
  const after = {
    ...{ ...outbox, ...(retryAtMs !== undefined && { retryAtMs }) },
    failures: Math.min(outbox.failures, newsFailures),
    waiting: fresh.map(noticeOf).reduce(withNotice, outbox.waiting),
    seen: [...outbox.seen, ...fresh.map(({ id }) => id)].slice(-mostSeen),
    dueAtMs: queuedAtMs ?? lookAtMs,
  };
  // While a mail is being sent, that look can find nothing to do.
  const isLookedAt = queuedAtMs !== undefined && outbox.sending === undefined;
  return { outbox: after, ...(!isLookedAt && { lookAtMs }) };
}

/** When SES is asked again after a refusal, now that there is news; undefined where it may be asked at once. */
function retryAfterNewsMs({ retryAtMs = 0 }: Outbox, nowMs: number): number | undefined {
  return retryAtMs > nowMs ? Math.min(retryAtMs, nowMs + newsRetryMs) : undefined;
}

/**
 * The look for which a message is queued already, after the one time and by the other. An outbox that is due
 * just when a mail may be sent has none: the sweep would come later.
 */
function queuedLookMs(
  { dueAtMs = 0 }: Outbox,
  { afterMs, byMs }: { afterMs: number; byMs: number },
): number | undefined {
  return dueAtMs > afterMs && dueAtMs <= byMs ? dueAtMs : undefined;
}

/** When the next mail may be sent, by those of the hour before; zero where it may be at once. */
function mayMailAtMs(mailsAtMs: number[], nowMs: number): number {
  const lastMs = mailsAtMs.at(-1);
  if (lastMs === undefined) return 0;
  return lastMs + (inLastHour(mailsAtMs, nowMs).length < quickMails ? minuteMs : slowMs);
}

function inLastHour(mailsAtMs: number[], nowMs: number): number[] {
  return mailsAtMs.filter((at) => at > nowMs - hourMs);
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
  const { sending, retryAtMs = 0 } = stored;
  if (sending !== undefined && sending.untilMs > nowMs) return { step: "busy", outbox: stored };
  if (retryAtMs > nowMs) return { step: "later", outbox: stored };
  const all = sending === undefined ? stored.waiting : together(sending, stored.waiting);
  const heard = all.notices.filter(hears);
  const waiting = { ...all, notices: heard.flatMap((one) => told(one, stored) ?? []) };
  const untold = heard.filter((one) => told(one, stored) === undefined);
  const since = sinceAfter(stored.since, untold, mostOpen);
  const known = untold.length > 0 ? { ...stored, since } : stored;
  if (waiting.notices.length === 0) return { step: "none", outbox: withoutWaiting(known) };
  const mailsAtMs = inLastHour(stored.mailsAtMs, nowMs);
  const { sending: _sending, retryAtMs: _retry, ...kept } = known;
  const rest = { ...kept, waiting: nothing, mailsAtMs };
  const laterAtMs = laterThan(nowMs, { quietUntilMs, mayAtMs: mayMailAtMs(mailsAtMs, nowMs) });
  if (laterAtMs !== undefined) {
    // Nothing is written as often as somebody looks; what is due just now is this look, by another clock.
    const { dueAtMs = 0 } = stored;
    const isAhead = dueAtMs > nowMs + skewMs && dueAtMs <= laterAtMs + skewMs;
    const isKnown = sending === undefined && isAhead;
    if (isKnown) return { step: "later", outbox: stored };
    return { step: "later", outbox: { ...rest, waiting, dueAtMs: laterAtMs } };
  }
  const isHeld = mailsAtMs.length >= quickMails;
  const claimed = {
    ...{ ...rest, mailsAtMs: [...mailsAtMs, nowMs] },
    sending: { ...waiting, mailId, untilMs: nowMs + leaseMs },
    // Where this function ends midway, the sweep finds what it held.
    dueAtMs: nowMs + leaseMs,
  };
  return { step: "send", ...waiting, isHeld, outbox: claimed };
}

/** When to look again; undefined where a mail may be sent now. */
function laterThan(
  nowMs: number,
  { quietUntilMs, mayAtMs }: { quietUntilMs: number | undefined; mayAtMs: number },
): number | undefined {
  if (quietUntilMs !== undefined) return Math.min(quietUntilMs, nowMs + lookAgainMs);
  return mayAtMs > nowMs ? mayAtMs : undefined;
}

/** The outbox in which nothing waits, and nothing was refused; the same object where that is so. */
export function withoutWaiting(outbox: Outbox): Outbox {
  const { sending, dueAtMs, ...kept } = withoutRefusals(outbox);
  const waits = outbox.waiting.notices.length > 0 || sending !== undefined || dueAtMs !== undefined;
  return waits || outbox.failures > 0 ? { ...kept, waiting: nothing } : outbox;
}

function withoutRefusals(outbox: Outbox): Outbox {
  const { failingSinceMs: _since, retryAtMs: _retry, unanswered: _unanswered, ...kept } = outbox;
  return { ...kept, failures: 0 };
}

/** The outbox of which the sweep sends what was refused, now that a test message has arrived. */
export function withRetryNow(outbox: Outbox, nowMs: number): Outbox {
  return outbox.failures > 0 ? { ...withoutRefusals(outbox), dueAtMs: nowMs } : outbox;
}

/** How long the sweep leaves an outbox to the message that it has queued. */
const sweptAgainMs = hourMs;

/** The outbox after the sweep has queued a message for it; the same object where nothing is due any more. */
export function afterSweep(outbox: Outbox, nowMs: number): Outbox {
  const { dueAtMs = Number.POSITIVE_INFINITY } = outbox;
  return dueAtMs <= nowMs ? { ...outbox, dueAtMs: nowMs + sweptAgainMs } : outbox;
}

/** The outbox after SES has accepted the mail; the same object when another function has it since. */
export function afterSent(outbox: Outbox, mailId: string): Outbox {
  const { sending, dueAtMs: _due, ...kept } = withoutRefusals(outbox);
  if (sending?.mailId !== mailId) return outbox;
  const open = openAfter(outbox.open, sending.notices, mostOpen);
  const since = sinceAfter(outbox.since, sending.notices, mostOpen);
  const sent = { ...kept, open, since };
  if (kept.waiting.notices.length === 0) return sent;
  return { ...sent, dueAtMs: mayMailAtMs(kept.mailsAtMs, kept.mailsAtMs.at(-1) ?? 0) };
}

/** Minutes until the next attempt, by the failures so far; the last one for all that follow. */
const retryMinutes = [1, 5, 15, 60];
/** Where nobody responded, the mail may have come: a day brings it seven times at most. */
const unansweredMinutes = [1, 15, 240, 480];

/** Milliseconds until the next attempt, by the failures before this one; undefined where there is none. */
export type RetryAfterMs = (failures: number, failingMs: number) => number | undefined;

function mailRetryMs(minutes: number[]): RetryAfterMs {
  return (failures, failingMs) =>
    failingMs >= givenUpAfterMs ? undefined : (minutes[failures] ?? minutes.at(-1) ?? 0) * minuteMs;
}

/** The outbox after a mail was refused; `isGivenUp` when no attempt follows: for mails, after a day. */
export function afterRefused(
  outbox: Outbox,
  { mailId, isUnanswered }: { mailId: string; isUnanswered?: boolean | undefined },
  nowMs: number,
  retryAfterMs = mailRetryMs(isUnanswered ? unansweredMinutes : retryMinutes),
): { outbox: Outbox; isGivenUp: boolean } {
  const { failures, failingSinceMs = nowMs, unanswered = 0 } = outbox;
  const { sending, dueAtMs: _due, ...kept } = withoutRefusals(outbox);
  if (sending?.mailId !== mailId) return { outbox, isGivenUp: false };
  const waiting = together(sending, outbox.waiting);
  // It was no mail, unless nobody knows.
  const mailsAtMs = isUnanswered ? outbox.mailsAtMs : outbox.mailsAtMs.slice(0, -1);
  const back = { ...kept, waiting, mailsAtMs };
  const afterMs = retryAfterMs(isUnanswered ? unanswered : failures, nowMs - failingSinceMs);
  if (afterMs === undefined) return { outbox: back, isGivenUp: true };
  const retryAtMs = nowMs + afterMs;
  const failing = { failures: failures + 1, failingSinceMs, retryAtMs, dueAtMs: retryAtMs };
  const known = { unanswered: unanswered + (isUnanswered ? 1 : 0) };
  return { outbox: { ...back, ...failing, ...known }, isGivenUp: false };
}
