import type { Clock } from "../clock.ts";
import { conflict, retryConflicts } from "../conflict.ts";
import type { FailedItem } from "../failed-records.ts";
import type { Member } from "../members/member.ts";
import type { Plan } from "../organizations/plan.ts";
import { isNews, type News } from "./news.ts";
import { gatherSeconds, newOutbox, type Outbox, type OutboxKey, withNews } from "./outbox.ts";
import { whoHears } from "./who-hears.ts";

export interface Outboxes {
  /** Strongly consistent. */
  get(key: OutboxKey): Promise<Outbox | undefined>;
  /** Stores it with the next revision, unless another one was stored since it was read. */
  put(outbox: Outbox): Promise<"stored" | "conflict">;
}

export interface TellingPorts {
  /** Undefined of an organization that does not exist. */
  plan(organizationId: string): Promise<Plan | undefined>;
  members(organizationId: string): Promise<Member[]>;
  outboxes: Outboxes;
  /** Has somebody look into an outbox, after so many seconds. */
  queue(key: OutboxKey, delaySeconds: number): Promise<void>;
  clock: Clock;
}

/**
 * Puts news into the outboxes of those who hear of it. News that come again change nothing, but somebody
 * looks again: the first time may have ended midway.
 */
export async function tellPeople(ports: TellingPorts, news: News[]): Promise<FailedItem<News>[]> {
  const fresh = news.filter((one) => isNews(one, ports.clock.now()));
  const byOrganization = Map.groupBy(fresh, ({ organizationId }) => organizationId);
  const failed = [...byOrganization].map(async ([organizationId, told]) => {
    try {
      await tellOrganization(ports, organizationId, told);
      return [];
    } catch (cause) {
      return told.map((item) => ({ item, cause }));
    }
  });
  return (await Promise.all(failed)).flat();
}

async function tellOrganization(
  ports: TellingPorts,
  organizationId: string,
  news: News[],
): Promise<void> {
  const [plan, members] = await Promise.all([
    ports.plan(organizationId),
    ports.members(organizationId),
  ]);
  if (plan === undefined) return;
  const heard = new Map<string, News[]>();
  for (const one of news) {
    for (const { personId } of whoHears(one.kind, members, { plan })) {
      heard.set(personId, [...(heard.get(personId) ?? []), one]);
    }
  }
  await Promise.all(
    [...heard].map(async ([personId, told]) => {
      const key = { organizationId, personId };
      const { outbox } = await changeOutbox(ports, key, (before) => ({
        outbox: withNews(before, told),
      }));
      await ports.queue(key, gatherSeconds(outbox, ports.clock.now()));
    }),
  );
}

/** Stores what `decide` makes of an outbox, unless that is the same object. */
export async function changeOutbox<Decided extends { outbox: Outbox }>(
  { outboxes, clock }: Pick<TellingPorts, "outboxes" | "clock">,
  key: OutboxKey,
  decide: (before: Outbox) => Decided,
): Promise<Decided> {
  const contention = { attempts: 20, what: `the outbox of ${key.personId}` };
  return await retryConflicts(clock, contention, async () => {
    const before = (await outboxes.get(key)) ?? newOutbox(key);
    const decided = decide(before);
    if (decided.outbox === before) return decided;
    return (await outboxes.put(decided.outbox)) === "stored" ? decided : conflict;
  });
}

/** The most that one sweep queues; what is left over is older at the next one. */
export const sweptAtOnce = 1_000;

/** Has somebody look into every outbox in which something is due. */
export async function sweepOutboxes({
  due,
  queue,
  clock,
}: Pick<TellingPorts, "queue" | "clock"> & {
  due(nowMs: number, most: number): Promise<OutboxKey[]>;
}): Promise<number> {
  const keys = await due(clock.now(), sweptAtOnce);
  for (let first = 0; first < keys.length; first += 25) {
    await Promise.all(keys.slice(first, first + 25).map((key) => queue(key, 0)));
  }
  return keys.length;
}
