import type { DatabaseSync } from "node:sqlite";
import { type BuildAppOptions, buildApp } from "fauxqs";
import * as z from "zod";
import { StartError } from "../../start-error.ts";
import { localRegion } from "../../template/arns.ts";

/** A running SQS emulator. */
export interface SqsEmulator {
  url: string;
  /** Ends all long polls, which then return as if their wait were over. */
  wakeReceivers(): void;
  close(): Promise<void>;
}

/**
 * Starts fauxqs, persisted in the folder. It is put together from its parts because its own start
 * function listens on all network interfaces.
 */
export async function startSqsEmulator(dataDir: string): Promise<SqsEmulator> {
  const parts = await loadParts();
  const persistence = parts.persistence(dataDir);
  // In WAL mode only a power cut could lose what is not synced; syncing each message takes longer
  // than everything else about it.
  persistence.db.exec("PRAGMA synchronous = OFF");
  const stores = parts.stores();
  persistence.load(stores.sqsStore, stores.snsStore, stores.s3Store);
  // fauxqs types the field as its own class, of which this is an instance.
  Object.assign(stores.sqsStore, { persistence });
  for (const queue of stores.sqsStore.allQueues()) Object.assign(queue, { persistence });
  const app = buildApp({ logger: false, defaultRegion: localRegion, stores });
  app.addHook("preHandler", async (request, reply) => {
    const refusal = correct(request.body);
    if (refusal) return reply.status(400).send(refusal);
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    url,
    wakeReceivers: () => stores.sqsStore.shutdown(),
    async close() {
      await app.close();
      persistence.close();
    },
  };
}

const Request = z.looseObject({
  DelaySeconds: z.number().optional(),
  VisibilityTimeout: z.number().optional(),
  Entries: z.array(z.looseObject({ DelaySeconds: z.number().optional() })).optional(),
});

/** What fauxqs 2.4.1 gets wrong: makes the request right, or returns the response that refuses it. */
function correct(body: unknown): object | undefined {
  const request = Request.safeParse(body);
  if (!request.success || typeof body !== "object" || body === null) return undefined;
  const { DelaySeconds, VisibilityTimeout, Entries = [] } = request.data;
  const tooLong = [DelaySeconds, ...Entries.map((entry) => entry.DelaySeconds)].find(
    (seconds) => seconds !== undefined && seconds > 900,
  );
  // AWS refuses one entry of a batch alone; refusing the whole batch shows the mistake as well.
  if (tooLong !== undefined) {
    return {
      __type: "com.amazonaws.sqs#InvalidParameterValue",
      message:
        `Value ${tooLong} for parameter DelaySeconds is invalid. ` +
        "Reason: DelaySeconds must be >= 0 and <= 900.",
    };
  }
  // It loses a message whose visibility timeout is set to zero; a millisecond is as good.
  if (VisibilityTimeout === 0) Object.assign(body, { VisibilityTimeout: 0.001 });
  for (const entry of "Entries" in body && Array.isArray(body.Entries) ? body.Entries : []) {
    if (entry.VisibilityTimeout === 0) entry.VisibilityTimeout = 0.001;
  }
  return undefined;
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
    // It refuses what lies beyond U+FFFF, such as emoji, which AWS takes.
    z.instanceof(RegExp).parse(refused).compile(refusedCharacter, "u");
    return {
      persistence: (dataDir) => new PersistenceManager(dataDir),
      stores: () => ({
        sqsStore: new SqsStore(),
        snsStore: new SnsStore(),
        s3Store: new S3Store(),
      }),
    };
  } catch (cause) {
    throw new StartError("The local runtime needs fauxqs 2.4.1: its parts are elsewhere.", {
      cause,
    });
  }
}
