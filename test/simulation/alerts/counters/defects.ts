import type { AdjustmentWrite } from "../../../../core/counters/settings/adjust-counter.ts";
import type { UndosChange } from "../../../../core/counters/taps/undo.ts";
import type { Tables } from "../tables.ts";
import type { Sabotage } from "../world.ts";
import type { CounterStores, StoreSurroundings } from "./counting.ts";

/** Mistakes that undos and adjustments can have; the simulation must find each of them. */
export const countingDefects: Record<string, Sabotage> = {
  "a tombstone is forgotten": {
    counting: { stores: withUndos((write) => ({ ...write, tombstones: [] })) },
  },
  "a tap that was undone is undone again": {
    counting: {
      conditions: { undoneOnce: false },
      stores: (stores) => ({
        ...stores,
        undos: {
          undo: (request, decide) =>
            stores.undos.undo(request, ({ counter, records }) =>
              decide({
                counter,
                records: new Map(
                  [...records].map(([key, { event, undoneBy }]) => [
                    key,
                    { event, undoneBy: undoneBy === null ? null : undefined },
                  ]),
                ),
              }),
            ),
        },
      }),
    },
  },
  "an undo removes the record of its tap, which then counts again": {
    counting: {
      stores: (stores, { tables }) => ({
        ...stores,
        undos: {
          async undo(request, decide) {
            const result = await stores.undos.undo(request, decide);
            for (const key of request.idempotencyKeys) {
              tables.taps.delete(`${request.key.counterId}#${key}`);
            }
            return result;
          },
        },
      }),
    },
  },
  "an undo counts as a tap in the other direction": {
    counting: {
      stores: withUndos(({ undos, ...write }) => {
        const changes = undos.map(({ event }) => BigInt(event.delta));
        const all = changes.reduce((sum, change) => sum + change, 0n);
        const { ups = 0n, downs = 0n } = write.after;
        return { ...write, undos, after: { ...write.after, ups: ups + all, downs: downs + all } };
      }),
    },
  },
  "an adjustment fires": {
    stream: (count) => ({ ...count, cause: "tap" }),
  },
  "an adjustment moves the total of a group twice": {
    counting: {
      stores: withAdjustments((write, tables) => {
        const { groupId } = write.before;
        const group = tables.groups.get(groupId ?? "");
        const delta = write.change?.event.delta ?? 0;
        if (group) tables.groups.set(group.id, { ...group, total: group.total + BigInt(delta) });
        return write;
      }),
    },
  },
  "an adjustment counts as people": {
    counting: {
      stores: withAdjustments((write) => {
        if (write.change === undefined) return write;
        const { before } = write;
        const { ups = 0n } = before;
        const { event, after, audit } = write.change;
        const { adjusted: _, ...counted } = { ...after, ups: ups + BigInt(event.delta) };
        return { ...write, change: { event, audit, after: counted } };
      }),
    },
  },
  "an adjustment makes a peak": {
    counting: {
      stores: (stores, { tables }) => ({
        ...stores,
        adjustments: {
          async adjust(target, decide) {
            const result = await stores.adjustments.adjust(target, decide);
            const counter = tables.counters.get(target.key.counterId);
            const { count = 0, peak = 0n, updatedAt: peakAt = "" } = counter ?? {};
            if (counter && BigInt(count) > peak) {
              tables.counters.set(counter.id, { ...counter, peak: BigInt(count), peakAt });
            }
            return result;
          },
        },
      }),
    },
  },
  "a form that found the number right is not kept": {
    counting: {
      stores: withAdjustments((write) => (write.change === undefined ? undefined : write)),
    },
  },
};

/** The stores with undos that write something else. */
function withUndos(otherWrite: (write: UndosChange) => UndosChange) {
  return (stores: CounterStores): CounterStores => ({
    ...stores,
    undos: {
      undo: (request, decide) =>
        stores.undos.undo(request, (taps) => {
          const { result, write } = decide(taps);
          const other = write && otherWrite(write);
          const isEmpty = !other || other.undos.length + other.tombstones.length === 0;
          return isEmpty ? { result } : { result, write: other };
        }),
    },
  });
}

/** The stores with adjustments that write something else, or nothing. */
function withAdjustments(
  otherWrite: (write: AdjustmentWrite, tables: Tables) => AdjustmentWrite | undefined,
) {
  return (stores: CounterStores, { tables }: StoreSurroundings): CounterStores => ({
    ...stores,
    adjustments: {
      adjust: (target, decide) =>
        stores.adjustments.adjust(target, (counter, earlier) => {
          const { result, write } = decide(counter, earlier);
          const other = write && otherWrite(write, tables);
          return other === undefined ? { result } : { result, write: other };
        }),
    },
  });
}
