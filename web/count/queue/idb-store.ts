import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { OpenedGate } from "../../../api/private/counting.ts";
import type { CountView } from "../../../core/counting/count-view.ts";
import { countingKey, type DeviceTap, unansweredKey, unsent } from "./device-tap.ts";
import type { ChangeResult, DeviceTapStore, StoredChange, StoredState } from "./tap-store.ts";

/** Where a page counts, kept so that it opens without a network. */
export interface Place {
  organizationId: string;
  memberId: string;
  /** Earlier releases did not keep these. */
  personId?: string;
  organizationName?: string;
}

type StoredTap = Omit<DeviceTap, "order"> & { order?: number; unanswered?: string };

interface Schema extends DBSchema {
  taps: { key: number; value: StoredTap; indexes: { unanswered: string } };
  views: { key: string; value: CountView };
  /** By counter: as whom a person counted it last. */
  places: { key: string; value: Place };
  /** The gates that this device has opened. */
  gates: { key: string; value: OpenedGate };
  /** Milliseconds that the service's clock is ahead of the device's. */
  clocks: { key: "ahead"; value: number };
}

/** The device's database. Before anything is said of a tap, it has reached the disk. */
export class IdbStore implements DeviceTapStore {
  #database: Promise<IDBPDatabase<Schema>> | undefined;

  async load(): Promise<StoredState> {
    const transaction = (await this.#open()).transaction(["taps", "views"]);
    const taps = await transaction.objectStore("taps").getAll();
    const views = transaction.objectStore("views");
    const [keys, values] = await Promise.all([views.getAllKeys(), views.getAll()]);
    const pairs = keys.flatMap((key, index): [string, CountView][] => {
      const view = values[index];
      return view === undefined ? [] : [[key, view]];
    });
    return { taps: taps.map(toTap), views: new Map(pairs) };
  }

  async add(taps: Parameters<DeviceTapStore["add"]>[0]): Promise<DeviceTap[]> {
    const fresh = taps.map(unsent);
    const database = await this.#open();
    const transaction = database.transaction("taps", "readwrite", { durability: "strict" });
    const stored = fresh.map(async (tap) => ({ ...tap, order: await transaction.store.add(tap) }));
    const [added] = await Promise.all([Promise.all(stored), transaction.done]);
    return added;
  }

  async change({ orders, tap, added, view }: StoredChange): Promise<ChangeResult> {
    const database = await this.#open();
    const transaction = database.transaction(["taps", "views"], "readwrite", {
      // A poll's number alone is not worth a write to the disk each second.
      durability: orders.length > 0 ? "strict" : "relaxed",
    });
    const store = transaction.objectStore("taps");
    const taps: ChangeResult["taps"] = new Map();
    const each = orders.map(async (order) => {
      const stored = await store.get(order);
      if (stored === undefined) return void taps.set(order, undefined);
      const before = toTap(stored);
      const after = tap(before);
      taps.set(order, after);
      if (after === undefined) await store.delete(order);
      else if (after !== before) await store.put(toStored(after));
    });
    await Promise.all(each);
    const result: ChangeResult = { taps };
    const last = added?.();
    if (last !== undefined) {
      const order = await store.add(toStored(unsent(last)));
      result.added = { ...unsent(last), order };
    }
    if (view !== undefined) {
      const views = transaction.objectStore("views");
      const unanswered = await store.index("unanswered").count(view.key);
      const stored = await views.get(view.key);
      const next = view.next(stored, unanswered);
      if (next !== undefined && next !== stored) await views.put(next, view.key);
      result.view = { key: view.key, stored: next };
    }
    await transaction.done;
    return result;
  }

  async place(counterId: string): Promise<Place | undefined> {
    return (await this.#open()).get("places", counterId);
  }

  async keepPlace(counterId: string, place: Place): Promise<void> {
    await (await this.#open()).put("places", place, counterId);
  }

  /** The counters that were counted here as a member, of which the device knows a number. */
  async memberCounters(): Promise<{ id: string; name: string }[]> {
    const transaction = (await this.#open()).transaction(["places", "views"]);
    const places = transaction.objectStore("places");
    const [ids, values] = await Promise.all([places.getAllKeys(), places.getAll()]);
    const known = ids.map(async (id, index) => {
      const place = values[index];
      if (place === undefined) return [];
      const key = countingKey({ credential: { kind: "member", ...place }, counterId: id });
      const view = await transaction.objectStore("views").get(key);
      return view === undefined ? [] : [{ id, name: view.name }];
    });
    return (await Promise.all(known)).flat();
  }

  async gates(): Promise<OpenedGate[]> {
    return (await this.#open()).getAll("gates");
  }

  async keepGate(gate: OpenedGate): Promise<void> {
    await (await this.#open()).put("gates", gate, gate.id);
  }

  async forgetGate(gateId: string): Promise<void> {
    await (await this.#open()).delete("gates", gateId);
  }

  async clockAheadMs(): Promise<number> {
    return (await (await this.#open()).get("clocks", "ahead")) ?? 0;
  }

  async keepClockAhead(ms: number): Promise<void> {
    await (await this.#open()).put("clocks", ms, "ahead");
  }

  /** Opens the database; again after the browser has closed it. */
  #open(): Promise<IDBPDatabase<Schema>> {
    this.#database ??= openDB<Schema>("counting", 1, {
      upgrade(database) {
        const taps = database.createObjectStore("taps", { keyPath: "order", autoIncrement: true });
        taps.createIndex("unanswered", "unanswered");
        database.createObjectStore("views");
        database.createObjectStore("places");
        database.createObjectStore("gates");
        database.createObjectStore("clocks");
      },
      // A newer version of the page, in another tab, waits for this.
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        this.#database = undefined;
      },
      terminated: () => {
        this.#database = undefined;
      },
    }).catch((error: unknown) => {
      this.#database = undefined;
      throw error;
    });
    return this.#database;
  }
}

function toTap({ unanswered: _index, order = 0, ...rest }: StoredTap): DeviceTap {
  return { ...rest, order };
}

function toStored(tap: Omit<DeviceTap, "order"> & { order?: number }): StoredTap {
  const unanswered = unansweredKey(tap);
  return unanswered === null ? tap : { ...tap, unanswered };
}
