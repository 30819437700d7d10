import * as z from "zod";
import { ChartView } from "../../api/private/charts.ts";
import { pathOf } from "../../api/private/path.ts";
import { memberPhone } from "../console/counting-phones.ts";
import { atMost, type Figure } from "../report/figure.ts";
import { capacityMeter } from "../service/capacity-meter.ts";
import { unitsOf } from "../service/consumed-capacity.ts";
import { createCustomer } from "../service/customer.ts";
import type { MeasuredService } from "../service/measured-service.ts";
import { seedMarks } from "../service/seeded-marks.ts";

const dayMs = 86_400_000;
const unit = "RCU";

/** What charts of a counter read that more than a million counts were made on in fourteen months. */
export async function chartFigures(service: MeasuredService): Promise<Figure[]> {
  const { counter: fresh } = await createCustomer(service, ["Main entrance"]);
  const history = { events: 1_600_000, untilMs: Date.now() - 60_000, days: 420 };
  const counter = await seedMarks(service, { counter: fresh, ...history });
  const { consoleUrl, cookie } = await memberPhone(service, counter);
  const path = pathOf("GET /api/charts/{organizationId}/counters/{counterId}", {
    organizationId: counter.organizationId,
    counterId: counter.id,
  });
  const ask = async (query: Record<string, string>, headers: Record<string, string> = {}) => {
    const url = new URL(`${path}?${new URLSearchParams(query)}`, consoleUrl);
    const response = await fetch(url, { headers: { cookie, ...headers } });
    const body = await response.text();
    if (response.status > 304) throw new Error(`${response.status}: ${body}`);
    return { headers: response.headers, body };
  };
  const since = (days: number) => new Date(Date.now() - days * dayMs + 1_000).toISOString();
  const meter = capacityMeter(service);
  const read = async (act: () => Promise<unknown>) => unitsOf((await meter(act)).capacity, "read");

  const day = { resolution: "minute", from: since(1) };
  const whole = ChartView.parse(JSON.parse((await ask(day)).body));
  const ofDay = await read(() => ask(day));
  const ofYear = await read(() => ask({ resolution: "day", from: since(365) }));
  // What the page asks for while it is open: the last interval, and whether it has changed.
  const newest = { resolution: "minute", from: whole.points.at(-1)?.at ?? whole.from };
  const etag = z.string().parse((await ask(newest)).headers.get("etag"));
  const poll = await read(() => ask(newest, { "if-none-match": etag }));
  return [
    { name: "chart of the last day by the minute", value: ofDay, unit },
    { name: "chart of the last year by the day", ...atMost(ofYear, 20), unit },
    { name: "a poll of a chart that is open", value: poll, unit },
  ];
}
