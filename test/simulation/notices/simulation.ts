import { isArmedAgain } from "../../../core/notices/alert-notice.ts";
import { mailsAnHour } from "../../../core/notices/outbox.ts";
import { Chance } from "../chance.ts";
import { quietMs } from "./people.ts";
import { hourMs, isAbout, minuteMs, type Sabotage, type SentMail, World } from "./world.ts";

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
  const outages =
    seed % 4 === 1
      ? [{ fromMs: outageMs, toMs: outageMs + chance.between(minuteMs, 10 * hourMs) }]
      : [];
  const world = new World(chance, { startMs, faults, outages, ...(sabotage && { sabotage }) });
  void world.sweepUntil(startMs + 18 * hourMs);
  const isFlood = seed % 3 === 0;
  const alerts = isFlood ? 40 : Math.ceil(chance.between(1, 12));
  for (let alert = 0; alert < alerts; alert += 1) {
    void live(world, chance, { alertId: `alt_${alert}`, withinMs: 2 * hourMs });
  }
  // A hall that goes over its threshold and back, all the time.
  if (chance.happens(0.5)) void flap(world, chance);
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
    broken: brokenInvariants(world, { hasOutage: outages.length > 0, faults }),
    ...counts(),
  };
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
  const times = Math.ceil(chance.between(2, 12));
  for (let time = 0; time < times; time += 1) {
    void world.report("alt_flapping", time % 2 === 0);
    await world.time.sleep(chance.between(5_000, 4 * minuteMs));
  }
}

function brokenInvariants(
  world: World,
  { hasOutage, faults }: { hasOutage: boolean; faults: number },
): string[] {
  return world.recipients.flatMap((recipientId) => {
    const mails = world.mails.filter((mail) => mail.recipientId === recipientId);
    const outbox = world.outboxes.get(recipientId);
    const waits = outbox?.waiting.notices.length || outbox?.sending || outbox?.dueAtMs;
    return [
      ...(waits ? [`something still waits for ${recipientId}`] : []),
      ...[...Map.groupBy(world.told, ({ alertId }) => alertId)].flatMap(([, news]) =>
        brokenOf(
          { news, mails },
          {
            isQuick: !hasOutage && faults === 0 && recipientId !== quietMs.personId,
          },
        ).map((what) => `${what} (${recipientId})`),
      ),
      ...brokenLimit(mails),
      ...(recipientId === quietMs.personId ? brokenQuiet(mails) : []),
    ];
  });
}

type Told = Parameters<typeof isAbout>[0] & { kind: "alert" };

/** What is wrong with what was told of one alert. */
function brokenOf(
  { news, mails }: { news: Told[]; mails: SentMail[] },
  { isQuick }: { isQuick: boolean },
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
  const slow = told.some(
    ({ mail, notice }) => mail.atMs - Date.parse(notice.firedAt ?? "") > 90_000,
  );
  const isFew = mails.length < mailsAnHour;
  if (isQuick && isFew && slow && armed.length === 0) broken.push(`${name} was told late`);
  return broken;
}

/** A mail counts from its claim on, some seconds before SES takes it. */
function brokenLimit(mails: SentMail[]): string[] {
  const isTooMuch = mails.some(({ atMs }, index) => {
    const later = mails[index + mailsAnHour];
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
