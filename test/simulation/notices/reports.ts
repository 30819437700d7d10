import { Chance } from "../chance.ts";
import { lateReader, members } from "./people.ts";
import { hourMs, minuteMs, type Sabotage, type SentMail, World } from "./world.ts";

export interface ReportsResult {
  broken: string[];
  reports: number;
  /** Reports that may have been sent once more. */
  unsureReports: number;
}

interface Weekend {
  saturday: number;
  monday: string;
  /** Of the report. */
  week: string;
}

/** On the first Sunday the clocks of Europe change, on the second those of North America. */
const weekends: [Weekend, Weekend] = [
  { saturday: 24, monday: "2026-10-26", week: "2026-10-19" },
  { saturday: 31, monday: "2026-11-02", week: "2026-10-26" },
];
const zones: [string, ...string[]] = [
  ...(["Europe/Berlin", "America/New_York", "America/Los_Angeles", "UTC"] as const),
  ...["Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Auckland"],
];

/** Runs a Monday with the days around it, from one seed, with any faults. */
export async function simulateReports(
  seed: number,
  { sabotage }: { sabotage?: Sabotage } = {},
): Promise<ReportsResult> {
  const chance = new Chance(seed);
  const faults = seed % 5 === 0 ? 0 : chance.between(0.005, 0.08);
  const weekend = chance.pick(weekends);
  const startMs = Date.UTC(2026, 9, weekend.saturday, 12);
  const outageMs = startMs + chance.between(30 * hourMs, 50 * hourMs);
  const hasOutage = seed % 4 === 1;
  const outages = hasOutage
    ? [{ fromMs: outageMs, toMs: outageMs + chance.between(minuteMs, 10 * hourMs) }]
    : [];
  const world = new World(chance, { startMs, faults, outages, ...(sabotage && { sabotage }) });
  world.timeZone = chance.pick(zones);
  world.scheduleReports();
  // It moves before it is Monday anywhere.
  const movesMs = chance.between(0, 22 * hourMs);
  if (chance.happens(0.3)) {
    world.time.after(movesMs, () => {
      world.timeZone = chance.pick(zones);
    });
  }
  void world.sweepUntil(startMs + 80 * hourMs);
  const broken: string[] = [];
  await world.time.runAll(200_000).catch((error: unknown) => broken.push(String(error)));
  const isQuick = faults === 0 && !hasOutage;
  const reports = world.mails.filter(({ notices }) =>
    notices.some(({ kind }) => kind === "report"),
  );
  for (const { personId } of members) {
    const mails = reports.filter(({ recipientId }) => recipientId === personId);
    const expected = { ...weekend, ...dueOf(personId), timeZone: world.timeZone, isQuick };
    broken.push(...brokenOf(mails, expected).map((what) => `${what} (${personId})`));
  }
  const unsureReports = reports.filter(({ isUnsure }) => isUnsure).length;
  return { broken, reports: reports.length, unsureReports };
}

/** Times of the zone's clocks; `late` where nothing goes wrong, with the time between two sweeps. */
function dueOf(personId: string) {
  if (personId !== lateReader.personId) return { from: "07:00:00", late: "07:07:00" };
  return { from: `${lateReader.quietHours.to}:00`, late: "08:37:00" };
}

function brokenOf(
  mails: SentMail[],
  {
    monday,
    week,
    from,
    late,
    timeZone,
    isQuick,
  }: {
    monday: string;
    week: string;
    from: string;
    late: string;
    timeZone: string;
    isQuick: boolean;
  },
): string[] {
  const broken = mails.length === 0 ? ["the report was not sent"] : [];
  if (mails.filter(({ isUnsure }) => !isUnsure).length > 1) {
    broken.push("the report was sent more than once, without a crash");
  }
  for (const { notices, atMs } of mails) {
    // Clocks of functions differ by half a second.
    const shown = new Date(atMs + 500).toLocaleString("sv", { timeZone });
    const time = shown.slice(-8);
    if (!notices.some((notice) => notice.kind === "report" && notice.week === week)) {
      broken.push("it was the report of another week");
    }
    if (shown < `${monday} ${from}`) broken.push(`the report was sent too early, at ${shown}`);
    if (time < from && from > "07:00:00") broken.push(`it came in quiet hours, at ${shown}`);
    if (isQuick && shown > `${monday} ${late}`) broken.push(`the report was late, at ${shown}`);
  }
  return broken;
}
