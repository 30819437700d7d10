import type { OpenedGate } from "../../../api/private/counting.ts";
import type { CountView } from "../../../core/counting/count-view.ts";
import { countingKey, type DeviceTap, type NewTap, unansweredKey, unsent } from "./device-tap.ts";
import {
  type Created,
  type Database,
  IdbConnection,
  type Place,
  type StoredTap,
} from "./idb-connection.ts";
import type { ChangeResult, DeviceTapStore, StoredChange, StoredState } from "./tap-store.ts";

/** The device's database. Before anything is said of a tap, it has reached the disk. */
export class IdbStore implements DeviceTapStore {
  readonly #connection = new IdbConnection((created) => restore(created, this.#inMemory()));
  #inMemory: () => StoredState = () => ({ taps: [], views: new Map() });

  backUp(inMemory: () => StoredState): void {
    this.#inMemory = inMemory;
  }

  async load(): Promise<StoredState> {
    return await this.#connection.use(loadFrom);
  }

  async add(taps: readonly NewTap[]): Promise<DeviceTap[]> {
    return await this.#connection.use((database, isRepeated) =>
      addTo(database, taps, { mayBeThere: isRepeated }),
    );
  }

  async change(change: StoredChange): Promise<ChangeResult> {
    let isDecided = false;
    const tap = (stored: DeviceTap) => {
      isDecided = true;
      return change.tap(stored);
    };
    return await this.#connection.use(
      (database) => changeIn(database, { ...change, tap }),
      // A decision about a tap may have reached the disk, and is not made twice.
      () => !isDecided,
    );
  }

  async place(counterId: string): Promise<Place | undefined> {
    return await this.#connection.use((database) => database.get("places", counterId));
  }

  async keepPlace(counterId: string, place: Place): Promise<void> {
    await this.#connection.use((database) => database.put("places", place, counterId));
  }

  /** The counters that were counted here as a member, of which the device knows a number. */
  async memberCounters(): Promise<{ id: string; name: string }[]> {
    return await this.#connection.use(memberCountersIn);
  }

  async gates(): Promise<OpenedGate[]> {
    return await this.#connection.use((database) => database.getAll("gates"));
  }

  async keepGate(gate: OpenedGate): Promise<void> {
    await this.#connection.use((database) => database.put("gates", gate, gate.id));
  }

  async forgetGate(gateId: string): Promise<void> {
    await this.#connection.use((database) => database.delete("gates", gateId));
  }

  async clockAheadMs(): Promise<number> {
    return (await this.#connection.use((database) => database.get("clocks", "ahead"))) ?? 0;
  }

  async keepClockAhead(ms: number): Promise<void> {
    await this.#connection.use((database) => database.put("clocks", ms, "ahead"));
  }
}

/** The end of a transaction that the browser breaks off: each of its requests fails, too. */
const isSaidElsewhere = () => {};

/** With their orders: what is added later gets higher ones. */
function restore(created: Created, { taps, views }: StoredState): void {
  for (const tap of taps) void created.objectStore("taps").put(toStored(tap));
  for (const [key, view] of views) void created.objectStore("views").put(view, key);
}

async function loadFrom(database: Database): Promise<StoredState> {
  const transaction = database.transaction(["taps", "views"]);
  transaction.done.catch(isSaidElsewhere);
  const taps = await transaction.objectStore("taps").getAll();
  const views = transaction.objectStore("views");
  const [keys, values] = await Promise.all([views.getAllKeys(), views.getAll()]);
  const pairs = keys.flatMap((key, index): [string, CountView][] => {
    const view = values[index];
    return view === undefined ? [] : [[key, view]];
  });
  return { taps: taps.map(toTap), views: new Map(pairs) };
}

/** `mayBeThere`: an earlier try has failed, and nobody knows how far it came. */
async function addTo(
  database: Database,
  taps: readonly NewTap[],
  { mayBeThere }: { mayBeThere: boolean },
): Promise<DeviceTap[]> {
  const transaction = database.transaction("taps", "readwrite", { durability: "strict" });
  const before = mayBeThere ? await transaction.store.getAll() : [];
  const stored = taps.map(unsent).map(async (tap) => {
    const there = before.find(({ id }) => id === tap.id);
    return there ? toTap(there) : { ...tap, order: await transaction.store.add(tap) };
  });
  const [added] = await Promise.all([Promise.all(stored), transaction.done]);
  return added;
}

async function changeIn(database: Database, change: StoredChange): Promise<ChangeResult> {
  const { orders, tap, added, view } = change;
  const transaction = database.transaction(["taps", "views"], "readwrite", {
    // A poll's number alone is not worth a write to the disk each second.
    durability: orders.length > 0 ? "strict" : "relaxed",
  });
  transaction.done.catch(isSaidElsewhere);
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

async function memberCountersIn(database: Database): Promise<{ id: string; name: string }[]> {
  const transaction = database.transaction(["places", "views"]);
  transaction.done.catch(isSaidElsewhere);
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

function toTap({ unanswered: _index, order = 0, ...rest }: StoredTap): DeviceTap {
  return { ...rest, order };
}

function toStored(tap: Omit<DeviceTap, "order"> & { order?: number }): StoredTap {
  const unanswered = unansweredKey(tap);
  return unanswered === null ? tap : { ...tap, unanswered };
}
