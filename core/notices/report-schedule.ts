import { allInOrder } from "../all-in-order.ts";
import { addDays, type Calendar, dayOf, type LocalDate, startOfDayMs } from "../calendar.ts";
import { weekdayOf } from "../reports/report-range.ts";
import { dayMs, hourMs, reachedAtMs } from "../time-zone.ts";
import { type ReportNews, reportNews } from "./news.ts";
import { type TellingPorts, tellPeople } from "./tell-people.ts";

/**
 * When an organization's weekly report is told. It begins with the first person who chooses the report, and
 * stays: where nobody wants it any more, nobody is told.
 */
export interface ReportSchedule {
  organizationId: string;
  dueAtMs: number;
  /** The last Monday on which it was told, or that was over; absent until the sweep has seen it. */
  monday?: LocalDate;
}

export interface ReportSchedules {
  /** The longest due first. */
  due(nowMs: number, most: number): Promise<string[]>;
  get(organizationId: string): Promise<ReportSchedule | undefined>;
  /**
   * Has the sweep look at the organization from now on; writes nothing where it does. It comes before the
   * choice of a person who wants the report: one that is stored without it would never be followed.
   */
  begin(organizationId: string, nowMs: number): Promise<void>;
  /** Writes nothing where the schedule is gone. */
  put(schedule: ReportSchedule): Promise<void>;
}

/** At seven in the morning of the zone, or when the day begins where that is later: the week is over then. */
export function reportDueMs(calendar: Calendar, monday: LocalDate): number {
  const seven = reachedAtMs(Date.parse(`${monday}T07:00:00Z`), calendar.timeZone);
  return Math.max(seven, startOfDayMs(calendar, monday));
}

/** A Monday is told once, while its day lasts: after an outage late, and not at all on Tuesday. */
export function nextReport(
  { organizationId, monday: told }: ReportSchedule,
  calendar: Calendar,
  nowMs: number,
): { news?: ReportNews; schedule: ReportSchedule } {
  const today = dayOf(calendar, nowMs).date;
  const thisMonday = addDays(today, -weekdayOf(today));
  const isDue = reportDueMs(calendar, thisMonday) <= nowMs;
  const latest = isDue ? thisMonday : addDays(thisMonday, -7);
  // Clocks that were set back over seven, as those of another zone, show the same Monday again.
  const monday = told !== undefined && told > latest ? told : latest;
  const dueMs = reportDueMs(calendar, addDays(monday, 7));
  // In another time zone, which can be chosen meanwhile, it can be due up to 26 hours earlier.
  const watchedMs = dueMs - 2 * dayMs;
  const dueAtMs = watchedMs > nowMs ? watchedMs : Math.min(dueMs, nowMs + hourMs);
  const isTold = told !== undefined && latest > told && latest === today;
  const at = new Date(reportDueMs(calendar, latest)).toISOString();
  return {
    schedule: { organizationId, dueAtMs, monday },
    ...(isTold && { news: reportNews({ organizationId, week: addDays(latest, -7), at }) }),
  };
}

export interface ReportSweepPorts extends TellingPorts {
  reportSchedules: Pick<ReportSchedules, "due" | "get" | "put">;
  calendar(organizationId: string): Promise<Calendar>;
}

/**
 * Has the sweep look at an organization in which somebody has chosen the report: after a restore, the choices
 * are there again, and the schedule may not be. The next Monday is told, and none that is over.
 */
export async function resumeReports(
  { members, chatChannels, reportSchedules, clock }: ResumingReportsPorts,
  organizationId: string,
): Promise<void> {
  const { channels } = await chatChannels.get(organizationId);
  const isChosen =
    channels.some(({ kinds }) => kinds.includes("report")) ||
    (await members(organizationId)).some(({ preferences }) => preferences?.kinds.report);
  if (isChosen) await reportSchedules.begin(organizationId, clock.now());
}

export interface ResumingReportsPorts extends Pick<TellingPorts, "members" | "clock"> {
  chatChannels: { get: TellingPorts["chatChannels"] };
  reportSchedules: Pick<ReportSchedules, "begin">;
}

/** The most organizations of one sweep; what is left over is due longer at the next one. */
const sweptAtOnce = 1_000;

const organizationsAtOnce = 10;

/**
 * Tells the reports that are due, until a time. Whoever was told by a sweep that ended midway is not told
 * again: the next one has the same news.
 */
export async function sweepReports(
  ports: ReportSweepPorts,
  untilMs: number,
): Promise<{ looked: number; errors: unknown[] }> {
  const { reportSchedules, clock } = ports;
  const due = await reportSchedules.due(clock.now(), sweptAtOnce);
  const errors: unknown[] = [];
  let looked = 0;
  while (looked < due.length && clock.now() < untilMs) {
    const some = due.slice(looked, looked + organizationsAtOnce);
    looked += some.length;
    const look = (id: string) => lookAt(ports, id).catch((error) => void errors.push(error));
    await allInOrder(some.map(look));
  }
  return { looked, errors };
}

async function lookAt(ports: ReportSweepPorts, organizationId: string): Promise<void> {
  const [stored, calendar] = await allInOrder([
    ports.reportSchedules.get(organizationId),
    ports.calendar(organizationId),
  ]);
  if (stored === undefined) return;
  const { news, schedule } = nextReport(stored, calendar, ports.clock.now());
  const [failed] = news === undefined ? [] : await tellPeople(ports, [news]);
  if (failed !== undefined) throw failed.cause;
  await ports.reportSchedules.put(schedule);
}
