import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  openDB,
  type StoreNames,
} from "idb";
import type { OpenedGate } from "../../../api/private/counting.ts";
import type { CountView } from "../../../core/counting/count-view.ts";
import type { DeviceTap } from "./device-tap.ts";

/** Where a page counts, kept so that it opens without a network. */
export interface Place {
  organizationId: string;
  memberId: string;
  personId: string;
  organizationName: string;
  /** Absent in what older releases kept. */
  timeZone?: string;
  utcOffsetMinutes?: number;
}

export type StoredTap = Omit<DeviceTap, "order"> & { order?: number; unanswered?: string };

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

export type Database = IDBPDatabase<Schema>;

/** The transaction that creates the stores. */
export type Created = IDBPTransaction<Schema, StoreNames<Schema>[], "versionchange">;

/**
 * The connection to the device's database. Browsers end it, iOS while the page is in the background,
 * and not all say so: whatever fails is done once more with a new connection.
 */
export class IdbConnection {
  readonly #onCreated: (created: Created) => void;
  #database: Promise<Database> | undefined;

  /** `onCreated` fills a new database, before anything else reads it. */
  constructor(onCreated: (created: Created) => void) {
    this.#onCreated = onCreated;
  }

  /** `isRepeated`: an earlier try may have reached the disk. `mayRepeat` is asked after a failure. */
  async use<Result>(
    run: (database: Database, isRepeated: boolean) => Promise<Result>,
    mayRepeat: () => boolean = () => true,
  ): Promise<Result> {
    const opening = this.#open();
    try {
      return await run(await opening, false);
    } catch (error) {
      await this.#drop(opening);
      if (!mayRepeat()) throw error;
      return await run(await this.#open(), true);
    }
  }

  async #drop(opening: Promise<Database>): Promise<void> {
    if (this.#database === opening) this.#database = undefined;
    const database = await opening.catch(() => undefined);
    // Left open, it would keep a newer version of the page waiting.
    database?.close();
  }

  #open(): Promise<Database> {
    this.#database ??= openDB<Schema>("counting", 1, {
      upgrade: (database, _oldVersion, _newVersion, transaction) => {
        const taps = database.createObjectStore("taps", { keyPath: "order", autoIncrement: true });
        taps.createIndex("unanswered", "unanswered");
        database.createObjectStore("views");
        database.createObjectStore("places");
        database.createObjectStore("gates");
        database.createObjectStore("clocks");
        this.#onCreated(transaction);
      },
      // A newer version of the page, in another tab, waits for this.
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        this.#database = undefined;
      },
      terminated: () => {
        this.#database = undefined;
      },
    });
    return this.#database;
  }
}
