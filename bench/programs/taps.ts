import type { CountEvent } from "../../core/counters/count-event.ts";
import type { CounterKey, StoredCounter } from "../../core/counters/counter.ts";
import { countTap, type TapStore } from "../../core/counters/taps/count-batch.ts";
import { benchmark, type Progress } from "../report/benchmark.ts";
import { exactly, type Figure } from "../report/figure.ts";
import { createCustomer, realisticNames } from "../service/customer.ts";
import { type MeasuredService, withService } from "../service/measured-service.ts";

const tappers = 16;

await benchmark("taps", (progress) =>
  withService(async (service) => [
    ...(await contest(service, { counterCount: 1, tapsEach: 50 }, progress)),
    ...(await contest(service, { counterCount: tappers, tapsEach: 150 }, progress)),
  ]),
);

/** Tappers share the counters evenly; each remembers the counter as it saw it, as a gate does. */
async function contest(
  service: MeasuredService,
  { counterCount, tapsEach }: { counterCount: number; tapsEach: number },
  progress: Progress,
): Promise<Figure[]> {
  progress(`${tappers} tappers on ${counterCount} counters …`);
  const { counters } = await createCustomer(service, realisticNames(counterCount));
  const attempts: number[] = [];
  const startedMs = performance.now();
  await Promise.all(
    Array.from({ length: tappers }, async (_, index) => {
      let known = counters[index % counterCount];
      if (known === undefined) throw new Error("no counter");
      const key = keyOf(known);
      for (let taps = 0; taps < tapsEach; taps += 1) {
        const tap = { direction: "up" as const, metadata: { tapper: index } };
        const { clock } = service.stores;
        const { store, made } = attemptsOf(service.stores.taps);
        const result = await countTap(store, clock, { key, tap, known });
        attempts.push(made());
        if (result.result !== "counted") throw new Error(`a tap was ${result.result}`);
        known = result.counter;
      }
    }),
  );
  const seconds = (performance.now() - startedMs) / 1000;
  const made = tappers * tapsEach;
  const wrong = (
    await Promise.all(counters.map((counter) => faults(service, counter, made / counterCount)))
  ).flat();
  const name = `${tappers} tappers on ${counterCount === 1 ? "1 counter" : `${counterCount} counters`}`;
  return [
    { name, value: made / seconds, unit: "taps/s", detail: attemptsText(attempts) },
    {
      name: `${name}: faults in counters and histories`,
      ...exactly(wrong.length, 0),
      unit: "faults",
      detail: [`of ${made} taps`, ...wrong].join("; "),
      ...(counterCount === 1 && { headline: true as const }),
    },
  ];
}

function attemptsText(attempts: number[]): string {
  const sum = attempts.reduce((total, each) => total + each, 0);
  return `${(sum / attempts.length).toFixed(2)} attempts a tap, at most ${Math.max(...attempts)}`;
}

/** The store with a count of its writes, for one tap. */
function attemptsOf(taps: TapStore) {
  let attempts = 0;
  const store: TapStore = {
    ...taps,
    writeTaps(change) {
      attempts += 1;
      return taps.writeTaps(change);
    },
  };
  return { store, made: () => attempts };
}

/** Whatever does not fit this number of taps up: in the counter, in its history, or between them. */
async function faults(
  { stores }: MeasuredService,
  tapped: StoredCounter,
  taps: number,
): Promise<string[]> {
  const counter = await stores.counters.get(keyOf(tapped));
  const events = await wholeHistory((from) =>
    stores.countEvents.page(keyOf(tapped), { limit: 500, ...from }),
  );
  const expected: [string, unknown, unknown][] = [
    ["count", counter?.count, taps],
    ["lastEventId", counter?.lastEventId, taps],
    ["version", counter?.version, taps + 1],
    ["events", events.length, taps],
    ["ids with a gap", events.filter((event, i) => event.lastEventId !== taps - i).length, 0],
    ["totals that do not fit", events.filter((event) => !fits(event)).length, 0],
  ];
  return expected
    .filter(([, found, right]) => found !== right)
    .map(([what, found, right]) => `${tapped.id} ${what}: ${found} instead of ${right}`);
}

function fits({ count, previousCount, delta, lastEventId }: CountEvent): boolean {
  return delta === 1 && count === previousCount + delta && count === lastEventId;
}

async function wholeHistory(
  page: (from: { beforeEventId?: number }) => Promise<CountEvent[]>,
): Promise<CountEvent[]> {
  const all: CountEvent[] = [];
  for (;;) {
    const oldest = all.at(-1)?.lastEventId;
    const events = await page(oldest === undefined ? {} : { beforeEventId: oldest });
    if (events.length === 0) return all;
    all.push(...events);
  }
}

function keyOf({ organizationId, id: counterId }: StoredCounter): CounterKey {
  return { organizationId, counterId };
}
