import { expect, test } from "vitest";
import type { FailedRecords } from "../../events/failure-destination.ts";
import { type BatchContext, processBatch } from "../../events/stream-batch.ts";
import type { StreamRecord } from "../../events/stream-record.ts";

/** A batch whose only invocation fails, and is cut short by the stop when that is asked for. */
async function failingBatch({ isStopped }: { isStopped: boolean }) {
  const stopping = new AbortController();
  const failed: FailedRecords[] = [];
  const finished: StreamRecord[] = [];
  const context = {
    mapping: { maximumRetryAttempts: 0, bisects: false, maximumRecordAgeSeconds: -1 },
    pool: {
      async invoke() {
        if (isStopped) stopping.abort();
        return { outcome: "failed", requestId: "1", error: { errorType: "E", errorMessage: "" } };
      },
    },
    shardId: "shard",
    sendFailedRecords: async (batch: FailedRecords) => failed.push(batch) > 0,
    finish: (records: readonly StreamRecord[]) => void finished.push(...records),
    stopping: stopping.signal,
  } as unknown as BatchContext;
  const record = { sequenceNumber: "1", createdAtMs: 0, event: {} } as unknown as StreamRecord;
  await processBatch([record], context);
  return { failed: failed.length, finished: finished.length };
}

test("a batch that fails as often as it may is sent to the destination and finished", async () => {
  expect(await failingBatch({ isStopped: false })).toEqual({ failed: 1, finished: 1 });
});

test("a batch that the stop cuts short has not failed: it is read again after the next start", async () => {
  expect(await failingBatch({ isStopped: true })).toEqual({ failed: 0, finished: 0 });
});

test.each([
  { bisects: false, fails: [0] },
  { bisects: false, fails: [1] },
  { bisects: false, fails: [2] },
  { bisects: true, fails: [1, 2] },
])(
  "where records $fails of three fail once, each is handled in its turn before it is done",
  async ({ bisects, fails }) => {
    const records = ["0", "1", "2"].map(
      (sequenceNumber) => ({ sequenceNumber, event: sequenceNumber }) as unknown as StreamRecord,
    );
    const still = new Set(fails.map(String));
    const handled: string[] = [];
    const finished: string[] = [];
    const context = {
      mapping: {
        ...{ maximumRetryAttempts: -1, bisects, maximumRecordAgeSeconds: -1 },
        reportsItemFailures: true,
      },
      pool: {
        async invoke({ Records }: { Records: string[] }) {
          const failing = Records.find((record) => still.delete(record));
          const done = Records.slice(
            0,
            failing === undefined ? undefined : Records.indexOf(failing),
          );
          handled.push(...done);
          const batchItemFailures = failing === undefined ? [] : [{ itemIdentifier: failing }];
          return { outcome: "succeeded", payload: JSON.stringify({ batchItemFailures }) };
        },
      },
      finish(of: StreamRecord[]) {
        finished.push(...of.map(({ sequenceNumber }) => sequenceNumber));
        expect(handled.slice(0, finished.length)).toEqual(finished);
      },
      stopping: new AbortController().signal,
    } as unknown as BatchContext;
    await processBatch(records, context);
    expect([handled, finished]).toEqual([
      ["0", "1", "2"],
      ["0", "1", "2"],
    ]);
  },
);
