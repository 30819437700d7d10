import { expect, test } from "vitest";
import type { NoticeKind } from "../../../core/members/preferences.ts";
import {
  type ChatChannels,
  type ChatOutcome,
  channelIn,
  noChatChannels,
  type StoredChatChannel,
} from "../../../core/notices/chat-channel.ts";
import { chatText, composeChat } from "../../../core/notices/chat-message.ts";
import { chatOutcome } from "../../../core/notices/chat-response.ts";
import {
  addChatChannel,
  type ChatChannelStore,
  changeChatChannel,
  removeChatChannel,
  testChatChannel,
} from "../../../core/notices/manage-chat-channels.ts";
import type { News } from "../../../core/notices/news.ts";
import { noticeOf } from "../../../core/notices/notice.ts";
import { newOutbox, type Outbox, type OutboxKey } from "../../../core/notices/outbox.ts";
import { sendChat } from "../../../core/notices/send-chat.ts";
import { type Outboxes, tellPeople } from "../../../core/notices/tell-people.ts";
import { operator } from "../audit/operator.ts";

const organizationId = "org_1";
const organization = { name: "Arena", language: "en", timeZone: "UTC" } as const;
const firing: News = {
  ...{ organizationId, kind: "alert", id: "1", at: "2026-12-01T12:00:00.000Z" },
  ...{
    alertId: "alt_1",
    alertName: "Full",
    targetId: "grp_1",
    fired: { place: "Hall", level: 9, threshold: 9 },
  },
};
const url = "https://hooks.slack.com/services/T0/B0/secret-wxyz";

/** A world of one organization, whose channels' server says what a test wants. */
function world() {
  let nowMs = Date.parse(firing.at);
  let all: ChatChannels = noChatChannels(organizationId);
  const outboxOf = new Map<string, Outbox>();
  const queued: { key: OutboxKey; seconds: number }[] = [];
  const audits: unknown[] = [];
  const posts: string[] = [];
  const outboxes: Outboxes = {
    async change(key, decide) {
      const decided = decide(outboxOf.get(key.recipientId) ?? newOutbox(key));
      outboxOf.set(key.recipientId, decided.outbox);
      return decided;
    },
  };
  const chatChannels: ChatChannelStore = {
    get: async () => all,
    async change(_, decide) {
      const { result, after = all, audit } = decide(all);
      all = after;
      if (audit) audits.push(audit.entry);
      return result;
    },
  };
  const now: { outcome: ChatOutcome; plan: "enterprise" | "free" } = {
    ...{ outcome: { result: "sent" }, plan: "enterprise" },
  };
  const scheduled: string[] = [];
  const shared = {
    outboxes,
    clock: { now: () => nowMs, backOff: async () => {} },
    queue: async (key: OutboxKey, seconds: number) => void queued.push({ key, seconds }),
    organization: async () => ({ ...organization, plan: now.plan }),
    recordState: async (_: string, change: (before: ChatChannels) => ChatChannels) => {
      all = change(all);
    },
    post: async (_organization: string, _channel: StoredChatChannel, text: string) => {
      posts.push(text);
      return now.outcome;
    },
  };
  const managing = {
    ...{ ...shared, chatChannels, randomBase62: (length: number) => "0".repeat(length) },
    ...{ allowedAddresses: [], resolve: async () => ["192.0.1.1"] },
    sealSecret: async () => ({ sealedSecret: "sealed", wrappedKey: "wrapped" }),
    reportSchedules: { begin: async (id: string) => void scheduled.push(id) },
  };
  const telling = {
    ...{ ...shared, members: async () => [] },
    chatChannels: chatChannels.get,
  };
  const sending = {
    ...{ ...telling, newMailId: () => `message ${posts.length}` },
    ...{ noteLeftOut: () => {}, consoleUrl: "https://console.example" },
  };
  const kinds: NoticeKind[] = ["alert"];
  const setup = { organizationId, name: "Team", kinds, url };
  return {
    ...{ now, audits, queued, posts, scheduled },
    pass: (seconds: number) => {
      nowMs += seconds * 1_000;
    },
    channels: () => all.channels,
    channel: (id: string) => channelIn(all, id),
    add: (id: string, differences: Partial<typeof setup> = {}) =>
      addChatChannel(managing, { ...setup, ...differences, id }, operator),
    change: (id: string, name: string) =>
      changeChatChannel(managing, { organizationId, channelId: id }, { name }, operator),
    remove: (id: string) =>
      removeChatChannel(managing, { organizationId, channelId: id }, operator),
    test: (id: string) => testChatChannel(managing, { organizationId, channelId: id }),
    tell: (news: News[] = [firing]) => tellPeople(telling, news),
    send: (recipientId: string) => sendChat(sending, { organizationId, recipientId }),
    dueAfterSeconds: (id: string) => ((outboxOf.get(id)?.dueAtMs ?? 0) - nowMs) / 1_000,
    waiting: (id: string) => outboxOf.get(id)?.waiting.notices.length,
  };
}

