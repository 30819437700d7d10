import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { OverviewView } from "../../api/private/overview.ts";
import { plural } from "../../bin/ops/terminal/output.ts";
import type { StoredCounter } from "../../core/counters/counter.ts";
import { maximumTiles } from "../../core/overview/overview-limits.ts";
import {
  gatePhone,
  lookAgain,
  madeTaps,
  memberPhone,
  type Phone,
  sendBatch,
} from "../console/counting-phones.ts";
import { sequentialCalls } from "../read-api/sequential-calls.ts";
import { benchmark } from "../report/benchmark.ts";
import { atMost, type Figure } from "../report/figure.ts";
import { capacityMeter, unitFigures } from "../service/capacity-meter.ts";
import { createCustomer, realisticNames } from "../service/customer.ts";
import { type MeasuredService, withService } from "../service/measured-service.ts";
import { seedMarks } from "../service/seeded-marks.ts";

// What a request of the private API costs DynamoDB, and how many calls wait for one another.

const delayMs = 25;

/** Counters of the organizations whose overviews are measured. */
const sizes = [1, 10, 10_000];

await benchmark("private-cost", (progress) =>
  withService(
    async (service) => {
      const { counters } = await createCustomer(service, ["Main entrance"]);
      const [counter] = counters;
      if (counter === undefined) throw new Error("no counter");
      const phones = {
        "a member": await memberPhone(service, counter),
        "a gate": await gatePhone(service, counter),
      };
      const figures: Figure[] = [];
      for (const [caller, phone] of Object.entries(phones)) {
        progress(`taps of ${caller} …`);
        // The first request of an instance also reads what all later ones know.
        await sendBatch(phone, madeTaps(1));
        figures.push(...(await capacity(service, counter, caller, phone)));
        figures.push(...(await roundTrips(service, caller, phone)));
      }
      for (const size of sizes) {
        progress(`overview of ${plural(size, "counter")} …`);
        figures.push(...(await overviewUnits(service, size)));
      }
      return figures;
    },
    { proxied: true },
  ),
);

/** Sets the newest count of a counter back in time, so that the next one begins a minute. */
async function leaveMinute(
  { clients, outputs }: MeasuredService,
  { organizationId, id: counterId }: StoredCounter,
  minutes: number,
): Promise<void> {
  const quarterMs = 15 * 60_000;
  const nowMs = Date.now();
  const earlier = nowMs - minutes * 60_000;
  // By one minute, it stays within the quarter-hour wherever it can.
  const lastMs = minutes === 1 ? Math.max(earlier, nowMs - (nowMs % quarterMs)) : earlier;
  await clients.dynamodb.send(
    new UpdateItemCommand({
      TableName: outputs.CountersTable,
      Key: marshall({ organizationId, counterId }),
      UpdateExpression: "SET lastCountAt = :at",
      ExpressionAttributeValues: marshall({ ":at": new Date(lastMs).toISOString() }),
    }),
  );
}

async function capacity(
  service: MeasuredService,
  counter: StoredCounter,
  caller: string,
  phone: Phone,
): Promise<Figure[]> {
  service.proxy.asksForCapacity = true;
  const meter = capacityMeter(service);
  await leaveMinute(service, counter, 1);
  const inMinute = await meter(() => sendBatch(phone, madeTaps(1)));
  await leaveMinute(service, counter, 1_440);
  const ofDay = await meter(() => sendBatch(phone, madeTaps(1)));
  const alone = await meter(() => sendBatch(phone, madeTaps(1)));
  const taps = madeTaps(25);
  const together = await meter(() => sendBatch(phone, taps));
  const again = await meter(() => sendBatch(phone, taps));
  const { etag } = await lookAgain(phone, null);
  const look = await meter(() => lookAgain(phone, etag));
  service.proxy.asksForCapacity = false;
  return [
    ...unitFigures(`${caller}: a tap alone`, alone),
    ...unitFigures(`${caller}: a tap that begins a minute`, inMinute),
    ...unitFigures(`${caller}: a tap that begins a minute, an hour and a day`, ofDay),
    ...unitFigures(`${caller}: 25 taps in one request`, together),
    ...unitFigures(`${caller}: the same 25 taps again`, again),
    ...unitFigures(`${caller}: a look at the number`, look),
  ];
}

/** Of the request that selects the tiles, and of those that follow it, which name them. */
async function overviewUnits(service: MeasuredService, size: number): Promise<Figure[]> {
  const { counters } = await createCustomer(service, realisticNames(size));
  const busy = counters.slice(0, maximumTiles);
  for (const counter of busy) {
    await seedMarks(service, { counter, events: 1e4, untilMs: Date.now(), days: 1 });
  }
  const [counter] = counters;
  if (counter === undefined) throw new Error("no counter");
  const { consoleUrl, cookie } = await memberPhone(service, counter, "admin");
  const look = async (targets: string[]) => {
    const url = new URL(`${consoleUrl}/api/overview/${counter.organizationId}`);
    if (targets.length > 0) url.searchParams.set("targets", targets.join());
    const response = await fetch(url, { headers: { cookie } });
    if (response.status !== 200) throw new Error(await response.text());
    return OverviewView.parse(await response.json()).tiles.map(({ id }) => id);
  };
  const tiles = await look([]);
  service.proxy.asksForCapacity = true;
  const meter = capacityMeter(service);
  const select = await meter(() => look([]));
  const poll = await meter(() => look(tiles));
  service.proxy.asksForCapacity = false;
  const of = `overview of ${plural(size, "counter")}`;
  return [
    ...unitFigures(`${of}: tiles are selected`, select),
    ...unitFigures(`${of}: a poll that names them (${tiles.length})`, poll),
  ];
}

async function roundTrips(
  { proxy }: MeasuredService,
  caller: string,
  phone: Phone,
): Promise<Figure[]> {
  proxy.delayMs = delayMs;
  const chainOf = async (act: () => Promise<unknown>): Promise<number> => {
    await proxy.takeCalls();
    await act();
    return sequentialCalls(await proxy.takeCalls());
  };
  const tap = await chainOf(() => sendBatch(phone, madeTaps(1)));
  const batch = await chainOf(() => sendBatch(phone, madeTaps(25)));
  const look = await chainOf(() => lookAgain(phone, null));
  proxy.delayMs = 0;
  const figure = (what: string, chain: number, most: number): Figure => ({
    name: `${caller}: ${what}: round trips in sequence`,
    ...atMost(chain, most),
    unit: "round trips",
    ...(caller === "a gate" && what === "a tap alone" && { headline: true as const }),
  });
  return [figure("a tap alone", tap, 2), figure("25 taps", batch, 2), figure("a look", look, 1)];
}
