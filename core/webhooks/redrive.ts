import type { Redriven, RedriveRun } from "../failed-records.ts";
import type { AttemptMessage } from "./attempt-message.ts";

/** A message in a dead-letter queue. */
export interface DeadLetter {
  messageId: string;
  receiptHandle: string;
  /** When it was sent to the queue that gave it up. */
  sentMs: number;
  text: string;
  /** Undefined where the text is no attempt's message. */
  message: AttemptMessage | undefined;
}

export interface DeadLetterQueue {
  /** Approximate; includes messages that are hidden for a moment. */
  count(): Promise<number>;
  /** Some of the messages, without hiding them. */
  peek(): Promise<DeadLetter[]>;
  /** The next few messages, which are then hidden from others; none when the queue is empty. */
  take(): Promise<DeadLetter[]>;
  /**
   * Sends messages back to their queue and deletes them here; returns those that were not accepted.
   */
  sendAgain(letters: DeadLetter[]): Promise<DeadLetter[]>;
  remove(letters: DeadLetter[]): Promise<void>;
  /** Makes messages visible to others at once. */
  release(letters: DeadLetter[]): Promise<void>;
}

export interface RedrivenQueue extends Redriven {
  /** The messages that were left, and why. */
  kept: { letter: DeadLetter; reason: "unreadable" | "too_new" | "not_accepted" }[];
}

/** Stop after this many batches in a row without a new message. */
const emptyBatches = 3;

/**
 * Sends the messages of a dead-letter queue back to their queue, in batches, until there are no
 * more. Messages sent after `startMs` are left: they have come back during this run.
 */
export async function redriveQueue(
  queue: DeadLetterQueue,
  run: RedriveRun & { startMs: number; onDiscard(letter: DeadLetter): void },
): Promise<RedrivenQueue> {
  const kept = new Map<string, DeadLetter>();
  const done = { redriven: 0, discarded: 0 };
  // Approximate, as SQS counts: there can be more letters, or fewer.
  const counted = await queue.count();
  const progress = () => done.redriven + done.discarded + kept.size;
  try {
    for (let emptyInARow = 0; emptyInARow < emptyBatches && !run.isStopped(); ) {
      const taken = await queue.take();
      if (taken.length === 0) break;
      const fresh = taken.filter(({ messageId }) => !kept.has(messageId));
      emptyInARow = fresh.length === 0 ? emptyInARow + 1 : 0;
      for (const letter of taken) kept.set(letter.messageId, letter);
      const unreadable = run.discardUnreadable ? fresh.filter((letter) => !letter.message) : [];
      const readable = fresh.filter(({ message, sentMs }) => message && sentMs <= run.startMs);
      const unsent = new Set(await queue.sendAgain(readable));
      for (const letter of unreadable) run.onDiscard(letter);
      await queue.remove(unreadable);
      const sent = readable.filter((letter) => !unsent.has(letter));
      for (const { messageId } of [...sent, ...unreadable]) kept.delete(messageId);
      done.redriven += sent.length;
      done.discarded += unreadable.length;
      run.onProgress(progress(), Math.max(counted, progress()));
    }
    if (!run.isStopped()) run.onProgress(progress(), progress());
  } finally {
    await queue.release([...kept.values()]);
  }
  const left = [...kept.values()].map((letter) => ({ letter, reason: whyKept(letter, run) }));
  return { ...done, left: left.length, kept: left };
}

function whyKept({ message, sentMs }: DeadLetter, { startMs }: { startMs: number }) {
  if (message === undefined) return "unreadable" as const;
  return sentMs > startMs ? ("too_new" as const) : ("not_accepted" as const);
}
