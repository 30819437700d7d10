import type { StoredCounter } from "../../../../core/counters/counter.ts";
import type {
  EarlierTap,
  EarlierTaps,
  TapStore,
} from "../../../../core/counters/taps/count-batch.ts";
import type { Tables } from "../tables.ts";
import { type Access, isAsRead, writeCounter } from "./write-counter.ts";

/** Taps in memory, with the conditions of the DynamoDB adapter. */
export function memoryTaps(tables: Tables, { read, transact }: Access): TapStore {
  const earlierOf = (counterId: string, keys: (string | undefined)[]): EarlierTaps =>
    new Map(
      keys.flatMap((key = ""): [string, EarlierTap][] => {
        const record = tables.taps.get(`${counterId}#${key}`);
        return record === undefined ? [] : [[key, record.event ?? "undone"]];
      }),
    );
  return {
    counter: ({ counterId }) => read(() => tables.counters.get(counterId)),
    earlierTaps: ({ counterId }, keys) => read(() => earlierOf(counterId, keys)),
    calendar: () => read(() => tables.calendar),
    async writeTaps({ before, after, taps, marks }) {
      let earlier: EarlierTaps = new Map();
      let counter: StoredCounter | undefined;
      const keys = taps.map(({ idempotencyKey }) => idempotencyKey);
      const isWritten = await transact(() => {
        earlier = earlierOf(after.id, keys);
        counter = tables.counters.get(after.id);
        if (earlier.size > 0 || !isAsRead(tables, before)) return false;
        writeCounter(tables, { before, after, events: taps, marks });
        for (const { event, idempotencyKey: key } of taps) {
          if (key !== undefined)
            tables.taps.set(`${after.id}#${key}`, { event, undoneBy: undefined });
        }
        return true;
      });
      if (isWritten) return { result: "written" };
      return { result: "conflict", earlier, ...(counter && { counter }) };
    },
  };
}
