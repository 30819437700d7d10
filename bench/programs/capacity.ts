import { localDynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbTaps } from "../../adapters/counters/dynamodb-taps.ts";
import { randomBase62 } from "../../adapters/random.ts";
import { tablesOf } from "../../adapters/stack-outputs.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { countTap } from "../../core/counters/taps/count-batch.ts";
import { newKeyText } from "../../core/keys/api-key.ts";
import { expectStatus } from "../read-api/api-request.ts";
import { benchmark, type Progress } from "../report/benchmark.ts";
import type { Figure } from "../report/figure.ts";
import { capacityMeter, type Meter, unitFigures } from "../service/capacity-meter.ts";
import { unitsOf } from "../service/consumed-capacity.ts";
import { createCustomer, limitKey, realisticNames, unsavedCounter } from "../service/customer.ts";
import { saveWithHistory } from "../service/deep-history.ts";
import { type MeasuredService, withService } from "../service/measured-service.ts";

const depth = 100_000;
const listSizes = [10, 1_000, 10_000];

await benchmark("capacity", (progress) =>
  withService(
    async (service) => {
      service.proxy.asksForCapacity = true;
      const meter = capacityMeter(service);
      return [
        ...(await getAndRefusals(service, meter)),
        ...(await lists(service, meter, progress)),
        ...(await historyPages(service, meter, progress)),
        ...(await taps(service, meter)),
      ];
    },
    { proxied: true },
  ),
);

async function getAndRefusals(service: MeasuredService, meter: Meter): Promise<Figure[]> {
  const { key, counters } = await createCustomer(service, ["Main entrance"]);
  const url = `${service.outputs.ApiUrl}/api/v1/counters/${counters[0]?.id}`;
  const requested = (status: number, withKey: string) =>
    meter(() => expectStatus(status, url, withKey));
  await requested(200, key);
  const get = await requested(200, key);
  const unknown = await requested(401, newKeyText(service.stores.keyBrand, randomBase62));
  const malformed = await requested(401, `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`);
  await limitKey(service, { key, requestsPerMinute: 1 });
  const first = await requested(429, key);
  const next = await requested(429, key);
  return [
    ...unitFigures("get", get),
    ...unitFigures("refused: malformed key (401)", malformed, { WCU: 0, RCU: 0 }),
    ...unitFigures("refused: unknown key (401)", unknown, { RCU: 0 }),
    ...unitFigures("refused: over the limit (429), first on an instance", first),
    ...unitFigures("refused: over the limit (429), each one more", next, { RCU: 0 }),
  ];
}

async function lists(service: MeasuredService, meter: Meter, progress: Progress) {
  const figures: Figure[] = [];
  for (const size of listSizes) {
    progress(`list of ${size} counters …`);
    const { key } = await createCustomer(service, realisticNames(size));
    const list = () => expectStatus(200, `${service.outputs.ApiUrl}/api/v1/counters`, key);
    await list();
    const { consumed } = await meter(list);
    const pages = consumed.filter(({ kind }) => kind === "read").length;
    figures.push(...unitFigures(`list of ${size}`, { consumed, text: `${pages} × Query` }));
  }
  return figures;
}

async function historyPages(service: MeasuredService, meter: Meter, progress: Progress) {
  progress(`history ${depth} events deep …`);
  const { organization, key } = await createCustomer(service, []);
  const startedMs = performance.now();
  const fresh = unsavedCounter(organization, "Main entrance");
  const { id, lastEventId } = await saveWithHistory(service, fresh, depth + 100);
  progress(`${depth} events seeded in ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
  const url = `${service.outputs.ApiUrl}/api/v1/counters/${id}/history?limit=100`;
  const page = async (query: string) => {
    await expectStatus(200, `${url}${query}`, key);
    return await meter(async () => {
      const { body } = await expectStatus(200, `${url}${query}`, key);
      const { events } = JSON.parse(body.toString());
      if (events.length !== 100) throw new Error(`a page of ${events.length} events`);
    });
  };
  const newest = await page("");
  const deep = await page(`&beforeEventId=${lastEventId - depth + 1}`);
  return [
    ...unitFigures("history page of 100, newest end", newest),
    ...unitFigures(`history page of 100, ${depth} events deep`, deep, {
      WCU: unitsOf(newest.consumed, "write"),
      RCU: unitsOf(newest.consumed, "read"),
    }),
  ];
}

async function taps(service: MeasuredService, meter: Meter): Promise<Figure[]> {
  const { organization, counters } = await createCustomer(service, ["Main entrance"]);
  const store = dynamodbTaps(localDynamodbClient(service.proxy.url), tablesOf(service.outputs));
  const key = { organizationId: organization.id, counterId: counters[0]?.id ?? "" };
  const tap = { direction: "up" as const, metadata: null };
  // The first one also begins a minute, an hour and a day.
  const first = await countTap(store, systemClock, { key, tap });
  const known = first.result === "counted" ? first.counter : undefined;
  const cost = (options: object) =>
    meter(() => countTap(store, systemClock, { key, tap, ...options }));
  return [
    ...unitFigures("tap on a counter seen before", await cost({ known })).map((figure) => ({
      ...figure,
      headline: true as const,
    })),
    ...unitFigures("tap on a counter not seen before", await cost({})),
    ...unitFigures("tap with an idempotency key", await cost({ idempotencyKey: "a-key" })),
    ...unitFigures("the same tap again", await cost({ idempotencyKey: "a-key" })),
  ];
}
