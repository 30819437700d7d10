import { setTimeout } from "node:timers/promises";
import type { CountEvent } from "../../core/counters/count-event.ts";
import type { StoredCounter } from "../../core/counters/counter.ts";
import {
  gatePhone,
  lookAgain,
  madeTaps,
  type Phone,
  sendBatch,
} from "../console/counting-phones.ts";
import { benchmark, progress } from "../report/benchmark.ts";
import { atLeast, atMost, type Figure, none } from "../report/figure.ts";
import { median, percentile } from "../report/statistics.ts";
import { createCustomer, keyOf, realisticNames, tapMany } from "../service/customer.ts";
import { type MeasuredService, withService } from "../service/measured-service.ts";

// How many taps counters take, with and without gates, and how soon one phone shows another's taps.

const gates = 20;
const crowd = `${gates} gates on one counter`;
/** What twenty gates need is 20 taps a second. */
const leastPerSecond = 300;
const measuredMs = 10_000;
/** The first eighty requests of an instance take two to four times the processor time of later ones. */
const warmUpMs = 10_000;
const tappers = 16;
/** As the page polls. */
const pollMs = 1_000;
const seenTaps = 30;

await benchmark(() =>
  withService(async (service) => [
    ...(await contest(service, { counterCount: 1, tapsEach: 50 })),
    ...(await contest(service, { counterCount: tappers, tapsEach: 150 })),
    ...(await crowdedCounter(service)),
    await lag(service),
  ]),
);

/** Tappers share the counters evenly, without phones and functions. */
async function contest(
  service: MeasuredService,
  { counterCount, tapsEach }: { counterCount: number; tapsEach: number },
): Promise<Figure[]> {
  const name = `${tappers} tappers on ${counterCount === 1 ? "1 counter" : `${counterCount} counters`}`;
  progress(`${name} …`);
  const { counters } = await createCustomer(service, realisticNames(counterCount));
  const startedMs = performance.now();
  const tapped = Array.from({ length: tappers / counterCount }, () => counters).flat();
  await Promise.all(tapped.map((counter) => tapMany(service, counter, tapsEach)));
  const seconds = (performance.now() - startedMs) / 1_000;
  const made = tappers * tapsEach;
  return [
    { name, value: made / seconds, unit: "taps/s" },
    await lostOrDoubled(service, counters, { name, made }),
  ];
}

async function crowdedCounter(service: MeasuredService): Promise<Figure[]> {
  const { counter } = await createCustomer(service, ["Main entrance"]);
  const phones: Phone[] = [];
  for (let gate = 0; gate < gates; gate += 1) phones.push(await gatePhone(service, counter));
  progress("warming up …");
  const warmedUp = await tapTogether(phones, warmUpMs);
  progress(`${crowd}, 25 taps a request, ${measuredMs / 1_000} s …`);
  const { requestMs, counted, askedBack, perSecond } = await tapTogether(phones, measuredMs);
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(requestMs, share).toFixed(0));
  return [
    {
      name: `${crowd}, 25 taps a request`,
      ...atLeast(perSecond, leastPerSecond),
      unit: "taps/s",
      detail: `a request takes p50 ${p50} ms, p99 ${p99} ms; ${askedBack} of ${requestMs.length} were asked to come back`,
    },
    await lostOrDoubled(service, [counter], { name: crowd, made: warmedUp.counted + counted }),
  ];
}

/** Each phone sends 25 taps after the other; 503 is a request to come back. */
async function tapTogether(phones: Phone[], durationMs: number) {
  const startedMs = performance.now();
  const requestMs: number[] = [];
  let counted = 0;
  let askedBack = 0;
  await Promise.all(
    phones.map(async (phone) => {
      while (performance.now() - startedMs < durationMs) {
        const sentMs = performance.now();
        const { answers } = await sendBatch(phone, madeTaps(25), () => {
          askedBack += 1;
        });
        requestMs.push(performance.now() - sentMs);
        counted += answers.filter(({ result }) => result !== "refused").length;
      }
    }),
  );
  const perSecond = counted / ((performance.now() - startedMs) / 1_000);
  return { requestMs, counted, askedBack, perSecond };
}

/** Taps of one phone at odd times, as another phone sees them that polls. */
async function lag(service: MeasuredService): Promise<Figure> {
  const { counter } = await createCustomer(service, ["Main entrance"]);
  const tapping = await gatePhone(service, counter);
  const watching = await gatePhone(service, counter);
  progress(`${seenTaps} taps of one phone, as another sees them …`);
  const sentMs = new Map<number, number>();
  const lags: number[] = [];
  const tap = async () => {
    for (let count = 1; count <= seenTaps; count += 1) {
      sentMs.set(count, performance.now());
      await sendBatch(tapping, madeTaps(1));
      // Never in step with the polls.
      await setTimeout(637);
    }
  };
  const watch = async () => {
    let last = 0;
    let etag: string | null = null;
    while (last < seenTaps) {
      const startedMs = performance.now();
      const look: Awaited<ReturnType<typeof lookAgain>> = await lookAgain(watching, etag);
      etag = look.etag;
      const now = performance.now();
      for (const count = look.view?.count ?? last; last < count; ) {
        last += 1;
        lags.push(now - (sentMs.get(last) ?? now));
      }
      await setTimeout(Math.max(0, pollMs - (performance.now() - startedMs)));
    }
  };
  await Promise.all([tap(), watch()]);
  return {
    name: "from one phone's tap to another phone's number, asked for once a second, worst",
    ...atMost(Math.max(...lags), 1_500),
    unit: "ms",
    detail: `of ${lags.length}; p50 ${median(lags).toFixed(0)} ms`,
  };
}

async function lostOrDoubled(
  service: MeasuredService,
  counters: StoredCounter[],
  { name, made }: { name: string; made: number },
): Promise<Figure> {
  const found = await Promise.all(counters.map((counter) => tapsIn(service, counter)));
  const sum = found.reduce((total, taps) => total + taps, 0);
  const about = { name: `${name}: lost or doubled`, unit: "taps", detail: `of ${made}` };
  return none(Math.abs(sum - made), about);
}

/** The taps in a history, which must fit the counter and have no gap. */
async function tapsIn({ stores }: MeasuredService, tapped: StoredCounter): Promise<number> {
  const key = keyOf(tapped);
  let events: CountEvent[] = [];
  let found = 0;
  do {
    const oldest = events.at(-1)?.lastEventId;
    const from = oldest === undefined ? {} : { beforeEventId: oldest };
    events = await stores.countEvents.page(key, { limit: 500, ...from });
    found += events.length;
  } while (events.length > 0);
  const counter = await stores.counters.get(key);
  if (counter?.count !== found || counter.lastEventId !== found) {
    throw new Error(`the counter has ${counter?.count}, its history ${found} taps`);
  }
  return found;
}
