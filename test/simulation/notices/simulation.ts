import { isArmedAgain } from "../../../core/notices/alert-notice.ts";
import type { Notice } from "../../../core/notices/notice.ts";
import { Chance } from "../chance.ts";
import type { Period } from "../virtual-time.ts";
import { quietMs } from "./people.ts";
import {
  brokenId,
  hourMs,
  isAbout,
  minuteMs,
  type Sabotage,
  type SentMail,
  World,
} from "./world.ts";

export interface NoticesResult {
  broken: string[];
  news: number;
  mails: number;
  /** Mails with more than one notice, or with one that happened more than once. */
  grouped: number;
  /** Mails that may have been sent once more. */
  unsure: number;
  crashes: number;
  refusals: number;
}

/** Runs one world from one seed: alerts that fire, and any faults, until everything is at rest. */
export async function simulateNotices(
  seed: number,
  { sabotage }: { sabotage?: Sabotage } = {},
): Promise<NoticesResult> {
  const chance = new Chance(seed);
  // Every fifth world has no faults at all.
  const faults = seed % 5 === 0 ? 0 : chance.between(0.005, 0.08);
  const startMs = Date.UTC(2026, 9, 24, 18);
  const outageMs = startMs + chance.between(0, 2 * hourMs);
  const outages = seed % 4 === 1 ? [{ fromMs: outageMs, toMs: outageMs + outageOf(chance) }] : [];
  const world = new World(chance, { startMs, faults, outages, ...(sabotage && { sabotage }) });
  void world.sweepUntil(startMs + 18 * hourMs);
  const isFlood = seed % 3 === 0;
  const alerts = isFlood ? 40 : Math.ceil(chance.between(1, 12));
  for (let alert = 0; alert < alerts; alert += 1) {
    void live(world, chance, { alertId: `alt_${alert}`, withinMs: 2 * hourMs });
  }
  // A hall that goes over its threshold and back, all the time.
  if (chance.happens(0.5)) void flap(world, chance);
  if (seed % 10 === 0) {
    world.time.after(chance.between(0, 2 * hourMs), () => void world.reportBroken());
  }
  const counts = () => ({
    ...{ news: world.told.size, mails: world.mails.length },
    grouped: world.mails.filter(({ notices }) => notices.length > 1).length,
    unsure: world.mails.filter(({ isUnsure }) => isUnsure).length,
    ...{ crashes: world.crashes, refusals: world.refusals },
  });
  try {
    await world.time.runAll(200_000);
  } catch (error) {
    return { broken: [String(error)], ...counts() };
  }
  return {
    broken: brokenInvariants(world, { outage: outages[0], faults }),
    ...counts(),
  };
}

/** Of which one half is so short that much happens after it. */
function outageOf(chance: Chance): number {
  return chance.between(minuteMs, chance.pick([40 * minuteMs, 10 * hourMs]));
}

async function live(
  world: World,
  chance: Chance,
  { alertId, withinMs }: { alertId: string; withinMs: number },
): Promise<void> {
  await world.time.sleep(chance.between(0, withinMs));
  // Records of firings and of armings come by streams of their own, in any order.
  void world.report(alertId, true);
  if (chance.happens(0.5)) return;
  await world.time.sleep(chance.between(0, 30 * minuteMs));
  await world.report(alertId, false);
}

async function flap(world: World, chance: Chance): Promise<void> {
  // Some flap so fast, and for so long, that a mail of each would be too many.
  const [times, longestMs] = chance.pick([
    [12, 4 * minuteMs],
    [12, 4 * minuteMs],
    [400, 30_000],
  ]);
  for (let time = 0; time < Math.ceil(chance.between(2, times)); time += 1) {
    void world.report("alt_flapping", time % 2 === 0);
    await world.time.sleep(chance.between(5_000, longestMs));
  }
}

