import { expect, test } from "vitest";
import { isArmedAgain } from "../../../core/notices/alert-notice.ts";
import type { News } from "../../../core/notices/news.ts";
import {
  afterRefused,
  afterSent,
  afterSweep,
  newOutbox,
  nextMail,
  type Outbox,
  withNews as outboxWithNews,
  quickMails,
  withoutWaiting,
} from "../../../core/notices/outbox.ts";

const key = { organizationId: "org_1", recipientId: "per_1" };
const minute = 60_000;
const hour = 60 * minute;
const start = Date.parse("2026-12-01T12:00:00.000Z");
const at = (ms: number) => new Date(start + ms).toISOString();

let number = 0;
const fired = (alertId: string, ms = 0): News => ({
  ...{ organizationId: "org_1", kind: "alert", id: `fired ${++number}`, at: at(ms), alertId },
  ...{ alertName: "Full", targetId: "grp_1", fired: { place: "Hall", level: 100, threshold: 90 } },
});
const armed = (alertId: string, ms = 0): News => ({
  ...{ organizationId: "org_1", kind: "alert", id: `armed ${++number}`, at: at(ms), alertId },
  ...{ alertName: "Full", targetId: "grp_1" },
});

const fails = (since: number, hours = 1): News => ({
  ...{ organizationId: "org_1", kind: "endpoint", endpointId: "ep_1", endpointName: "Till" },
  ...{ id: `fails ${++number}`, at: at(since + hours * hour) },
  state: { is: "failing", since: at(since), hours },
});
const works = (since: number, until: number): News => ({
  ...{ organizationId: "org_1", kind: "endpoint", endpointId: "ep_1", endpointName: "Till" },
  ...{ id: `works ${++number}`, at: at(until) },
  state: {
    ...{ is: "working", since: at(since), until: at(until) },
    waiting: { count: 3, isExact: true },
  },
});

const withNews = (outbox: Outbox, news: News[], ms = 0) =>
  outboxWithNews(outbox, news, start + ms).outbox;

const claim = (mailId: string, nowMs: number) => ({ mailId, nowMs, hears: () => true });

/** Claims and sends what waits; returns what the mail said, and the outbox after it. */
function send(outbox: Outbox, ms: number) {
  const mailId = `mail ${ms}`;
  const next = nextMail(outbox, claim(mailId, start + ms));
  const isSent = next.step === "send";
  const after = isSent ? afterSent(next.outbox, mailId) : next.outbox;
  return { ...next, outbox: after, told: isSent ? next.notices : [] };
}

test("ten alerts are one mail, and nothing is left to send", () => {
  const news = Array.from({ length: 10 }, (_, index) => fired(`alt_${index}`));
  const { step, told, outbox } = send(withNews(newOutbox(key), news), 0);
  expect([step, told.length]).toEqual(["send", 10]);
  expect(send(outbox, minute).step).toBe("none");
  expect(outbox.dueAtMs).toBeUndefined();
});

test("a flapping alert is one notice, which says how often it fired and that it is armed again", () => {
  const flaps = [0, 10, 20].flatMap((ms) => [fired("alt_1", ms), armed("alt_1", ms + 5)]);
  // The two streams are in any order.
  const { told } = send(withNews(newOutbox(key), flaps.toReversed()), 0);
  expect(told).toMatchObject([{ times: 3, firedAt: at(20), armedAt: at(25) }]);
  expect(told).toHaveLength(1);
});

test("news that come again make nothing new, before and after they were told", () => {
  const one = fired("alt_1");
  const outbox = withNews(newOutbox(key), [one]);
  expect(withNews(outbox, [one])).toBe(outbox);
  const { outbox: after } = send(outbox, 0);
  expect(withNews(after, [one])).toBe(after);
});

test("that an alert is armed again is told only to whom it was told that it had fired", () => {
  const unheard = withNews(newOutbox(key), [armed("alt_1")]);
  expect(send(unheard, 0)).toMatchObject({ step: "none", outbox: { waiting: { notices: [] } } });
  const heard = send(withNews(newOutbox(key), [fired("alt_1")]), 0).outbox;
  const again = send(withNews(heard, [armed("alt_1", 9)]), minute);
  expect(again.told).toMatchObject([{ times: 0, armedAt: at(9), place: "Hall" }]);
  expect(send(withNews(again.outbox, [armed("alt_1", 10)]), hour).step).toBe("none");
});

