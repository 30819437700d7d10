import { type Dispatching, endpointOfBoth } from "../dispatching.ts";
import type { Tables } from "../tables.ts";

/** An event, or what a webhook says of it. */
interface Numbered {
  lastEventId: number;
  previousCount: number;
  count: number;
  delta: number;
}

/**
 * What breaks the promise of contract §2 at rest, in words: the numbers of a counter's events rise by
 * one, and each begins where the one before ended. It must hold for what is stored, and for what an
 * endpoint that takes both directions is sent, once duplicates are dropped.
 */
export function brokenNumbers(tables: Tables, { sent }: Dispatching): string[] {
  const stored = tables.log.flatMap((commit) => (commit.kind === "counted" ? [commit.count] : []));
  const bodies = (sent.get(endpointOfBoth) ?? []).map(({ data }) => data);
  return [...tables.counters.values()].flatMap(({ id, lastEventId, count }) => {
    const of = (events: (Numbered & { counterId: string })[]) =>
      events.filter(({ counterId }) => counterId === id);
    const ownBodies = of(bodies);
    return [
      ...brokenChain(of(stored), { lastEventId, count }).map((wrong) => `${id} stores ${wrong}`),
      ...brokenChain(withoutDuplicates(ownBodies), { lastEventId, count }).map(
        (wrong) => `${id} sends ${wrong}`,
      ),
    ];
  });
}

/** A receiver knows a duplicate by its number, and takes the first that comes. */
function withoutDuplicates<Event extends Numbered>(events: Event[]): Event[] {
  return [...new Map(events.toReversed().map((event) => [event.lastEventId, event])).values()];
}

function brokenChain(
  events: Numbered[],
  counter: Pick<Numbered, "lastEventId" | "count">,
): string[] {
  const inOrder = events.toSorted((one, other) => one.lastEventId - other.lastEventId);
  const broken: string[] = [];
  let before = { lastEventId: 0, count: 0 };
  for (const event of inOrder) {
    const { lastEventId, previousCount, count, delta } = event;
    if (lastEventId !== before.lastEventId + 1) {
      broken.push(`event ${lastEventId} after event ${before.lastEventId}`);
    } else if (previousCount !== before.count || count !== previousCount + delta) {
      broken.push(`event ${lastEventId}, which does not begin at ${before.count}`);
    }
    before = event;
  }
  const isNewest = before.lastEventId === counter.lastEventId && before.count === counter.count;
  return isNewest ? broken : [...broken, `event ${before.lastEventId} as the newest`];
}
