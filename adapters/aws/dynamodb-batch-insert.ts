import {
  BatchExecuteStatementCommand,
  type BatchStatementResponse,
  type DynamoDBClient,
  DynamoDBServiceException,
} from "@aws-sdk/client-dynamodb";
import { allInOrder } from "../../core/all-in-order.ts";
import type { Clock } from "../../core/clock.ts";
import { patientClock } from "../system-clock.ts";
import { type Item, itemName } from "./dynamodb-batch-get.ts";
import { isFailedCall } from "./failed-calls.ts";

/** An item that must not exist yet, and its key. */
export interface NewItem {
  tableName: string;
  key: Item;
  item: Item;
}

export type Inserted =
  | { result: "inserted" }
  /** `sentAgain`: perhaps because of this very insert, whose first response was lost. */
  | { result: "exists"; sentAgain: boolean };

/** The most statements of one request. */
const batchStatements = 25;

/** How long an insert waits for others while more may come, in milliseconds. */
const longestWaitMs = 5;

/** How often a statement is sent at most that fails for a reason that passes: over some two seconds. */
const maximumAttempts = 8;

/**
 * After so long a statement is not sent again, in milliseconds: six seconds are left for an outcome when
 * its request ends, and a call takes a while.
 */
const longestTryMs = 4_000;

interface Pending extends NewItem {
  name: string;
  /** Whether an earlier attempt may have inserted the item. */
  sentAgain: boolean;
  resolve(inserted: Inserted): void;
  reject(error: unknown): void;
}

/**
 * Inserts items of several tasks in one request, each under its own condition that it does not exist.
 * An insert is billed like a PutItem, and takes a fifth of its processor time.
 */
export class GatheredInserts {
  readonly #client: DynamoDBClient;
  readonly #clock: Pick<Clock, "backOff">;
  #tasks = 0;
  #sent = 0;
  #pending: Pending[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(client: DynamoDBClient, clock: Pick<Clock, "backOff"> = patientClock) {
    this.#client = client;
    this.#clock = clock;
  }

  /** Runs a task that may insert one item. Inserts wait for the tasks under way only, and not for long. */
  async during<Result>(task: () => Promise<Result>): Promise<Result> {
    this.#tasks += 1;
    try {
      return await task();
    } finally {
      this.#tasks -= 1;
      this.#sendIfComplete();
    }
  }

  insert(item: NewItem): Promise<Inserted> {
    const { promise, resolve, reject } = Promise.withResolvers<Inserted>();
    const name = itemName(item.tableName, item.key);
    this.#pending.push({ ...item, name, sentAgain: false, resolve, reject });
    this.#timer ??= setTimeout(() => this.#send(), longestWaitMs);
    this.#sendIfComplete();
    return promise;
  }

  #sendIfComplete(): void {
    if (this.#pending.length > 0 && this.#pending.length + this.#sent >= this.#tasks) this.#send();
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    let left = this.#pending;
    this.#pending = [];
    while (left.length > 0) {
      // DynamoDB refuses a batch in which two statements have the same key.
      const byName = Map.groupBy(left, ({ name }) => name);
      const batch = [...byName.values()]
        .flatMap(([first]) => first ?? [])
        .slice(0, batchStatements);
      left = left.filter((one) => !batch.includes(one));
      this.#sent += batch.length;
      void this.#insertAll(batch).finally(() => {
        this.#sent -= batch.length;
      });
    }
  }

  async #insertAll(batch: Pending[]): Promise<void> {
    let left = batch;
    const startedMs = performance.now();
    const mayRepeat = (attempt: number) =>
      attempt < maximumAttempts && performance.now() - startedMs < longestTryMs;
    try {
      for (let attempt = 1; left.length > 0; attempt += 1) {
        if (attempt > 1) await this.#clock.backOff(attempt - 1);
        const { Responses = [], $metadata } = await this.#client.send(
          new BatchExecuteStatementCommand({ Statements: left.map(insertStatement) }),
        );
        const wasRepeated = ($metadata.attempts ?? 1) > 1;
        left = left.filter((one, index) => {
          const failure = failureOf(Responses[index], $metadata);
          one.sentAgain ||= wasRepeated;
          if (failure === undefined) one.resolve({ result: "inserted" });
          else if (failure.name === "DuplicateItem")
            one.resolve({ result: "exists", sentAgain: one.sentAgain });
          else if (failure.$fault === "server" && mayRepeat(attempt)) {
            one.sentAgain ||= uncertain.has(failure.name);
            return true;
          } else one.reject(failure);
          return false;
        });
      }
    } catch (error) {
      if (left.length > 1 && !isFailedCall(error)) {
        // DynamoDB refuses the request because of one of them.
        await allInOrder(left.map((one) => this.#insertAll([one])));
      } else {
        for (const one of left) one.reject(error);
      }
    }
  }
}

function insertStatement({ tableName, item }: NewItem) {
  const names = Object.keys(item).map((name) => `'${name}': ?`);
  return {
    Statement: `INSERT INTO "${tableName}" VALUE {${names.join(", ")}}`,
    Parameters: Object.values(item),
  };
}

/** Errors of a statement that do not say whether it was executed. */
const uncertain = new Set(["InternalServerError", "Unconfirmed"]);

/** Errors of a statement that the same statement can overcome later. */
const transient = new Set([
  ...uncertain,
  "ProvisionedThroughputExceeded",
  "RequestLimitExceeded",
  "ThrottlingError",
  "TransactionConflict",
]);

/** "A HTTP 200 response does not mean that all statements in the BatchExecuteStatement succeeded." */
function failureOf(
  response: BatchStatementResponse | undefined,
  $metadata: DynamoDBServiceException["$metadata"],
): DynamoDBServiceException | undefined {
  if (response !== undefined && response.Error === undefined) return undefined;
  const { Code: name = "Unconfirmed", Message = name } = response?.Error ?? {};
  const message = `DynamoDB did not insert an item: ${Message}`;
  const $fault = transient.has(name) ? "server" : "client";
  return new DynamoDBServiceException({ name, message, $fault, $metadata });
}
