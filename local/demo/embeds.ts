import { randomBase62 } from "../../adapters/random.ts";
import type { Stores } from "../../adapters/stores.ts";
import type { Counter } from "../../core/counters/counter.ts";
import { embedUrl, newEmbedSession } from "../../core/embeds/embed-session.ts";

/**
 * The URL of an embed of each counter, by the counter's id. Creates missing embeds, also in a
 * folder that is older than embeds, up to an organization's limit.
 */
export async function demoEmbedUrls(
  stores: Stores,
  organizationId: string,
  counters: Counter[],
): Promise<Map<string, string>> {
  const sessions = await stores.embedSessions.list(organizationId);
  const urls = new Map<string, string>();
  const add = (session: { id: string; counterId: string }) =>
    urls.set(session.counterId, embedUrl(stores.baseUrl, session.id));
  for (const session of sessions) add(session);
  for (const { id: counterId } of counters.filter(({ id }) => !urls.has(id))) {
    const key = { organizationId, counterId };
    const session = newEmbedSession(key, { nowMs: stores.clock.now(), randomBase62 });
    if ((await stores.embedSessions.create(session)) === "limit_reached") break;
    add(session);
  }
  return urls;
}