test.each([
  ["armed before it is known to have fired", [[armed("alt_1", 9)], [fired("alt_1", 5)]], true],
  [
    "fired late, of which the arming was told",
    [...[[fired("alt_1")], [armed("alt_1", 9)], [fired("alt_1", 5)]]],
    true,
  ],
  [
    "armed late, though it has fired since",
    [[fired("alt_1")], [fired("alt_1", 9)], [armed("alt_1", 5)]],
    false,
  ],
  [
    "armed and fired late, though it has fired since",
    [...[[fired("alt_1", 9)], [fired("alt_1"), armed("alt_1", 5)]]],
    false,
  ],
  ["fired after an arming of which nobody heard", [[armed("alt_1")], [fired("alt_1", 5)]], false],
])("mails end with what is so, however late records come: %s", (_, records, isArmed) => {
  let outbox = newOutbox(key);
  const said = records.flatMap((news, index) => {
    const next = send(withNews(outbox, news), index * minute);
    ({ outbox } = next);
    return next.told;
  });
  const last = said.at(-1);
  expect(last?.kind === "alert" && isArmedAgain(last)).toBe(isArmed);
  const later = send(withNews(outbox, [armed("alt_1", 20)]), hour).told;
  expect(later).toHaveLength(isArmed ? 0 : 1);
});

test("that an endpoint works again is told to whom it was told that it fails, and once", () => {
  const unheard = withNews(newOutbox(key), [works(0, hour)]);
  expect(send(unheard, 0)).toMatchObject({ step: "none", outbox: { waiting: { notices: [] } } });
  let { outbox } = send(withNews(newOutbox(key), [fails(0)]), hour);
  // Of the same failure the day is told, too; what is told of its deliveries ends nothing.
  const { id, at: _, state: _state, ...named } = fails(0) as News & { kind: "endpoint" };
  const givenUp = { count: 1, isExact: true };
  const deliveries = {
    ...named,
    id: `${id} given up`,
    at: at(0),
    kind: "deliveries",
    givenUp,
  } as const;
  const day = send(withNews(outbox, [fails(0, 24), deliveries]), 24 * hour);
  expect(day.told).toMatchObject([{ times: 1, state: { hours: 24 } }, { givenUp }]);
  ({ outbox } = day);
  const again = send(withNews(outbox, [works(0, 25 * hour)]), 25 * hour);
  expect(again.told).toMatchObject([{ times: 0, state: { is: "working", waiting: { count: 3 } } }]);
  expect(send(withNews(again.outbox, [works(0, 26 * hour)]), 26 * hour).step).toBe("none");
});

test("an endpoint that flaps is one notice, which says how often it failed and how it is", () => {
  const flaps = [fails(0), fails(0, 24), works(0, 25 * hour), fails(26 * hour)];
  expect(send(withNews(newOutbox(key), flaps), 27 * hour).told).toMatchObject([
    { times: 2, state: { is: "failing", since: at(26 * hour), hours: 1 } },
  ]);
  const ended = withNews(newOutbox(key), [...flaps, works(26 * hour, 28 * hour)]);
  expect(send(ended, 28 * hour).told).toMatchObject([{ times: 2, state: { is: "working" } }]);
});

test("of counts that stopped early, a mail says no exact sum; of roles the last change and how many", () => {
  const about = { organizationId: "org_1", at: at(0), endpointId: "ep_1", endpointName: "Till" };
  const givenUp = (count: number, isExact: boolean): News => ({
    ...{ ...about, kind: "deliveries", id: `${++number}`, givenUp: { count, isExact } },
  });
  const role = (from: "member" | "admin", to: "admin" | "owner", ms: number): News => ({
    ...{ organizationId: "org_1", kind: "role", id: `${++number}`, at: at(ms), by: "Max" },
    ...{ memberId: "mem_1", memberName: "Olga", from, to },
  });
  const news = [
    ...[givenUp(1_000, false), givenUp(3, true)],
    ...[role("admin", "owner", 1), role("member", "admin", 0)],
  ];
  expect(send(withNews(newOutbox(key), news), 0).told).toMatchObject([
    { givenUp: { count: 1_003, isExact: false } },
    { times: 2, from: "admin", to: "owner" },
  ]);
});

