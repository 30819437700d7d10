import { randomBase62 } from "../../adapters/random.ts";
import { longestListUnits } from "../../core/counters/list-budget.ts";
import { newKeyText } from "../../core/keys/key-text.ts";
import { expectStatus } from "../read-api/api-request.ts";
import type { Figure } from "../report/figure.ts";
import { capacityMeter, unitFigures } from "../service/capacity-meter.ts";
import { createCustomer, realisticNames, tapMany } from "../service/customer.ts";
import type { MeasuredService } from "../service/measured-service.ts";

const listSizes = [10, 1_000, 10_000];

/** What requests of the read API take. */
export async function readFigures(service: MeasuredService): Promise<Figure[]> {
  const figures = await counterFigures(service);
  for (const size of listSizes) {
    const { key } = await createCustomer(service, realisticNames(size), { groupName: "Hall 3" });
    const url = `${service.outputs.ApiUrl}/api/v1/counters`;
    await expectStatus(200, url, key);
    const list = await capacityMeter(service)(() => expectStatus(200, url, key));
    const expected = size === 10_000 ? { RCU: longestListUnits } : {};
    figures.push(...unitFigures(`list of ${size}`, list, expected));
  }
  return figures;
}

async function counterFigures(service: MeasuredService): Promise<Figure[]> {
  const meter = capacityMeter(service);
  const names = ["Main entrance"];
  const { key, counter } = await createCustomer(service, names, { groupName: "Hall 3" });
  await tapMany(service, counter, 100);
  const url = `${service.outputs.ApiUrl}/api/v1/counters/${counter.id}`;
  const requested = (status: number, withKey: string, path = "") =>
    meter(() => expectStatus(status, `${url}${path}`, withKey));
  const page = "/history?limit=100";
  // The first request of an instance also reads what all later ones know.
  for (const path of ["", page]) await requested(200, key, path);
  const get = await requested(200, key);
  const history = await requested(200, key, page);
  const unknown = await requested(401, newKeyText(service.stores.keyBrand, randomBase62));
  return [
    ...unitFigures("get", get),
    ...unitFigures("history page of 100", history),
    ...unitFigures("refused: unknown key (401)", unknown, { RCU: 0 }),
  ];
}
