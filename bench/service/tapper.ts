import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { localDynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbTaps } from "../../adapters/counters/dynamodb-taps.ts";
import { StackOutputs, tablesOf } from "../../adapters/stack-outputs.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { StoredCounter } from "../../core/counters/counter.ts";
import { countTap } from "../../core/counters/taps/count-batch.ts";
import { serveTrial, TrialProcess } from "./trial-process.ts";

const TapStream = z.object({
  counters: z.array(StoredCounter).min(1),
  count: z.int(),
  /** One after the other at this rate, whatever becomes of them; without it as fast as they go. */
  perSecond: z.number().optional(),
  /** All up unless told. Alternating: each counter up and down again before the next one's turn. */
  direction: z.enum(["up", "alternating"]).default("up"),
});
export type TapStream = z.input<typeof TapStream>;

const Tap = z.object({
  organizationId: z.string(),
  counterId: z.string(),
  lastEventId: z.int(),
  createdAt: z.string(),
  direction: z.enum(["up", "down"]),
  /** When the transaction's response had arrived. */
  committedMs: z.number(),
  /** How much later than planned it was sent. */
  lateMs: z.number(),
});
export type Tap = z.infer<typeof Tap>;

const Setup = z.object({ dynamodbEndpoint: z.url(), outputs: StackOutputs });

/** Taps counters from a process of its own. */
export class Tapper extends TrialProcess {
  constructor(argument: z.infer<typeof Setup>) {
    super(import.meta.filename, { argument, env: {} });
  }

  /** The taps of all streams, which run at the same time. */
  async tap(...streams: TapStream[]): Promise<Tap[]> {
    return z.array(Tap).parse(await this.ask(streams));
  }
}

await serveTrial(import.meta.filename, (argument) => {
  const { dynamodbEndpoint, outputs } = Setup.parse(argument);
  const store = dynamodbTaps(localDynamodbClient(dynamodbEndpoint), tablesOf(outputs));
  const known = new Map<string, StoredCounter>();
  return async (message) => {
    const streams = z.array(TapStream).parse(message);
    const taps = await Promise.all(streams.map((stream) => tapStream(stream, { store, known })));
    return taps.flat();
  };
});

interface Gate {
  store: ReturnType<typeof dynamodbTaps>;
  /** Each counter as its gate saw it last. */
  known: Map<string, StoredCounter>;
}

/** Counters take turns, and each has one tap under way at a time: taps contend with none. */
async function tapStream(
  { counters, count, perSecond, direction: order }: z.output<typeof TapStream>,
  gate: Gate,
): Promise<Tap[]> {
  const startMs = performance.now();
  const underWay = new Map<string, Promise<Tap>>();
  const taps: Promise<Tap>[] = [];
  for (let index = 0; index < count; index += 1) {
    const dueMs = startMs + (perSecond === undefined ? 0 : (index * 1_000) / perSecond);
    const earlyMs = dueMs - performance.now();
    if (earlyMs > 0) await delay(earlyMs);
    const turn = order === "alternating" ? Math.floor(index / 2) : index;
    const counter = counters[turn % counters.length];
    if (counter === undefined) throw new Error("no counter");
    const direction = order === "alternating" && index % 2 === 1 ? "down" : "up";
    const tap = (underWay.get(counter.id) ?? Promise.resolve()).then(() =>
      tapOnce(gate, { counter, direction, dueMs }),
    );
    underWay.set(counter.id, tap);
    taps.push(tap);
  }
  return await Promise.all(taps);
}

interface PlannedTap extends Pick<Tap, "direction"> {
  counter: StoredCounter;
  dueMs: number;
}

async function tapOnce(
  { store, known }: Gate,
  { counter, direction, dueMs }: PlannedTap,
): Promise<Tap> {
  const lateMs = performance.now() - dueMs;
  const { organizationId, id: counterId } = counter;
  const tap = { direction, metadata: null };
  const result = await countTap(store, systemClock, {
    ...{ key: { organizationId, counterId }, tap },
    known: known.get(counterId) ?? counter,
  });
  const committedMs = Date.now();
  if (result.result !== "counted") throw new Error(`a tap was ${result.result}`);
  known.set(counterId, result.counter);
  const { lastEventId, createdAt } = result.event;
  return { organizationId, counterId, lastEventId, createdAt, direction, committedMs, lateMs };
}
