export interface WhileWaitingPorts<Message> {
  /** Receives up to `maxMessages` messages of the batch's queue; `mayWait`: for up to a second. */
  receive(maxMessages: number, mayWait: boolean): Promise<Message[]>;
  /** Handles one message; throws when it must be received again. */
  handle(message: Message): Promise<void>;
  /** Deletes messages that were handled from their queue. */
  remove(messages: Message[]): Promise<void>;
  /**
   * Whether this function has mostly waited so far. One that is busy takes long by itself, and with more
   * in hand even longer; it looks into the queue no earlier than it must.
   */
  isIdle(): boolean;
  /** Whether enough time is left to receive one more message and to handle it. */
  hasTime(): boolean;
  /** A call of `receive` or `remove` failed; messages that it concerns are received again. */
  onError(error: unknown): void;
  /** A clock that only moves forward, in milliseconds. */
  now(): number;
  /** Returns after so long, or earlier if the signal fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface WhileWaitingOptions {
  /** How long something must have been under way before more is received, in milliseconds. */
  receiveAfterMs: number;
  /**
   * When to look into the queue for the first time, without waiting for messages, in milliseconds: if all
   * functions are held at once, one of them should find what waits. Without it, nobody looks early.
   */
  lookAfterMs?: number;
  /** The most messages that one function has in hand after such a look. */
  maxAfterLook?: number;
  /** The most messages that one function has in hand. */
  maxInHand: number;
  /**
   * How long to pause before each receiving, in milliseconds, drawn anew each time. Requests that hang
   * end together, after the same time in all functions; without a pause, as many would begin together.
   */
  pauseMs?: () => number;
}

/** The most messages that SQS returns in one call. */
const maxPerReceive = 10;

/**
 * While a batch waits for a slow receiver, receives further messages from the same queue and handles
 * them as well, so a slow message delays only itself and not those behind it. Returns when the batch
 * and all further messages are handled; never throws.
 */
export async function receiveWhileWaiting<Message>(
  ports: WhileWaitingPorts<Message>,
  batch: { handled: Promise<unknown>; size: number },
  options: WhileWaitingOptions,
): Promise<void> {
  const { receiveAfterMs, lookAfterMs = receiveAfterMs, maxInHand, pauseMs } = options;
  const { maxAfterLook = maxInHand } = options;
  const work = new WorkInHand(ports.now);
  work.add(batch.handled, batch.size);
  const handled: Message[] = [];
  let mayReceive = true;
  let dueMs = lookAfterMs;
  const guard = async (call: Promise<void>) => {
    await call.catch((error: unknown) => {
      mayReceive = false;
      ports.onError(error);
    });
  };
  const receive = async () => {
    if (pauseMs !== undefined) await ports.sleep(pauseMs());
    // In the pause, what was slow may have ended.
    if (work.longestMs() < dueMs) return;
    const mayWait = work.longestMs() >= receiveAfterMs;
    const room = (mayWait ? maxInHand : maxAfterLook) - work.size;
    const asks = mayWait || (room > 0 && ports.isIdle());
    const messages = asks ? await ports.receive(Math.min(maxPerReceive, room), mayWait) : [];
    if (messages.length === 0) dueMs = receiveAfterMs;
    for (const message of messages) {
      const handling = ports.handle(message).then(() => void handled.push(message));
      work.add(handling, 1);
    }
  };
  const removeHandled = async () => {
    if (handled.length > 0) await guard(ports.remove(handled.splice(0)));
  };
  while (work.size > 0) {
    const restMs = dueMs - work.longestMs();
    if (!mayReceive || work.size >= maxInHand || !ports.hasTime()) await work.changed();
    else if (restMs > 0) await restOrChange(ports, work, restMs);
    else await guard(receive());
    await removeHandled();
  }
  await removeHandled();
}

async function restOrChange(
  { sleep }: Pick<WhileWaitingPorts<never>, "sleep">,
  work: WorkInHand,
  restMs: number,
): Promise<void> {
  const stop = new AbortController();
  await Promise.race([work.changed(), sleep(restMs, stop.signal)]);
  stop.abort();
}

/** What is under way, oldest first. */
class WorkInHand {
  size = 0;
  readonly #startedMs = new Map<Promise<unknown>, number>();
  readonly #now: () => number;
  #change = Promise.withResolvers<void>();

  constructor(now: () => number) {
    this.#now = now;
  }

  add(work: Promise<unknown>, size: number): void {
    this.size += size;
    this.#startedMs.set(work, this.#now());
    const end = () => {
      this.size -= size;
      this.#startedMs.delete(work);
      this.#change.resolve();
      this.#change = Promise.withResolvers();
    };
    work.then(end, end);
  }

  /** Resolves when something ends. */
  changed(): Promise<void> {
    return this.#change.promise;
  }

  /** How long the oldest is under way, in milliseconds. */
  longestMs(): number {
    const [oldest = this.#now()] = this.#startedMs.values();
    return this.#now() - oldest;
  }
}
