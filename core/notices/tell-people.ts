import { allInOrder } from "../all-in-order.ts";
import type { Clock } from "../clock.ts";
import type { FailedItem } from "../failed-records.ts";
import type { Member } from "../members/member.ts";
import { type ChatChannels, channelHears } from "./chat-channel.ts";
import { isNews, type News } from "./news.ts";
import { afterSweep, type Outbox, type OutboxKey, withNews } from "./outbox.ts";
import { type Telling, whoHears } from "./who-hears.ts";

export interface Outboxes {
  /**
   * Stores the outbox that `decide` makes of the stored one, unless that is the same object; decides again when
   * another one was stored meanwhile.
   */
  change<Decided extends { outbox: Outbox }>(
    key: OutboxKey,
    decide: (before: Outbox) => Decided,
  ): Promise<Decided>;
}

export interface TellingPorts {
  /** Undefined of an organization that does not exist. */
  organization(organizationId: string): Promise<Telling | undefined>;
  members(organizationId: string): Promise<Member[]>;
  chatChannels(organizationId: string): Promise<Pick<ChatChannels, "channels">>;
  outboxes: Outboxes;
  /** Has somebody look into an outbox, after so many seconds. */
  queue(key: OutboxKey, delaySeconds: number): Promise<void>;
  clock: Pick<Clock, "now">;
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
  return (await allInOrder(failed)).flat();
}

async function tellOrganization(
  ports: TellingPorts,
  organizationId: string,
  news: News[],
): Promise<void> {
  const [organization, members, { channels }] = await allInOrder([
    ports.organization(organizationId),
    ports.members(organizationId),
    ports.chatChannels(organizationId),
  ]);
  if (organization === undefined) return;
  const heard = new Map<string, News[]>();
  for (const one of news) {
    const people = whoHears(one, members, organization).map(({ personId }) => personId);
    const chats = channels.filter((channel) => channelHears(channel, one.kind, organization.plan));
    for (const recipientId of [...people, ...chats.map(({ id }) => id)]) {
      heard.set(recipientId, [...(heard.get(recipientId) ?? []), one]);
    }
  }
  await allInOrder(
    [...heard].map(async ([recipientId, told]) => {
      const key = { organizationId, recipientId };
      const nowMs = ports.clock.now();
      const { lookAtMs } = await ports.outboxes.change(key, (before) =>
        withNews(before, told, nowMs),
      );
      if (lookAtMs !== undefined) await ports.queue(key, Math.ceil((lookAtMs - nowMs) / 1_000));
    }),
  );
}

/** The most that one sweep queues; what is left over is older at the next one. */
export const sweptAtOnce = 1_000;

/** Has somebody look into every outbox in which something is due. */
export async function sweepOutboxes({
  due,
  queue,
  outboxes,
  clock,
}: Pick<TellingPorts, "queue" | "outboxes" | "clock"> & {
  due(nowMs: number, most: number): Promise<OutboxKey[]>;
}): Promise<number> {
  const nowMs = clock.now();
  const keys = await due(nowMs, sweptAtOnce);
  const sweep = async (key: OutboxKey) => {
    await queue(key, 0);
    await outboxes.change(key, (before) => ({ outbox: afterSweep(before, nowMs) }));
  };
  for (let first = 0; first < keys.length; first += 25) {
    await allInOrder(keys.slice(first, first + 25).map(sweep));
  }
  return keys.length;
}