const again = (id: string): News => ({
  ...firing,
  id,
  at: new Date(Date.parse(firing.at) + 3_600_000).toISOString(),
});

test("an organization has at most five channels, and a form that comes again adds none", async () => {
  const { add, remove, channels } = world();
  for (const id of ["1", "2", "3", "4", "5"]) await add(id);
  expect(await add("5")).toMatchObject({ result: "added" });
  expect(await add("6")).toEqual({ result: "limit_reached" });
  await remove("1");
  expect(await add("6")).toMatchObject({ result: "added" });
  expect(channels().map(({ id }) => id)).toEqual(["2", "3", "4", "5", "6"]);
});

test("a channel keeps the host and the end of its URL, and the audit log not even that end", async () => {
  const { add, change, remove, channels, audits } = world();
  await add("1");
  expect(channels()).toMatchObject([{ host: "hooks.slack.com", lastFour: "wxyz" }]);
  await change("1", "Hall");
  await change("1", "Hall");
  await remove("1");
  expect(audits).toMatchObject(
    ["channel.add", "channel.change", "channel.remove"].map((action) => ({ action })),
  );
  expect(JSON.stringify([audits, channels()])).not.toMatch(/secret-|wxyz|services/);
});

test.each([
  "https://10.0.0.8/hooks",
  "https://[::1]/hooks",
  "https://169.254.169.254/latest",
  "https://receiver.internal/hooks",
  "http://hooks.slack.com/services",
])("a channel cannot be at %s", async (refused) => {
  const { add, channels } = world();
  expect(await add("1", { url: refused })).toMatchObject({ result: "url_refused" });
  expect(channels()).toEqual([]);
});

test("a channel hears of its kinds as far as the plan has them", async () => {
  const { add, tell, send, now, posts, waiting } = world();
  await add("1");
  await add("2", { kinds: [] });
  await tell();
  expect([waiting("1"), waiting("2")]).toEqual([1, undefined]);
  now.plan = "free";
  expect(await send("1")).toEqual({ result: "none" });
  expect(posts).toEqual([]);
});

test("the weekly report is scheduled once a channel hears it", async () => {
  const { add, scheduled } = world();
  await add("chn_1");
  expect(scheduled).toEqual([]);
  await add("chn_2", { kinds: ["report"] });
  expect(scheduled).toEqual([organizationId]);
});

test("a message that is refused is sent again as a delivery is, then dropped until there is news", async () => {
  const { add, tell, send, pass, now, posts, queued, channel, waiting } = world();
  await add("1");
  await tell();
  now.outcome = { result: "refused", reason: "HTTP 500", afterSeconds: 0 };
  for (const seconds of [30, 120, 600, 3_600, 21_600]) {
    expect((await send("1")).result).toBe("refused");
    pass(seconds - 1);
    expect((await send("1")).result).toBe("later");
    pass(1);
  }
  expect(channel("1")).toMatchObject({ failingSince: firing.at, lastError: "HTTP 500" });
  expect(await send("1")).toEqual({ result: "given up", reason: "HTTP 500" });
  expect([posts.length, waiting("1")]).toEqual([6, 0]);
  // The longer waits are the sweep's.
  expect(queued.map(({ seconds }) => seconds)).toEqual([20, 30, 120, 600]);
  now.outcome = { result: "sent" };
  await tell([again("2")]);
  expect((await send("1")).result).toBe("sent");
  expect(channel("1")).not.toHaveProperty("failingSince");
});

