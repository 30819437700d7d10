import type { DatabaseSync } from "node:sqlite";
import { type BuildAppOptions, buildApp } from "fauxqs";
import * as z from "zod";
import { StartError } from "../start-error.ts";
import { localRegion } from "../template/arns.ts";
import { compareKeys, putS3Front, type S3FrontOptions } from "./s3/s3-front.ts";
import { putSqsFront, type SqsFrontOptions } from "./sqs/sqs-front.ts";

/** The running emulator of SQS and S3. */
export interface Fauxqs {
  url: string;
  /** Writes an object of a bucket, as Lambda itself does. */
  putObject(bucket: string, key: string, text: string): void;
  /** Ends all long polls, which then return as if their wait were over. */
  wakeReceivers(): void;
  close(): Promise<void>;
}

/**
 * Starts fauxqs, persisted in the folder. It is put together from its parts because its own start
 * function listens on all network interfaces.
 */
export async function startFauxqs(
  dataDir: string,
  options: SqsFrontOptions & S3FrontOptions,
): Promise<Fauxqs> {
  const parts = await loadParts();
  const persistence = parts.persistence(dataDir);
  // In WAL mode only a power cut could lose what is not synced; syncing each message takes longer
  // than everything else about it.
  persistence.db.exec("PRAGMA synchronous = OFF");
  const stores = parts.stores();
  persistence.load(stores.sqsStore, stores.snsStore, stores.s3Store);
  // fauxqs types the field as its own class, of which this is an instance.
  Object.assign(stores.sqsStore, { persistence });
  Object.assign(stores.s3Store, { persistence });
  for (const bucket of options.buckets) stores.s3Store.createBucket(bucket);
  for (const queue of stores.sqsStore.allQueues()) Object.assign(queue, { persistence });
  const app = buildApp({ logger: false, defaultRegion: localRegion, stores });
  putSqsFront(app, options);
  putS3Front(app, options);
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    url,
    putObject: (bucket, key, text) => {
      stores.s3Store.putObject(bucket, key, Buffer.from(text), "application/json");
    },
    wakeReceivers: () => stores.sqsStore.shutdown(),
    async close() {
      await app.close();
      persistence.close();
    },
  };
}

type Stores = NonNullable<BuildAppOptions["stores"]>;

const refusedCharacter = "[^\\x09\\x0A\\x0D\\x20-\\uD7FF\\uE000-\\uFFFD\\u{10000}-\\u{10FFFF}]";

interface Persistence {
  db: DatabaseSync;
  load(...stores: unknown[]): void;
  close(): void;
}

async function loadParts(): Promise<{
  persistence(dataDir: string): Persistence;
  stores(): Stores;
}> {
  const load = (path: string) => import(new URL(path, import.meta.resolve("fauxqs")).href);
  try {
    const paths = ["persistence.js", "sqs/sqsStore.js", "sns/snsStore.js", "s3/s3Store.js"];
    const [{ PersistenceManager }, { SqsStore }, { SnsStore }, { S3Store }] = await Promise.all(
      paths.map(load),
    );
    const { INVALID_MESSAGE_BODY_CHAR: refused } = await load("sqs/sqsTypes.js");
    // fauxqs refuses characters beyond U+FFFF, such as emoji, which AWS accepts.
    z.instanceof(RegExp).parse(refused).compile(refusedCharacter, "u");
    return {
      persistence: (dataDir) => new PersistenceManager(dataDir),
      stores: () => ({
        sqsStore: new SqsStore(),
        snsStore: new SnsStore(),
        s3Store: correctS3(new S3Store()),
      }),
    };
  } catch (cause) {
    throw new StartError("The local runtime needs fauxqs 2.4.1: its parts are elsewhere.", {
      cause,
    });
  }
}

/** What the store of fauxqs 2.4.1 gets wrong about S3. */
function correctS3<Store extends { buckets: Map<string, Map<string, { key: string }>> }>(
  store: Store,
): Store {
  return Object.assign(store, {
    // A logical id serves as name when the template gives none, with its capitals.
    validateBucketName: () => {},
    // fauxqs sorts by language and continues by UTF-16: pages would leave keys out.
    listObjects(bucket: string, { prefix = "", maxKeys = 1000, startAfter = "" } = {}) {
      const objects = [...(store.buckets.get(bucket)?.values() ?? [])]
        .filter(({ key }) => key.startsWith(prefix) && compareKeys(key, startAfter) > 0)
        .sort((a, b) => compareKeys(a.key, b.key));
      const isTruncated = maxKeys > 0 && objects.length > maxKeys;
      return { objects: objects.slice(0, maxKeys), commonPrefixes: [], isTruncated };
    },
  });
}
