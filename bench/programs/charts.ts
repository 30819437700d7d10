import * as z from "zod";
import { ChartView } from "../../api/private/charts.ts";
import { pathOf } from "../../api/private/path.ts";
import { memberPhone, type Phone } from "../console/counting-phones.ts";
import { benchmark } from "../report/benchmark.ts";
import { atMost, type Figure } from "../report/figure.ts";
import { median } from "../report/statistics.ts";
import { capacityMeter } from "../service/capacity-meter.ts";
import { unitsOf } from "../service/consumed-capacity.ts";
import { createCustomer } from "../service/customer.ts";
import { type MeasuredService, withService } from "../service/measured-service.ts";
import { seedMarks } from "../service/seeded-marks.ts";

// What charts of a counter cost that a million counts were made on in fourteen months.

const events = 1_600_000;
const dayMs = 86_400_000;
const requests = 15;

/** Each with the most read units that its target allows, if it has one. */
const charts = [
  { name: "chart of the last hour by the minute", resolution: "minute", days: 1 / 24 },
  { name: "chart of the last day by the minute", resolution: "minute", days: 1 },
  { name: "chart of the last week by the hour", resolution: "hour", days: 7 },
  { name: "chart of the last 62 days by the hour", resolution: "hour", days: 62 },
  { name: "chart of the last year by the day", resolution: "day", days: 365, most: 20 },
] as const;

await benchmark("charts", (progress) =>
  withService(
    async (service) => {
      const { counters } = await createCustomer(service, ["Main entrance"]);
      const [fresh] = counters;
      if (fresh === undefined) throw new Error("no counter");
      progress(`marks of ${events} counts …`);
      const untilMs = Date.now() - 60_000;
      const seeded = await seedMarks(service, { counter: fresh, events, untilMs, days: 420 });
      const phone = await memberPhone(service, seeded);
      const { organizationId, id: counterId } = seeded;
      const key = "GET /api/charts/{organizationId}/counters/{counterId}";
      const { href: url } = new URL(pathOf(key, { organizationId, counterId }), phone.url);
      const viewer = { ...phone, url };
      const figures: Figure[] = [
        { name: "counts that were made", value: seeded.lastEventId, unit: "counts" },
      ];
      for (const chart of charts) figures.push(await figureOf(service, viewer, chart));
      figures.push(await live(service, viewer));
      return figures;
    },
    { proxied: true },
  ),
);

async function figureOf(
  service: MeasuredService,
  viewer: Phone,
  { name, resolution, days, ...target }: (typeof charts)[number],
): Promise<Figure> {
  const from = new Date(Date.now() - days * dayMs + 1_000).toISOString();
  const show = () => chart(viewer, { resolution, from });
  const { points } = await show();
  const timesMs: number[] = [];
  for (let index = 0; index < requests; index += 1) {
    const startedMs = performance.now();
    await show();
    timesMs.push(performance.now() - startedMs);
  }
  service.proxy.asksForCapacity = true;
  const { consumed } = await capacityMeter(service)(show);
  service.proxy.asksForCapacity = false;
  const units = unitsOf(consumed, "read");
  return {
    name,
    ...("most" in target
      ? { ...atMost(units, target.most), headline: true as const }
      : { value: units }),
    unit: "RCU",
    detail: `${points.length} intervals, ${median(timesMs).toFixed(0)} ms`,
    chart: "Read units of a chart",
  };
}

/** What the page asks for while it is open: the last interval, and whether it has changed. */
async function live(service: MeasuredService, viewer: Phone): Promise<Figure> {
  const whole = await chart(viewer, {
    resolution: "minute",
    from: new Date(Date.now() - dayMs + 1_000).toISOString(),
  });
  const from = whole.points.at(-1)?.at ?? whole.from;
  const query = { resolution: "minute", from };
  const { headers } = await ask(viewer, query);
  const ifNoneMatch = z.string().parse(headers.get("etag"));
  service.proxy.asksForCapacity = true;
  const { consumed } = await capacityMeter(service)(() => ask(viewer, query, ifNoneMatch));
  service.proxy.asksForCapacity = false;
  return {
    name: "a poll of a chart that is open",
    value: unitsOf(consumed, "read"),
    unit: "RCU",
  };
}

async function chart(viewer: Phone, query: Record<string, string>): Promise<ChartView> {
  const response = await ask(viewer, query);
  return ChartView.parse(await response.json());
}

async function ask({ url, cookie }: Phone, query: Record<string, string>, ifNoneMatch?: string) {
  const headers = { cookie, ...(ifNoneMatch !== undefined && { "if-none-match": ifNoneMatch }) };
  const response = await fetch(`${url}?${new URLSearchParams(query)}`, { headers });
  const expected = ifNoneMatch === undefined ? 200 : 304;
  if (response.status !== expected) throw new Error(`${response.status}: ${await response.text()}`);
  return response;
}
