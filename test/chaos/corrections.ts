import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { dynamodbUndos } from "../../adapters/counters/dynamodb-undos.ts";
import { randomBase62 } from "../../adapters/random.ts";
import { tablesOf } from "../../adapters/stack-outputs.ts";
import type { CountEvent } from "../../core/counters/count-event.ts";
import type { CounterKey } from "../../core/counters/counter.ts";
import { adjustCounter } from "../../core/counters/settings/adjust-counter.ts";
import { decideUndos } from "../../core/counters/taps/undo.ts";
import { operator } from "../core/audit/operator.ts";
import type { Told } from "./counting-verdict.ts";
import type { RunningStack, StackProcess } from "./stack-process.ts";

export interface CorrectionOptions {
  stack: StackProcess;
  stopping: AbortSignal;
  /** Called with each event that was acknowledged. */
  onCounted(event: Pick<CountEvent, "counterId" | "lastEventId">): void;
  /** What was told of this counter so far; grows. */
  toldOf(key: CounterKey): Told;
}

const retryPauseMs = 250;
/** Conflicts in a row that an undo may meet. */
const attempts = 40;

/** Undoes a tap, whether or not it was counted. */
export async function undoTap(
  key: CounterKey,
  idempotencyKey: string,
  options: CorrectionOptions,
): Promise<void> {
  const undoneAt = new Date().toISOString();
  const undos = [{ idempotencyKey, metadata: {}, undoneAt }];
  const lastEventId = await untilTold(options, async ({ stores, clients, outputs }) => {
    const { clock } = stores;
    const store = dynamodbUndos(clients.dynamodb, tablesOf(outputs));
    const request = { key, idempotencyKeys: [idempotencyKey], clock, attempts };
    const decided = await store.undo(request, (taps) => decideUndos(taps, undos, clock.now()));
    const told = decided?.results[0];
    if (told?.result === "undone" || told?.result === "repeated") return told.lastEventId;
    throw new Refused(`an undo on ${key.counterId} was ${told?.result ?? "impossible"}`);
  });
  if (lastEventId === undefined) return;
  options.toldOf(key).undos.set(idempotencyKey, lastEventId);
  if (lastEventId !== null) options.onCounted({ counterId: key.counterId, lastEventId });
}

/** Sets a counter to a number. */
export async function adjust(
  key: CounterKey,
  to: number,
  options: CorrectionOptions,
): Promise<void> {
  const formId = randomUUID();
  options.toldOf(key).forms.set(formId, to);
  await untilTold(options, async ({ stores }) => {
    const request = { key, to, formId, reason: formId };
    const told = await adjustCounter({ ...stores, randomBase62 }, request, operator);
    if (["adjusted", "unchanged", "repeated"].includes(told.result)) return true;
    throw new Refused(`an adjustment of ${key.counterId} was ${told.result}`);
  });
}

/**
 * Asks again and again until there is an answer: nobody knows what became of a request without one.
 * Undefined when the run ends before that.
 */
export async function untilTold<Answer>(
  { stack, stopping }: Pick<CorrectionOptions, "stack" | "stopping">,
  ask: (running: RunningStack) => Promise<Answer>,
): Promise<Answer | undefined> {
  while (!stopping.aborted) {
    const running = await stack.running();
    try {
      return await ask(running);
    } catch (error) {
      if (error instanceof Refused) throw error;
    }
    await delay(retryPauseMs);
  }
  return undefined;
}

export class Refused extends Error {}