test("after a long outage news is tried within five minutes, and for hours before it is given up", async () => {
  const { add, tell, send, pass, now, posts, queued } = world();
  await add("1");
  await tell();
  now.outcome = { result: "refused", reason: "HTTP 500", afterSeconds: 0 };
  for (const seconds of [30, 120, 600, 3_600]) {
    await send("1");
    pass(seconds);
  }
  await send("1");
  // The next attempt would be six hours later.
  await tell([again("2")]);
  await tell([again("3")]);
  expect(queued.slice(-1)).toMatchObject([{ seconds: 301 }]);
  expect(queued.filter(({ seconds }) => seconds === 301)).toHaveLength(1);
  pass(300);
  for (const seconds of [600, 3_600, 21_600]) {
    expect((await send("1")).result).toBe("refused");
    pass(seconds);
  }
  now.outcome = { result: "sent" };
  expect((await send("1")).result).toBe("sent");
  expect(posts.at(-1)).toContain("It fired 3 times.");
});

test("once a test message has arrived, the sweep sends what was refused", async () => {
  const { add, tell, send, test: sendTest, now, dueAfterSeconds } = world();
  await add("1");
  await tell();
  now.outcome = { result: "refused", reason: "HTTP 500", afterSeconds: 0 };
  await send("1");
  await sendTest("1");
  expect(dueAfterSeconds("1")).toBe(30);
  now.outcome = { result: "sent" };
  await sendTest("1");
  expect(dueAfterSeconds("1")).toBe(0);
  expect((await send("1")).result).toBe("sent");
});

test("a server that asks for time gets it", async () => {
  const { add, tell, send, now, queued } = world();
  await add("1");
  await tell();
  now.outcome = { result: "refused", reason: "HTTP 429", afterSeconds: 45 };
  await send("1");
  expect(queued.at(-1)).toMatchObject({ seconds: 45 });
});

test("a channel that is gone stops, says so, and goes on after a test message that arrives", async () => {
  const { add, tell, send, test: sendTest, now, posts, channel, waiting } = world();
  await add("1");
  await tell();
  now.outcome = { result: "gone", reason: "HTTP 404: no_service" };
  expect(await send("1")).toMatchObject({ result: "gone" });
  await tell([again("2")]);
  expect([posts.length, waiting("1")]).toEqual([1, 0]);
  expect(channel("1")).toMatchObject({ stoppedAt: firing.at, lastError: "HTTP 404: no_service" });
  now.outcome = { result: "sent" };
  await sendTest("1");
  await tell([again("3")]);
  expect(channel("1")).not.toHaveProperty("stoppedAt");
  expect(waiting("1")).toBe(1);
});

test("an organization sends twenty test messages a day, to all of its channels together", async () => {
  const { add, test: sendTest, pass } = world();
  await add("1");
  await add("2");
  for (let sent = 0; sent < 20; sent += 1) await sendTest(sent % 2 ? "1" : "2");
  pass(3_600);
  expect(await sendTest("1")).toEqual({ result: "limit_reached", resetSeconds: 23 * 3_600 });
  pass(23 * 3_600);
  expect(await sendTest("1")).toMatchObject({ result: "tested" });
});

test("nobody posts to a channel that was removed", async () => {
  const { add, remove, tell, send, posts, waiting } = world();
  await add("1");
  await tell();
  await remove("1");
  expect(await send("1")).toEqual({ result: "nobody" });
  expect([posts, waiting("1")]).toEqual([[], 0]);
});

