import { setTimeout as delay } from "node:timers/promises";
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import type { SQSRecord } from "aws-lambda";
import type { QueueSpec } from "../emulators/sqs/queues.ts";
import { type EnvironmentPool, environmentsPerInvoker } from "../functions/environment-pool.ts";
import type { InvocationResult } from "../functions/invocation.ts";
import type { OnEvent } from "../runtime-event.ts";
import { reportedFailures } from "./batch-failures.ts";
import type { QueueMapping } from "./event-source-mappings.ts";
import { filterView, queueRecord } from "./queue-record.ts";

interface QueuePollerOptions {
  mapping: QueueMapping;
  queue: QueueSpec;
  pool: EnvironmentPool;
  client: SQSClient;
  onEvent: OnEvent;
}

/** Invokes a function with the messages of a queue, as Lambda's SQS event source does. */
export class QueuePoller {
  readonly #options: QueuePollerOptions;
  readonly #limit: number;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #running: Promise<void>;
  readonly #stopping = new AbortController();

  constructor(options: QueuePollerOptions) {
    this.#options = options;
    const { maximumConcurrency = environmentsPerInvoker } = options.mapping;
    // A queue whose messages take long leaves the environments of the others alone. As on AWS, a
    // lower limit of the function itself does not slow down the polling: it throttles.
    this.#limit = Math.min(maximumConcurrency, environmentsPerInvoker);
    this.#running = this.#poll();
  }

  /** Receives no more and waits for the batches in flight; wake the receivers after calling it. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await Promise.all(this.#inFlight);
  }

  async #poll(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      while (this.#inFlight.size >= this.#limit) await Promise.race(this.#inFlight);
      const records = await this.#gather();
      if (records.length === 0) continue;
      const batch: Promise<void> = this.#process(records)
        .catch((error: unknown) => this.#warn(error))
        .finally(() => this.#inFlight.delete(batch));
      this.#inFlight.add(batch);
    }
  }

  /** Up to a batch of messages: what is there, or what comes within the batching window. */
  async #gather(): Promise<SQSRecord[]> {
    const { batchSize, windowMs } = this.#options.mapping;
    const records = await this.#receive(Math.min(10, batchSize), 20);
    const deadline = Date.now() + windowMs;
    while (records.length > 0 && records.length < batchSize && !this.#stopping.signal.aborted) {
      const waitMs = deadline - Date.now();
      if (waitMs <= 0) break;
      records.push(
        ...(await this.#receive(Math.min(10, batchSize - records.length), waitMs / 1000)),
      );
    }
    return records;
  }

  async #receive(maximum: number, waitSeconds: number): Promise<SQSRecord[]> {
    const { client, queue } = this.#options;
    try {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl: queue.url,
          MaxNumberOfMessages: maximum,
          WaitTimeSeconds: Math.min(20, waitSeconds),
          MessageSystemAttributeNames: ["All"],
          MessageAttributeNames: ["All"],
        }),
      );
      return Messages.map((message: Message) => queueRecord(message, queue.arn));
    } catch (error) {
      if (!this.#stopping.signal.aborted) this.#warn(error);
      await this.#pause(1000);
      return [];
    }
  }

  async #process(received: SQSRecord[]): Promise<void> {
    const { mapping, queue } = this.#options;
    const records = received.filter((record) => mapping.passes(filterView(record)));
    await this.#delete(received.filter((record) => !records.includes(record)));
    if (records.length === 0) return;
    const result = await this.#invoke(records, Date.now() + queue.visibilityTimeoutSeconds * 1000);
    // Messages that stay become visible again, and end in the dead-letter queue.
    const failed = this.#failed(records, result);
    await this.#delete(records.filter((record) => !failed.has(record.messageId)));
    // An invocation that the stop interrupted has not failed.
    const isCutShort = this.#stopping.signal.aborted && result.outcome !== "succeeded";
    if (!isCutShort) this.#announceLast(records, failed);
  }

  /**
   * Invokes, and on throttling again, with growing pauses, while the messages are ours. Then they
   * have been received once more for nothing, and come again.
   */
  async #invoke(records: SQSRecord[], visibleAgainAt: number): Promise<InvocationResult> {
    for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 5000)) {
      const result = await this.#options.pool.invoke({ Records: records });
      if (result.outcome !== "throttled" || this.#stopping.signal.aborted) return result;
      if (Date.now() + pauseMs > visibleAgainAt) return result;
      await this.#pause(pauseMs);
    }
  }

  #failed(records: SQSRecord[], result: InvocationResult): Set<string> {
    const identifiers = records.map((record) => record.messageId);
    if (result.outcome !== "succeeded") return new Set(identifiers);
    if (!this.#options.mapping.reportsItemFailures) return new Set();
    return reportedFailures(result.payload, identifiers);
  }

  async #delete(records: SQSRecord[]): Promise<void> {
    const { client, queue } = this.#options;
    for (let start = 0; start < records.length; start += 10) {
      const Entries = records
        .slice(start, start + 10)
        .map(({ receiptHandle }, index) => ({ Id: String(index), ReceiptHandle: receiptHandle }));
      await client.send(new DeleteMessageBatchCommand({ QueueUrl: queue.url, Entries }));
    }
  }

  #announceLast(records: SQSRecord[], failed: Set<string>): void {
    const { queue, onEvent } = this.#options;
    const { redrive } = queue;
    if (!redrive) return;
    const count = records.filter(
      ({ messageId, attributes }) =>
        failed.has(messageId) && Number(attributes.ApproximateReceiveCount) >= redrive.maxReceives,
    ).length;
    const about = { source: queue.name, destination: redrive.queueName };
    const reason = `received ${redrive.maxReceives} times`;
    if (count > 0) onEvent({ kind: "records-failed", ...about, count, reason });
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }

  #warn(error: unknown): void {
    const message = `Queue ${this.#options.queue.name}: ${String(error)}`;
    this.#options.onEvent({ kind: "warning", message });
  }
}
