import { setTimeout as delay } from "node:timers/promises";
import type { Emulators } from "../emulators/emulators.ts";
import type { QueueSpec } from "../emulators/sqs/queues.ts";
import type { FunctionPools } from "../functions/function-pools.ts";
import type { OnEvent } from "../runtime-event.ts";
import { StartError } from "../start-error.ts";
import type { QueueMapping, StreamMapping } from "./event-source-mappings.ts";
import { sendFailedRecords } from "./failure-destination.ts";
import { QueuePoller } from "./queue-poller.ts";
import { type StreamChanges, watchStreams } from "./stream-changes.ts";
import { StreamCheckpoints } from "./stream-checkpoints.ts";
import { StreamPages } from "./stream-pages.ts";
import { StreamPoller } from "./stream-poller.ts";

interface EventSourceOptions {
  mappings: { queues: QueueMapping[]; streams: StreamMapping[] };
  dataDir: string;
  emulators: Emulators;
  pools: FunctionPools;
  queues: QueueSpec[];
  onEvent: OnEvent;
}

/**
 * Starts a poller for each mapping; returns a function that stops them all, in-flight batches
 * included.
 */
export function startEventSources(options: EventSourceOptions): () => Promise<void> {
  const { mappings, dataDir, emulators } = options;
  for (const mapping of mappings.queues) refuseShortVisibility(mapping, options);
  const checkpoints = new StreamCheckpoints(dataDir);
  const hasStreams = mappings.streams.length > 0;
  const changes = watchStreams(hasStreams ? emulators.dynamodb.databaseFile : undefined);
  const shared = { checkpoints, changes, pages: new StreamPages(emulators.clients.streams) };
  const pollers = [
    ...mappings.queues.map((mapping) => queuePoller(mapping, options)),
    ...mappings.streams.map((mapping) => streamPoller(mapping, options, shared)),
  ];
  return async () => {
    const stopped = Promise.all(pollers.map((poller) => poller.stop()));
    await wakeUntil(stopped, () => emulators.fauxqs.wakeReceivers());
    changes.close();
    checkpoints.close();
  };
}

function queuePoller(mapping: QueueMapping, options: EventSourceOptions): QueuePoller {
  const { pools, emulators, onEvent } = options;
  const queue = queueOf(mapping, options);
  const pool = pools.get(mapping.functionName);
  return new QueuePoller({ mapping, queue, pool, client: emulators.clients.sqs, onEvent });
}

function streamPoller(
  mapping: StreamMapping,
  { pools, emulators, onEvent }: EventSourceOptions,
  shared: { checkpoints: StreamCheckpoints; changes: StreamChanges; pages: StreamPages },
): StreamPoller {
  const { checkpoints, changes, pages } = shared;
  const { clients, endpoints } = emulators;
  const destination = (stopping: AbortSignal) => ({
    stopping,
    client: clients.sqs,
    sqsUrl: endpoints.sqs,
    putObject: emulators.fauxqs.putObject,
    onEvent,
  });
  return new StreamPoller({
    mapping,
    pool: pools.get(mapping.functionName),
    client: clients.streams,
    pages,
    tables: clients.dynamodb,
    checkpoints,
    changes: changes.signal,
    changesAreSignalled: changes.watching,
    sendFailedRecords: (batch, stopping) => sendFailedRecords(batch, destination(stopping)),
    onEvent,
  });
}

function queueOf(mapping: QueueMapping, { queues }: EventSourceOptions): QueueSpec {
  const queue = queues.find(({ name }) => name === mapping.queueName);
  if (queue) return queue;
  throw new StartError(`An event source mapping refers to the queue ${mapping.queueName}.`);
}

// AWS refuses such a mapping too: messages would come back while they are being worked on.
function refuseShortVisibility(mapping: QueueMapping, options: EventSourceOptions): void {
  const { name, visibilityTimeoutSeconds } = queueOf(mapping, options);
  const { timeoutSeconds } = options.pools.get(mapping.functionName).spec;
  if (visibilityTimeoutSeconds >= timeoutSeconds) return;
  throw new StartError(
    `The visibility timeout of ${name}, ${visibilityTimeoutSeconds} s, is shorter than the ` +
      `timeout of ${mapping.functionName}, ${timeoutSeconds} s.`,
  );
}

// Repeated, because a long poll may reach the emulator after the first call.
async function wakeUntil(done: Promise<unknown>, wake: () => void): Promise<void> {
  const finished = new AbortController();
  const waking = (async () => {
    while (!finished.signal.aborted) {
      wake();
      await delay(20);
    }
  })();
  await done.finally(() => finished.abort());
  await waking;
}
