import type { DeadLetter, DeadLetters } from "../../../adapters/webhooks/sqs-dead-letters.ts";
import type { Interruption } from "../terminal/interruption.ts";
import { notice } from "../terminal/output.ts";
import { startProgress } from "../terminal/progress.ts";
import type { Redriven } from "./dead-letter-result.ts";
import { excerpt, noticeOnEach } from "./dead-letter-text.ts";

/** So often in a row only letters that are known already; then there are no others. */
const patience = 3;

interface QueueRun {
  source: string;
  /** What was sent later has come back in the course of this run. */
  startMs: number;
  discardUnreadable: boolean;
  interruption: Interruption;
}

/** Moves the letters of one queue in batches until there are no more. */
export async function redriveQueue(queue: DeadLetters, run: QueueRun): Promise<Redriven> {
  const kept = new Map<string, DeadLetter>();
  const done = { redriven: 0, discarded: 0 };
  // SQS counts approximately, and no message at all would make a percentage of nothing.
  const progress = startProgress({ total: Math.max(1, await queue.count()), noun: "message" });
  try {
    for (let inVain = 0; inVain < patience && run.interruption.signal === undefined; ) {
      const taken = await queue.take();
      if (taken.length === 0) break;
      const fresh = taken.filter(({ messageId }) => !kept.has(messageId));
      inVain = fresh.length === 0 ? inVain + 1 : 0;
      for (const letter of taken) kept.set(letter.messageId, letter);
      const gone = await handle(queue, fresh, run);
      for (const { messageId } of [...gone.sent, ...gone.discarded]) kept.delete(messageId);
      done.redriven += gone.sent.length;
      done.discarded += gone.discarded.length;
      progress.report(done.redriven + done.discarded + kept.size);
    }
  } finally {
    progress.end();
    await queue.release([...kept.values()]);
  }
  noticeOnEach([...kept.values()].map((letter) => whyKept(letter, run)));
  return { ...done, left: kept.size };
}

async function handle(queue: DeadLetters, letters: DeadLetter[], run: QueueRun) {
  const readable = letters.filter((letter) => isReadable(letter) && !isLate(letter, run));
  const unsent = new Set(await queue.sendAgain(readable));
  const discarded = run.discardUnreadable ? letters.filter((letter) => !isReadable(letter)) : [];
  for (const { messageId, body } of discarded) {
    notice(`${run.source}: ${messageId} is deleted; it begins: ${excerpt(body)}`);
  }
  await queue.remove(discarded);
  return { sent: readable.filter((letter) => !unsent.has(letter)), discarded };
}

function isReadable({ message }: DeadLetter): boolean {
  return message !== undefined;
}

function isLate({ sentMs }: DeadLetter, { startMs }: QueueRun): boolean {
  return sentMs > startMs;
}

function whyKept(letter: DeadLetter, run: QueueRun): string {
  const why = !isReadable(letter)
    ? `it cannot be understood (--discard-unreadable deletes it); it begins: ${excerpt(letter.body)}`
    : isLate(letter, run)
      ? "it was sent after this run began"
      : "its queue did not take it";
  return `${run.source}: ${letter.messageId} is left: ${why}`;
}
