import type { AlertNews, News } from "../../../core/notices/news.ts";
import type { Notice } from "../../../core/notices/notice.ts";
import { newOutbox, type Outbox, type OutboxKey } from "../../../core/notices/outbox.ts";
import {
  type ReportSchedule,
  type ReportSweepPorts,
  sweepReports,
} from "../../../core/notices/report-schedule.ts";
import { type SendingPorts, sendNotices } from "../../../core/notices/send-notices.ts";
import { sweepOutboxes, tellPeople } from "../../../core/notices/tell-people.ts";
import type { Chance } from "../chance.ts";
import { type Period, VirtualTime } from "../virtual-time.ts";
import { emptyReport, members, organizationId, people, recipientOf } from "./people.ts";

/** A mail that SES has taken. */
export interface SentMail {
  recipientId: string;
  mailId: string;
  atMs: number;
  notices: Notice[];
  /** Whether whoever sent it could not know: it may be sent once more. */
  isUnsure: boolean;
}

/** What one invocation has sent. */
interface Invocation {
  mail?: SentMail;
}

export type Ports = ReportSweepPorts & SendingPorts;

/** What a defect may replace. */
export type Sabotage = (ports: Ports) => Ports;

/** The function ends here, or a call fails. */
export class Fault extends Error {}

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
const visibilityMs = 120_000;
/** Within a day of which a message is received again. */
const maxReceives = 720;

export const brokenId = "alt_broken";

/** A simulated world: virtual time, a stream, a queue, a table, SES, and seeded faults. */
export class World {
  readonly time: VirtualTime;
  readonly mails: SentMail[] = [];
  /** What happened, and was handled. */
  readonly told = new Set<AlertNews>();
  readonly outboxes = new Map<string, Outbox>();
  /** Of the organization; people have chosen the weekly report. */
  timeZone = "Europe/Berlin";
  #schedule: ReportSchedule | undefined;
  crashes = 0;
  refusals = 0;
  deadLetters = 0;
  givenUp = 0;
  readonly #chance: Chance;
  readonly #faults: number;
  readonly #outages: Period[];
  readonly #sabotage: Sabotage;
  #mailIds = 0;
  #news = 0;

  constructor(
    chance: Chance,
    options: { startMs: number; faults: number; outages: Period[]; sabotage?: Sabotage },
  ) {
    this.time = new VirtualTime(options.startMs);
    this.#chance = chance;
    this.#faults = options.faults;
    this.#outages = options.outages;
    this.#sabotage = options.sabotage ?? ((ports) => ports);
  }

  get recipients(): readonly string[] {
    return people;
  }

  /** An alert fires, or is armed again; its record comes late and more than once now and then. */
  async report(alertId: string, isFired: boolean): Promise<void> {
    await this.#reportNews(alertId, { alertName: "Full", isFired });
  }

  /** News of which no mail can be written, as a later release could store them. */
  async reportBroken(): Promise<void> {
    await this.#reportNews(brokenId, { alertName: undefined as never, isFired: true });
  }