test("while a function sends, another one waits; when it has ended midway, the mail is sent once more", () => {
  const claimed = nextMail(
    withNews(newOutbox(key), [fired("alt_1")]),
    claim("first", start),
  ).outbox;
  const later = withNews(claimed, [fired("alt_2")]);
  expect(nextMail(later, claim("second", start + minute)).step).toBe("busy");
  expect(claimed.dueAtMs).toBeLessThanOrEqual(start + 2 * minute);
  const again = nextMail(later, claim("second", start + 2 * minute));
  expect(again).toMatchObject({
    step: "send",
    notices: [{ alertId: "alt_1" }, { alertId: "alt_2" }],
  });
  // The first one was only slow: it does not undo what the second one has begun.
  expect(afterSent(again.outbox, "first")).toBe(again.outbox);
  expect(afterRefused(again.outbox, { mailId: "first" }, start).outbox).toBe(again.outbox);
});

test("what comes while a mail is sent is not lost", () => {
  const { outbox } = nextMail(withNews(newOutbox(key), [fired("alt_1")]), claim("mail", start));
  const after = afterSent(withNews(outbox, [fired("alt_1", 30)]), "mail");
  expect(send(after, minute).told).toMatchObject([{ alertId: "alt_1", times: 1, firedAt: at(30) }]);
});

test("a flapping alert is at most a mail a minute, then one in five, and twenty an hour, and so is what else happens", () => {
  let outbox = newOutbox(key);
  const sentAtMs: number[] = [];
  for (let ms = 0; ms < 3 * hour; ms += 1_000) {
    if (ms % 15_000 === 0) outbox = withNews(outbox, [fired("alt_1", ms)], ms);
    const next = send(outbox, ms);
    outbox = next.outbox;
    if (next.step !== "send") continue;
    expect(next).toMatchObject({ isHeld: sentAtMs.filter((at) => at > ms - hour).length >= 10 });
    sentAtMs.push(ms);
  }
  const minutes = sentAtMs.map((ms) => ms / minute);
  expect(minutes.slice(0, 13)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 14, 19, 24]);
  for (const ms of sentAtMs) {
    const hours = sentAtMs.filter((at) => at > ms - hour && at <= ms);
    expect(hours.length).toBeLessThanOrEqual(20);
  }
  // News of another alert never wait for longer than five minutes.
  const waits = sentAtMs.slice(1).map((ms, index) => ms - (sentAtMs[index] ?? 0));
  expect(Math.max(...waits)).toBe(5 * minute);
});

test("a mail never follows another one within a minute, however soon somebody looks", () => {
  const { outbox } = send(withNews(newOutbox(key), [fired("alt_1")]), 0);
  const waiting = withNews(outbox, [fired("alt_1", 1_000)], 1_000);
  const early = send(waiting, minute - 1);
  // What is written already is not written again.
  expect(early).toEqual({ step: "later", outbox: waiting, told: [] });
  expect(send(waiting, minute).told).toMatchObject([{ times: 1 }]);
});

test.each([
  ["soon, when there was no mail", {}, 20],
  ["a minute after the last mail", { mailsAtMs: [start - 5_000] }, 56],
  ["soon, long after the last mail", { mailsAtMs: [start - 50 * minute] }, 20],
  ["five minutes after the tenth", { mailsAtMs: Array(quickMails).fill(start - 5_000) }, 296],
  ["never, when somebody will by then", { dueAtMs: start + 20_000 }, undefined],
  ["soon, when who was to look has not", { dueAtMs: start - 1 }, 20],
  ["in minutes, where a server refuses for hours", { failures: 4, retryAtMs: start + hour }, 301],
])("somebody looks %s", (_, before, seconds) => {
  const { lookAtMs } = outboxWithNews({ ...newOutbox(key), ...before }, [fired("alt_1")], start);
  expect(lookAtMs && (lookAtMs - start) / 1_000).toBe(seconds);
});

