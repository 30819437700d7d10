import type { DatabaseSync } from "node:sqlite";
import { type BuildAppOptions, buildApp } from "fauxqs";
import * as z from "zod";
import {
  type AccessControl,
  type Denial,
  type DenialNames,
  jsonDenials,
} from "../../iam/access-control.ts";
import { accessKeyIn, runtimeAccessKey } from "../../iam/access-keys.ts";
import { sqsRequests } from "../../iam/requests/json-requests.ts";
import { StartError } from "../../start-error.ts";
import { localRegion } from "../../template/arns.ts";
import type { BatchFaults } from "../batch-faults.ts";
import { delayRefusal, type FailedEntry, takeFailing } from "./failed-entries.ts";

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
export async function startSqsEmulator(
  dataDir: string,
  { access, faults }: { access: AccessControl; faults?: BatchFaults },
): Promise<SqsEmulator> {
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
  const failures = new WeakMap<object, FailedEntry[]>();
  app.addHook("preHandler", async ({ headers, body, raw }, reply) => {
    const operation = String(headers["x-amz-target"]).replace("AmazonSQS.", "");
    const accessKey = accessKeyIn(headers.authorization);
    const denial = access.refuse(accessKey, sqsRequests(operation, body));
    if (denial) {
      reply.header("x-amzn-query-error", `${queryErrors[denial.reason]};Sender`);
      return reply.status(403).send(denied(denial));
    }
    const refusal = correct(body);
    if (refusal) return reply.status(400).send(refusal);
    // Calls of the runtime itself never fail by chance.
    const isOwn = accessKey === runtimeAccessKey;
    const Failed = takeFailing(isOwn ? undefined : faults, operation, body);
    if (Failed.length === 0) return;
    failures.set(raw, Failed);
    if (entriesOf(body).length === 0) return reply.send({ Successful: [] });
  });
  app.addHook("preSerialization", async ({ raw }, _reply, payload: unknown) => {
    const Failed = failures.get(raw);
    const response = BatchResponse.safeParse(payload);
    if (!Failed || !response.success) return payload;
    return { ...response.data, Failed: [...response.data.Failed, ...Failed] };
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

// The type is that of the JSON protocol; the header has the code that SDKs show.
const queryErrors: DenialNames = {
  denied: "AccessDenied",
  "unknown key": "InvalidClientTokenId",
  unsigned: "MissingAuthenticationToken",
};
const denied = ({ reason, message }: Denial) => ({
  __type: `com.amazon.coral.service#${jsonDenials[reason]}`,
  message,
});

const Request = z.looseObject({
  DelaySeconds: z.number().optional(),
  VisibilityTimeout: z.number().optional(),
});

const BatchResponse = z.looseObject({
  Successful: z.array(z.unknown()),
  Failed: z.array(z.unknown()).default([]),
});

/** What fauxqs 2.4.1 gets wrong: makes the request right, or returns the response that refuses it. */
function correct(body: unknown): object | undefined {
  const request = Request.safeParse(body);
  if (!request.success || typeof body !== "object" || body === null) return undefined;
  const { DelaySeconds = 0, VisibilityTimeout } = request.data;
  const message = delayRefusal(DelaySeconds);
  if (message) return { __type: "com.amazonaws.sqs#InvalidParameterValue", message };
  // fauxqs loses a message whose visibility timeout is set to zero; a millisecond does not.
  if (VisibilityTimeout === 0) Object.assign(body, { VisibilityTimeout: 0.001 });
  for (const entry of entriesOf(body)) {
    if (entry.VisibilityTimeout === 0) entry.VisibilityTimeout = 0.001;
  }
  return undefined;
}

function entriesOf(body: unknown) {
  const hasEntries = typeof body === "object" && body !== null && "Entries" in body;
  return hasEntries && Array.isArray(body.Entries) ? body.Entries : [];
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
        s3Store: new S3Store(),
      }),
    };
  } catch (cause) {
    throw new StartError("The local runtime needs fauxqs 2.4.1: its parts are elsewhere.", {
      cause,
    });
  }
}
