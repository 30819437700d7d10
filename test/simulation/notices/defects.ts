import type { Outbox, OutboxKey } from "../../../core/notices/outbox.ts";
import { Fault, minuteMs, type Ports, type Sabotage } from "./world.ts";

/** Changes what is stored of an outbox. */
function storing(ports: Ports, change: (after: Outbox, before: Outbox) => Outbox): Ports {
  const outboxes: Ports["outboxes"] = {
    change: <Decided extends { outbox: Outbox }>(
      key: OutboxKey,
      decide: (before: Outbox) => Decided,
    ) =>
      ports.outboxes.change(key, (before) => {
        const decided = decide(before);
        const isSame = decided.outbox === before;
        return isSame ? decided : { ...decided, outbox: change(decided.outbox, before) };
      }),
  };
  return { ...ports, outboxes };
}

/** Mistakes of which alerts and reports show each. */
const shared: Record<string, Sabotage> = {
  "records that come again are news": (ports) =>
    storing(ports, (after) => ({ ...after, seen: [] })),
  "quiet hours are forgotten": (ports) => ({
    ...ports,
    async recipient(key) {
      const recipient = await ports.recipient(key);
      if (recipient === undefined) return undefined;
      const { quietHours: _, ...preferences } = recipient.member.preferences ?? { kinds: {} };
      return { ...recipient, member: { ...recipient.member, preferences } };
    },
  }),
};

/** Mistakes that telling people can have; the simulation must find each of them. */
export const defects: Record<string, Sabotage> = {
  ...shared,
  "a mail is not claimed": (ports) =>
    storing(ports, ({ sending, ...after }) =>
      sending ? { ...after, waiting: sending, sending: { ...sending, untilMs: 0 } } : after,
    ),
  "what comes while a mail is sent is dropped": (ports) =>
    storing(ports, (after, before) =>
      before.sending && !after.sending ? { ...after, waiting: { notices: [], more: 0 } } : after,
    ),
  "a refused mail counts as sent": (ports) => ({
    ...ports,
    send: async (...mail) => {
      await ports.send(...mail);
      return { result: "sent" };
    },
  }),
  "a mail without a response does not count": (ports) => ({
    ...ports,
    async send(...mail) {
      const sent = await ports.send(...mail);
      return sent.result === "refused" ? { ...sent, isUnanswered: false } : sent;
    },
  }),
  "mails of the last hour are forgotten": (ports) =>
    storing(ports, (after) => ({ ...after, mailsAtMs: [] })),
  "the wait after a mail is forgotten": (ports) =>
    storing(ports, (after) => ({
      ...after,
      mailsAtMs: after.mailsAtMs.map((at) => at - (after.sending ? minuteMs : 0)),
    })),
  "after refusals, news wait as long as before": (ports) =>
    storing(ports, (after, { retryAtMs }) =>
      after.retryAtMs && retryAtMs ? { ...after, retryAtMs, dueAtMs: retryAtMs } : after,
    ),
  "a notice of which no mail can be written holds up the others": (ports) => ({
    ...ports,
    noteLeftOut: (error) => {
      throw new Fault("it ends here", { cause: error });
    },
  }),
  "what is held back is never due": (ports) => storing(ports, ({ dueAtMs: _, ...after }) => after),
  "what is known of earlier times is forgotten": (ports) =>
    storing(ports, (after) => ({ ...after, since: {} })),
  "somebody looks before the news are stored": (ports) => ({
    ...ports,
    queue: async () => {},
  }),
};

/** Mistakes that the weekly report can have besides. */
export const reportDefects: Record<string, Sabotage> = {
  ...shared,
  "reports are due by the clocks of UTC": (ports) => ({
    ...ports,
    calendar: async () => ({ timeZone: "UTC" }),
  }),
  "a report that could not be told counts as told": (ports) => ({
    ...ports,
    members: (id) => ports.members(id).catch(() => []),
  }),
  "the schedule forgets which Monday it has told": (ports) => ({
    ...ports,
    reportSchedules: {
      ...ports.reportSchedules,
      put: ({ monday: _, ...schedule }) => ports.reportSchedules.put(schedule),
    },
  }),
};