test("a hundred firings in a minute queue one message, and so does what waits for the sweep", () => {
  let [outbox, messages] = [newOutbox(key), 0];
  for (let ms = 0; ms < 20_000; ms += 200) {
    const next = outboxWithNews(outbox, [fired("alt_1", ms)], start + ms);
    outbox = next.outbox;
    if (next.lookAtMs !== undefined) messages += 1;
  }
  expect(messages).toBe(1);
  const swept = afterSweep(outbox, start + hour);
  expect(swept.dueAtMs).toBe(start + 2 * hour);
  expect(afterSweep(swept, start + hour + 5 * minute)).toBe(swept);
});

test("a look by a clock that is behind still plans the next one, for the end of quiet hours", () => {
  const due = { ...withNews(newOutbox(key), [fired("alt_1")]), dueAtMs: start };
  const quietUntilMs = start + 25 * minute;
  const { outbox } = nextMail(due, { ...claim("mail", start - 300), quietUntilMs });
  expect(outbox.dueAtMs).toBe(quietUntilMs);
  expect(afterSweep(outbox, start)).toBe(outbox);
});

test("what is not heard any more takes its refusals with it", () => {
  const { outbox } = nextMail(withNews(newOutbox(key), [fired("alt_1")]), claim("mail", start));
  const refused = afterRefused(outbox, { mailId: "mail" }, start).outbox;
  expect(withoutWaiting(refused)).not.toHaveProperty("failingSinceMs");
  expect(withoutWaiting(refused)).toMatchObject({ failures: 0 });
});

test("what nobody responds to may have come, and counts among the mails of the hour", () => {
  const { outbox } = nextMail(withNews(newOutbox(key), [fired("alt_1")]), claim("mail", start));
  const unanswered = { mailId: "mail", isUnanswered: true };
  expect(afterRefused(outbox, unanswered, start).outbox).toMatchObject({
    ...{ mailsAtMs: [start], waiting: { notices: [{ alertId: "alt_1" }] }, failures: 1 },
  });
});

test("where nobody responds all day, the same mail is sent seven times at most", () => {
  let [outbox, mails, nowMs] = [withNews(newOutbox(key), [fired("alt_1")]), 0, start];
  for (let isGivenUp = false; !isGivenUp; nowMs = outbox.dueAtMs ?? 0) {
    const next = nextMail(outbox, claim("mail", nowMs));
    mails += 1;
    const unanswered = { mailId: "mail", isUnanswered: true };
    ({ outbox, isGivenUp } = afterRefused(next.outbox, unanswered, nowMs));
  }
  expect(mails).toBe(7);
});

test("what SES refuses is tried again later and later, and given up after a day", () => {
  let outbox = withNews(newOutbox(key), [fired("alt_1")]);
  const waits: number[] = [];
  let nowMs = start;
  for (let isGivenUp = false; !isGivenUp; ) {
    const next = nextMail(outbox, claim(`${nowMs}`, nowMs));
    expect(next.step).toBe("send");
    ({ outbox, isGivenUp } = afterRefused(next.outbox, { mailId: `${nowMs}` }, nowMs));
    // Refused mails are none that the person got.
    expect(outbox.mailsAtMs).toEqual([]);
    if (isGivenUp) break;
    const dueAtMs = outbox.dueAtMs ?? 0;
    expect(nextMail(outbox, claim("early", dueAtMs - 1)).step).toBe("later");
    waits.push((dueAtMs - nowMs) / minute);
    nowMs = dueAtMs;
  }
  expect(waits.slice(0, 5)).toEqual([1, 5, 15, 60, 60]);
  expect(nowMs - start).toBeGreaterThanOrEqual(24 * hour);
  expect(outbox.dueAtMs).toBeUndefined();
  // Whoever sends the dead letter again sends what still waits.
  expect(send(outbox, 25 * hour).told).toHaveLength(1);
});

test("an outbox stays small, whatever comes, and says how much it left out", () => {
  const news = Array.from({ length: 1_000 }, (_, index) => fired(`alt_${index}`));
  const outbox = withNews(newOutbox(key), news);
  expect(outbox.waiting.notices.length + outbox.waiting.more).toBe(1_000);
  expect(JSON.stringify(outbox).length).toBeLessThan(20_000);
});