function brokenInvariants(
  world: World,
  { outage, faults }: { outage: Period | undefined; faults: number },
): string[] {
  return world.recipients.flatMap((recipientId) => {
    const mails = world.mails.filter((mail) => mail.recipientId === recipientId);
    const outbox = world.outboxes.get(recipientId);
    const notices = outbox?.waiting.notices.filter((one) => !isBroken(one));
    const waits = notices?.length || outbox?.sending;
    const sound = [...world.told].filter(({ alertId }) => alertId !== brokenId);
    const hasRefusals = outage !== undefined || sound.length < world.told.size;
    const isQuick = faults === 0 && recipientId !== quietMs.personId;
    return [
      ...(waits ? [`something still waits for ${recipientId}`] : []),
      ...[...Map.groupBy(sound, ({ alertId }) => alertId)].flatMap(([, news]) =>
        brokenOf({ news, mails }, { isQuick, outage, hasRefusals }).map(
          (what) => `${what} (${recipientId})`,
        ),
      ),
      ...brokenLimit(mails),
      ...brokenPace(mails),
      ...(recipientId === quietMs.personId ? brokenQuiet(mails) : []),
    ];
  });
}

function isBroken(notice: Notice): boolean {
  return notice.kind === "alert" && notice.alertId === brokenId;
}

type Told = Parameters<typeof isAbout>[0] & { kind: "alert" };

/** What is wrong with what was told of one alert. */
function brokenOf(
  { news, mails }: { news: Told[]; mails: SentMail[] },
  {
    isQuick,
    outage,
    hasRefusals,
  }: { isQuick: boolean; outage: Period | undefined; hasRefusals: boolean },
): string[] {
  const [first] = news;
  if (first === undefined) return [];
  const name = first.alertId;
  const told = mails.flatMap((mail) =>
    mail.notices.flatMap((notice) =>
      notice.kind === "alert" && isAbout(first, notice) ? [{ mail, notice }] : [],
    ),
  );
  const fired = news.filter((one) => one.fired !== undefined);
  const armed = news.filter((one) => one.fired === undefined);
  const broken = fired
    .filter((one) => !told.some(({ notice }) => (notice.firedAt ?? "") >= one.at))
    .map(() => `${name} fired, and was not told`);
  const latest = news.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1);
  const last = told.at(-1)?.notice;
  if (last && latest && isArmedAgain(last) !== (latest.fired === undefined)) {
    broken.push(`${name} is not as the last mail says`);
  }
  const times = (some: typeof told) => some.reduce((sum, { notice }) => sum + notice.times, 0);
  if (times(told) < fired.length) broken.push(`${name} was told less often than it fired`);
  if (times(told.filter(({ mail }) => !mail.isUnsure)) > fired.length) {
    broken.push(`${name} was told more often than it fired, without a crash`);
  }
  const mailIds = new Set(mails.map(({ mailId }) => mailId));
  if (mailIds.size < mails.length) broken.push("a mail was sent twice under one id");
  // Within a minute and a half while there are few mails, and a little more than five later, or after refusals.
  const limitMs = mails.length < 10 && !hasRefusals ? 90_000 : 5.5 * minuteMs;
  const isLate = told.some(({ mail, notice }) => {
    const firedMs = Date.parse(notice.firedAt ?? "");
    return mail.atMs - firedMs > limitMs && firedMs > (outage?.toMs ?? 0);
  });
  if (isQuick && isLate && armed.length === 0) broken.push(`${name} was told late`);
  return broken;
}

/** Clocks of functions differ by half a second, and SES takes a mail some time after its claim. */
function brokenPace(mails: SentMail[]): string[] {
  const isTooSoon = mails.some(({ atMs }, index) => {
    const next = mails[index + 1];
    return next !== undefined && next.atMs - atMs < minuteMs - 2_000;
  });
  return isTooSoon ? ["two mails came within a minute"] : [];
}

/** A mail counts from its claim on, some seconds before SES takes it. */
function brokenLimit(mails: SentMail[]): string[] {
  const isTooMuch = mails.some(({ atMs }, index) => {
    const later = mails[index + 20];
    return later !== undefined && later.atMs - atMs < hourMs - 15_000;
  });
  return isTooMuch ? ["more than 20 mails came in an hour"] : [];
}

/** A mail that was claimed before the quiet hours comes some seconds after they have begun. */
function brokenQuiet(mails: SentMail[]): string[] {
  const isQuiet = ({ atMs }: SentMail) =>
    atMs > quietMs.fromMs + 15_000 && atMs < quietMs.toMs - 1_000;
  return mails.some(isQuiet) ? ["a mail came in quiet hours"] : [];
}