test.each<[string, { status: number; body?: string; retryAfter?: string }, ChatOutcome]>([
  ["any 2xx", { status: 204 }, { result: "sent" }],
  ["410", { status: 410 }, { result: "gone", reason: "HTTP 410" }],
  [
    "an archived channel",
    { status: 410, body: "channel_is_archived" },
    { result: "gone", reason: "HTTP 410: channel_is_archived" },
  ],
  [
    "Slack's removed webhook",
    { status: 404, body: "no_service\n" },
    { result: "gone", reason: "HTTP 404: no_service" },
  ],
  [
    "Mattermost's removed webhook",
    { status: 400, body: '{"id":"web.incoming_webhook.invalid.app_error","message":"…"}' },
    { result: "gone", reason: "HTTP 400: the webhook was deleted" },
  ],
  [
    "another 404, of a proxy for example, whose text is not repeated",
    { status: 404, body: "<b>secret" },
    { result: "refused", reason: "HTTP 404", afterSeconds: 0 },
  ],
  [
    "its words in an error of its own",
    { status: 500, body: "no_service" },
    { result: "refused", reason: "HTTP 500", afterSeconds: 0 },
  ],
  [
    "429 with seconds",
    { status: 429, retryAfter: "30" },
    { result: "refused", reason: "HTTP 429", afterSeconds: 30 },
  ],
  [
    "429 with a date",
    { status: 429, retryAfter: "Tue, 01 Dec 2026 12:01:00 GMT" },
    { result: "refused", reason: "HTTP 429", afterSeconds: 60 },
  ],
  [
    "429 with a year",
    { status: 429, retryAfter: "31536000" },
    { result: "refused", reason: "HTTP 429", afterSeconds: 21_600 },
  ],
  [
    "429 with nonsense",
    { status: 429, retryAfter: "soon" },
    { result: "refused", reason: "HTTP 429", afterSeconds: 0 },
  ],
])("a response of %s", (_, { status, body, retryAfter }, expected) => {
  const posted = {
    outcome: { kind: "response" as const, status },
    response: body ?? "",
    retryAfter,
  };
  expect(chatOutcome(posted, Date.parse(firing.at))).toEqual(expected);
});

test.each([
  ["<!channel> <@U1> & co", "&lt;!channel&gt; &lt;@\u2060U1&gt; &amp; co"],
  ["@channel @here @all @kim", "@\u2060channel @\u2060here @\u2060all @\u2060kim"],
  ["![x](https://evil.example/p.png)", "![x]\u2060(https:\u2060//evil.\u2060example/p.\u2060png)"],
  ["*a* _b_ ~c~ `d` Hall_1", "\u2217a\u2217 \u02cdb\u02cd \u223cc\u223c \u02cbd\u02cb Hall_1"],
  ["one\r\ntwo\u2028three", "one two three"],
  ["2.5 of 10", "2.5 of 10"],
])("%j is read as it is written", (name, text) => {
  expect(chatText(name)).toBe(text);
});

test("a message says each notice with its link, and how many had no room in it", () => {
  const notices = Array.from({ length: 50 }, (_, index) =>
    noticeOf({ ...firing, alertId: `alt_${index}`, alertName: "&".repeat(100) } as News),
  );
  const content = {
    organizationId,
    organization,
    more: 7,
    isHeld: true,
    consoleUrl: "https://c.example",
  };
  const text = composeChat({ ...content, notices });
  const links = text.match(/https:\/\/c\.example\/organizations\/org_1\/alerts\/alt_\d+/g) ?? [];
  expect(text.length).toBeLessThanOrEqual(4_000);
  expect(links.length).toBeGreaterThan(3);
  expect(text).toContain(`And ${57 - links.length} more:\nhttps://c.example/organizations/org_1\n`);
  expect(text).toContain("10 messages came here within an hour.");
  expect(composeChat({ ...content, more: 0, isHeld: false, notices: notices.slice(0, 1) })).toMatch(
    /^\u2068(&amp;){100}\u2069: \u2068Hall\u2069\n.*Hall.* reached 9 on .* \(alert at 9\)\.\nhttps:\S+alt_0$/,
  );
});
