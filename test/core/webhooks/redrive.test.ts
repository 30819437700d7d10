import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import {
  type DeadLetter,
  type DeadLetterQueue,
  redriveQueue,
} from "../../../core/webhooks/redrive.ts";

const startMs = Date.UTC(2030, 0, 1);

function letter(messageId: string, over: Partial<DeadLetter> = {}): DeadLetter {
  const message = {
    deliveryId: "dlv_0123456789ABCDEFGHIJ0VsLk2Qz0123456789ABCDEFGHIJ",
    organizationId: "org_1",
    eventId: "counter.increment:ctr_1:7",
    eventType: "counter.increment" as const,
    body: "{}",
    attempt: 1,
  };
  return { messageId, receiptHandle: messageId, sentMs: startMs, text: "{}", message, ...over };
}

/** Redrives a queue that returns these batches, and the last one again and again. */
async function redriven(batches: DeadLetter[][], discardUnreadable = false) {
  const sent: string[] = [];
  const removed: string[] = [];
  const released: string[] = [];
  // Later than all that does not wait for it.
  const late = async (done: string[], letters: DeadLetter[]) => {
    if (letters.length > 0) await setImmediate();
    done.push(...letters.map(({ messageId }) => messageId));
  };
  let taken = 0;
  const queue: DeadLetterQueue = {
    count: async () => 1,
    peek: async () => [],
    take: async () => batches[taken++] ?? batches.at(-1) ?? [],
    async sendAgain(letters) {
      sent.push(...letters.map(({ messageId }) => messageId));
      return [];
    },
    remove: (letters) => late(removed, letters),
    release: (letters) => late(released, letters),
  };
  const result = await redriveQueue(queue, {
    startMs,
    discardUnreadable,
    isStopped: () => false,
    onProgress: () => {},
    onDiscard: () => {},
  });
  return { result, sent, removed, released, taken };
}

test("what was sent up to the start of a run is sent again, what came later is left", async () => {
  const later = letter("later", { sentMs: startMs + 1 });
  const { result, sent } = await redriven([[letter("before"), later], []]);
  expect(sent).toEqual(["before"]);
  expect(result.kept).toEqual([{ letter: later, reason: "too_new" }]);
});

test("what is left is released at once", async () => {
  const { released } = await redriven([[letter("unreadable", { message: undefined })], []]);
  expect(released).toEqual(["unreadable"]);
});

test("what is discarded is gone when the run ends", async () => {
  const { removed, released } = await redriven(
    [[letter("torn", { message: undefined })], []],
    true,
  );
  expect([removed, released]).toEqual([["torn"], []]);
});

test("a run ends after three batches in a row without a new message", async () => {
  const left = letter("unreadable", { message: undefined });
  const other = letter("other", { message: undefined });
  const { taken } = await redriven([[left], [left], [left], [other], [left]]);
  expect(taken).toBe(7);
});
