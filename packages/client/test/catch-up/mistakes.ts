import type { CatchUpOptions } from "counting-client";
import type { Mistake } from "./world.ts";

type Client = CatchUpOptions["client"];

/** Mistakes that an implementation of the protocol can have; the worlds must find each of them. */
export const mistakes: Record<string, Mistake> = {
  "a delivery is acknowledged before its event is stored": {
    acknowledge: async (receiving) => {
      receiving.catch(() => {});
      return "processed";
    },
  },
  "w is stored first, and the books in a second step": {
    store: (store) => ({
      ...store,
      async commit(change) {
        const first = await store.commit({ ...change, process: [] });
        const { counterId, completeTo, process } = change;
        // Of three receivers, one is killed here.
        const isKilled = process[0] !== undefined && process[0].lastEventId % 3 === 0;
        if (first === "conflict" || process.length === 0 || isKilled) return first;
        const revision = (await store.load(counterId))?.revision ?? null;
        return await store.commit({
          counterId,
          completeTo,
          revision,
          process,
          hold: [],
          holes: [],
        });
      },
    }),
  },
  "a change is stored although another one came first": {
    store: (store) => ({
      ...store,
      async commit(change) {
        const revision = (await store.load(change.counterId))?.revision ?? null;
        return await store.commit({ ...change, revision });
      },
    }),
  },
  "what is held is not stored": {
    store: (store) => ({ ...store, commit: (change) => store.commit({ ...change, hold: [] }) }),
  },
  "a change forgets held events above the new w": {
    store: (store) => {
      const forgotten = new Map<string, number>();
      const heldOf = async (counterId: string) => (await store.load(counterId))?.held ?? [];
      return {
        ...store,
        async load(counterId) {
          const position = await store.load(counterId);
          const kept = ({ count }: { count: { lastEventId: number } }) =>
            count.lastEventId > (forgotten.get(counterId) ?? 0);
          return position && { ...position, held: position.held.filter(kept) };
        },
        async commit(change) {
          const held = await heldOf(change.counterId);
          const result = await store.commit(change);
          const numbers = held.map(({ count }) => count.lastEventId);
          if (result === "committed" && change.process.length > 0)
            forgotten.set(change.counterId, Math.max(0, ...numbers));
          return result;
        },
      };
    },
  },
  "the oldest event of a page is left out": {
    client: (client) => ({
      ...client,
      async historyPage(id, options) {
        const page = await client.historyPage(id, options);
        return { ...page, events: page.events.slice(0, Math.max(1, page.events.length - 1)) };
      },
    }),
  },
  "beforeEventId is taken for the first number of the page": {
    client: (client: Client) => ({
      ...client,
      historyPage(id, options = {}) {
        const { beforeEventId } = options;
        const before = beforeEventId === undefined ? undefined : beforeEventId - 1;
        return client.historyPage(id, { ...options, beforeEventId: before });
      },
    }),
  },
};
