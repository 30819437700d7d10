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
import { cpuMeter } from "../console/cpu-meter.ts";
import { benchmark, type Progress } from "../report/benchmark.ts";
import { atLeast, atMost, exactly, type Figure } from "../report/figure.ts";
import { median, percentile } from "../report/statistics.ts";
import { createCustomer } from "../service/customer.ts";
import { type MeasuredService, withService } from "../service/measured-service.ts";

// How many taps one counter takes through its gates, and how soon one phone shows another's taps.

const gates = 20;
const crowd = `${gates} gates on one counter`;
const measuredMs = 10_000;
/** The first eighty requests of an instance take two to four times the processor time of later ones. */
const warmUpMs = 10_000;
/** As the page polls. */
const pollMs = 1_000;
const seenTaps = 30;

await benchmark("gate-taps", async (progress) => [
  ...(await withService(async (service) => {
    const [crowded, quiet] = await twoCounters(service);
    return [
      ...(await throughput(service, crowded, progress)),
      ...(await lag(service, quiet, progress)),
    ];
  })),
  // Apart, because what counts the calls takes time of its own.
  ...(await withService(
    async (service) => await transactions(service, (await twoCounters(service))[0], progress),
    { proxied: true },
  )),
]);

async function twoCounters(service: MeasuredService): Promise<[StoredCounter, StoredCounter]> {
  const { counters } = await createCustomer(service, ["Main entrance", "Exit"]);
  const [crowded, quiet] = counters;
  if (crowded === undefined || quiet === undefined) throw new Error("no counters");
  return [crowded, quiet];
}

async function throughput(
  service: MeasuredService,
  counter: StoredCounter,
  progress: Progress,
): Promise<Figure[]> {
  const phones = await openGates(service, counter);
  progress("warming up …");
  const warmedUp = await tapTogether(phones, warmUpMs);
  progress(`${crowd}, 25 taps a request, ${measuredMs / 1_000} s …`);
  const spent = cpuMeter(service);
  const { requestMs, counted, askedBack, perSecond } = await tapTogether(phones, measuredMs);
  const cpu = spent().map(({ what, ms }) => ({ what, ms: ms / requestMs.length }));
  const found = await tapsIn(service, counter);
  const right = gates + warmedUp.counted + counted;
  return [
    {
      name: `${crowd}, 25 taps a request`,
      ...atLeast(perSecond, 1_200),
      unit: "taps/s",
      detail: `a request takes p50 ${median(requestMs).toFixed(0)} ms, p99 ${percentile(requestMs, 0.99).toFixed(0)} ms; ${askedBack} of ${requestMs.length} were asked to come back`,
      headline: true,
    },
    {
      name: `${crowd}: lost or doubled`,
      ...exactly(Math.abs(found - right), 0),
      unit: "taps",
      detail: `of ${right}`,
      headline: true,
    },
    ...cpu.map(({ what, ms }) => ({
      name: `${crowd}: CPU time of a request, ${what}`,
      value: ms,
      unit: "ms",
      chart: "CPU time of a request of 25 taps",
    })),
  ];
}

/** How many transactions of the crowd are in vain, and what it asks of DynamoDB beside them. */
async function transactions(
  service: MeasuredService,
  counter: StoredCounter,
  progress: Progress,
): Promise<Figure[]> {
  const phones = await openGates(service, counter);
  progress(`${crowd}, each call counted, ${measuredMs / 1_000} s …`);
  await service.proxy.takeCalls();
  await tapTogether(phones, measuredMs);
  const calls = await service.proxy.takeCalls();
  const tapping = calls.filter(({ operation }) => operation === "TransactWriteItems");
  const written = tapping.filter(({ status }) => status === 200).length;
  const turns = calls.filter(({ request }) => request.includes('"turn:'));
  const figure = (unit: string, count: number): Figure => ({
    name: `${crowd}: ${unit} for each transaction that was written`,
    value: count / written,
    unit,
    detail: `${count} for ${written}`,
  });
  return [
    figure("transactions in vain", tapping.length - written),
    figure("writes for turns", turns.length),
    figure("reads", calls.filter(({ operation }) => operation === "GetItem").length),
  ];
}

async function openGates(service: MeasuredService, counter: StoredCounter): Promise<Phone[]> {
  const phones: Phone[] = [];
  for (let gate = 0; gate < gates; gate += 1) phones.push(await gatePhone(service, counter));
  await Promise.all(phones.map((phone) => sendBatch(phone, madeTaps(1))));
  return phones;
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

/** The taps in the history, which must fit the counter. */
async function tapsIn({ stores }: MeasuredService, tapped: StoredCounter): Promise<number> {
  const key = { organizationId: tapped.organizationId, counterId: tapped.id };
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

/** Taps of one phone at odd times, as another phone sees them that polls. */
async function lag(
  service: MeasuredService,
  counter: StoredCounter,
  progress: Progress,
): Promise<Figure[]> {
  const [tapping, watching] = [
    await gatePhone(service, counter),
    await gatePhone(service, counter),
  ];
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
  const worst = Math.max(...lags);
  return [
    {
      name: "from one phone's tap to another phone's number, asked for once a second, worst",
      ...atMost(worst, 1_500),
      unit: "ms",
      detail: `of ${lags.length}; p50 ${median(lags).toFixed(0)} ms`,
      headline: true,
    },
  ];
}