  async #reportNews(
    alertId: string,
    { alertName, isFired }: { alertName: string; isFired: boolean },
  ): Promise<void> {
    this.#news += 1;
    const at = new Date(this.time.nowMs).toISOString();
    const news: AlertNews = {
      ...{ organizationId, kind: "alert", id: `news ${this.#news}`, at, alertId },
      ...{ alertName, targetId: "grp_1" },
      ...(isFired && { fired: { place: "Hall", level: 9, threshold: 9 } }),
    };
    const times = this.#fails() ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      await this.time.sleep(this.#chance.between(0, this.#fails() ? hourMs : 2_000));
      await this.#handle(news);
    }
  }

  /** As a stream does: a record that fails comes again until it is handled. */
  async #handle(news: AlertNews): Promise<void> {
    for (;;) {
      const failed = await tellPeople(this.#ports(), [news]);
      if (failed.length === 0) break;
      if (!(failed[0]?.cause instanceof Fault)) throw failed[0]?.cause;
      await this.time.sleep(this.#chance.between(1_000, minuteMs));
    }
    this.told.add(news);
  }

  /** The weekly report is scheduled from now on. */
  scheduleReports(): void {
    this.#schedule = { organizationId, dueAtMs: this.time.nowMs };
  }

  /** The sweep, from now on until a time. */
  async sweepUntil(endMs: number): Promise<void> {
    while (this.time.nowMs < endMs) {
      await this.time.sleep(5 * minuteMs);
      // A sweep that breaks off is the next one's.
      await sweepOutboxes({ ...this.#ports(), due: this.#due }).catch(rethrowOthers);
      if (this.#schedule === undefined) continue;
      const swept = await sweepReports(this.#ports(), endMs).catch(rethrowOthers);
      for (const error of swept?.errors ?? []) rethrowOthers(error);
    }
  }

  readonly #due = async (nowMs: number, most: number): Promise<OutboxKey[]> => {
    await this.#step();
    // An index lags behind its table.
    const seenMs = this.#fails() ? nowMs - 10_000 : nowMs;
    const due = [...this.outboxes.values()].filter(
      ({ dueAtMs = Number.POSITIVE_INFINITY }) => dueAtMs <= seenMs,
    );
    return due.slice(0, most);
  };

  #enqueue(key: OutboxKey, delayMs: number, receives = 0): void {
    this.time.after(delayMs, () => void this.#receive(key, receives + 1));
    // A queue delivers a message twice now and then.
    if (this.#fails()) {
      const again = delayMs + this.#chance.between(0, visibilityMs);
      this.time.after(again, () => void this.#receive(key, maxReceives));
    }
  }

  async #receive(key: OutboxKey, receives: number): Promise<void> {
    const invocation: Invocation = {};
    const sent = await sendNotices(this.#ports(invocation), key).catch(rethrowOthers);
    // It has sent a mail, and ended before that was recorded for sure.
    if (sent === undefined && invocation.mail) invocation.mail.isUnsure = true;
    if (sent !== undefined && sent.result !== "busy") return;
    if (receives < maxReceives) this.#enqueue(key, visibilityMs, receives);
    else if (sent === undefined) this.deadLetters += 1;
  }

  /** The ports of one invocation, with a clock of its own. */
  #ports(invocation: Invocation = {}): Ports {
    const skewMs = this.#chance.between(-500, 500);
    const now = () => Math.round(this.time.nowMs + skewMs);
    return this.#sabotage({
      organization: () => this.#call(() => ({ plan: "enterprise" })),
      members: () => this.#call(() => members),
      chatChannels: () => this.#call(() => ({ channels: [] })),
      unsubscribeSecret: () => this.#call(() => "secret"),
      queue: (key, seconds) => this.#call(() => this.#enqueue(key, seconds * 1_000)),
      outboxes: { change: (key, decide) => this.#change(key, decide) },
      recipient: (key) => this.#call(() => recipientOf(key, this.timeZone)),
      send: (address) => this.#send(address, invocation),
      giveUp: () =>
        this.#call(() => {
          this.givenUp += 1;
        }),
      weeklyReport: ({ week }) => this.#call(() => emptyReport(week)),
      calendar: () => this.#call(() => ({ timeZone: this.timeZone })),
      reportSchedules: {
        due: (nowMs) =>
          this.#call(() => ((this.#schedule?.dueAtMs ?? nowMs) <= nowMs ? [organizationId] : [])),
        get: () => this.#call(() => this.#schedule),
        put: (after) =>
          this.#call(() => {
            this.#schedule = after;
          }),
      },
      noteLeftOut: () => {},
      newMailId: () => {
        this.#mailIds += 1;
        return `mail ${this.#mailIds}`;
      },
      clock: { now },
      consoleUrl: "https://console.example",
    });
  }

  async #change<Decided extends { outbox: Outbox }>(
    key: OutboxKey,
    decide: (before: Outbox) => Decided,
  ): Promise<Decided> {
    for (;;) {
      const id = key.recipientId;
      const before = await this.#call(() => this.outboxes.get(id) ?? newOutbox(key));
      const decided = decide(before);
      if (decided.outbox === before) return decided;
      const isWritten = await this.#call(() => {
        if ((this.outboxes.get(id)?.revision ?? 0) !== before.revision) return false;
        this.outboxes.set(id, { ...decided.outbox, revision: before.revision + 1 });
        return true;
      });
      if (isWritten) return decided;
    }
  }

  async #send(address: string, invocation: Invocation): ReturnType<SendingPorts["send"]> {
    await this.#step();
    const recipientId = address.replace(/@.*/, "");
    const { sending } = this.outboxes.get(recipientId) ?? {};
    if (this.#isOut() || this.#fails()) {
      this.refusals += 1;
      return { result: "refused", reason: "TooManyRequestsException" };
    }
    const mail = {
      ...{ recipientId, mailId: sending?.mailId ?? "", atMs: this.time.nowMs },
      ...{ notices: sending?.notices ?? [], isUnsure: false },
    };
    this.mails.push(mail);
    invocation.mail = mail;
    await this.time.sleep(this.#chance.between(50, 9_000));
    // No response in time: it was sent, and nobody knows.
    if (this.#fails()) {
      mail.isUnsure = true;
      return { result: "refused", reason: "TimeoutError", isUnanswered: true };
    }
    return { result: "sent" };
  }

  #isOut(): boolean {
    const { nowMs } = this.time;
    return this.#outages.some(({ fromMs, toMs }) => fromMs <= nowMs && nowMs < toMs);
  }

  /** A call that fails before it has done anything, or after, when nobody hears of it. */
  async #call<Result>(does: () => Result): Promise<Result> {
    await this.#step();
    const result = does();
    this.#crash();
    return result;
  }

  async #step(): Promise<void> {
    await this.time.sleep(this.#chance.between(1, 40));
    this.#crash();
  }

  #crash(): void {
    if (!this.#fails()) return;
    this.crashes += 1;
    throw new Fault("it ends here");
  }

  #fails(): boolean {
    return this.#chance.happens(this.#faults);
  }
}

function rethrowOthers(error: unknown): undefined {
  if (!(error instanceof Fault)) throw error;
}

export function isAbout(news: News, notice: Notice): boolean {
  return news.kind === "alert" && notice.kind === "alert" && news.alertId === notice.alertId;
}
