import { OverviewView } from "../../api/private/overview.ts";
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
import { atMost, type Figure } from "../report/figure.ts";
import { capacityMeter, unitFigures } from "../service/capacity-meter.ts";
import { createCustomer, realisticNames } from "../service/customer.ts";
import type { MeasuredService } from "../service/measured-service.ts";
import { seedMarks } from "../service/seeded-marks.ts";

const delayMs = 25;

/** What requests of counting pages and of the console's overview take. */
export async function gateFigures(service: MeasuredService): Promise<Figure[]> {
  const { counter } = await createCustomer(service, ["Main entrance"]);
  const [gate, member] = [await gatePhone(service, counter), await memberPhone(service, counter)];
  // The first request of an instance also reads what all later ones know.
  for (const phone of [gate, member]) await sendBatch(phone, madeTaps(1));
  return [
    ...(await tapFigures(service, "a gate", gate)),
    ...(await batchFigures(service, gate)),
    ...(await roundTrips(service, gate)),
    ...(await tapFigures(service, "a member", member)),
    ...(await overviewFigures(service)),
  ];
}

async function tapFigures(
  service: MeasuredService,
  caller: string,
  phone: Phone,
): Promise<Figure[]> {
  const meter = capacityMeter(service);
  const tap = await meter(() => sendBatch(phone, madeTaps(1)));
  const { etag } = await lookAgain(phone, null);
  const look = await meter(() => lookAgain(phone, etag));
  return [
    ...unitFigures(`${caller}: a tap alone`, tap),
    ...unitFigures(`${caller}: a look at the number`, look),
  ];
}

async function batchFigures(service: MeasuredService, phone: Phone): Promise<Figure[]> {
  const together = await capacityMeter(service)(() => sendBatch(phone, madeTaps(25)));
  return unitFigures("a gate: 25 taps in one request", together);
}

/** How many calls of a request wait for one another. */
async function roundTrips({ proxy }: MeasuredService, phone: Phone): Promise<Figure[]> {
  const chainOf = async (act: () => Promise<unknown>): Promise<number> => {
    await proxy.takeCalls();
    await act();
    return sequentialCalls(await proxy.takeCalls());
  };
  proxy.delayMs = delayMs;
  const tap = await chainOf(() => sendBatch(phone, madeTaps(1)));
  const look = await chainOf(() => lookAgain(phone, null));
  proxy.delayMs = 0;
  const unit = "round trips";
  return [
    { name: "a gate: a tap alone: round trips in sequence", ...atMost(tap, 2), unit },
    { name: "a gate: a look: round trips in sequence", ...atMost(look, 1), unit },
  ];
}

/** Of the request that selects the tiles, and of those that follow it, which name them. */
async function overviewFigures(service: MeasuredService): Promise<Figure[]> {
  const { counter, counters } = await createCustomer(service, realisticNames(10_000));
  for (const busy of counters.slice(0, maximumTiles)) {
    await seedMarks(service, { counter: busy, events: 1e4, untilMs: Date.now(), days: 1 });
  }
  const { consoleUrl, cookie } = await memberPhone(service, counter, "admin");
  const look = async (targets: string[]) => {
    const url = new URL(`${consoleUrl}/api/overview/${counter.organizationId}`);
    if (targets.length > 0) url.searchParams.set("targets", targets.join());
    const response = await fetch(url, { headers: { cookie } });
    if (response.status !== 200) throw new Error(await response.text());
    return OverviewView.parse(await response.json()).tiles.map(({ id }) => id);
  };
  const tiles = await look([]);
  const meter = capacityMeter(service);
  const select = await meter(() => look([]));
  const poll = await meter(() => look(tiles));
  return [
    ...unitFigures("overview of 10,000 counters: tiles are selected", select),
    ...unitFigures("overview of 10,000 counters: a poll that names them", poll),
  ];
}
