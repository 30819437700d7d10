import { randomUUID } from "node:crypto";
import { GroupResetProgress } from "../../api/private/groups.ts";
import { memberPhone } from "../console/counting-phones.ts";
import { atMost, exactly, type Figure } from "../report/figure.ts";
import { capacityMeter } from "../service/capacity-meter.ts";
import { unitsOf } from "../service/consumed-capacity.ts";
import { createCustomer, realisticNames } from "../service/customer.ts";
import type { MeasuredService } from "../service/measured-service.ts";

const size = 100;

/**
 * An admin resets a group whose counters all have another number, each for the first time in its
 * minute, hour and day: six of the units are their marks.
 */
export async function groupResetFigures(service: MeasuredService): Promise<Figure[]> {
  const hall = { groupName: "Hall", count: 5 };
  const { counter } = await createCustomer(service, realisticNames(size), hall);
  const { organizationId, groupId } = counter;
  const { consoleUrl, cookie } = await memberPhone(service, counter, "admin");
  const url = `${consoleUrl}/api/setup/${organizationId}/groups/${groupId}/reset`;
  const formId = randomUUID();

  const ask = async (after: string | null): Promise<GroupResetProgress> => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", origin: consoleUrl, cookie },
      body: JSON.stringify({ formId, ...(after !== null && { after }) }),
    });
    const body = await response.text();
    if (response.status !== 200) throw new Error(`${response.status}: ${body}`);
    return GroupResetProgress.parse(JSON.parse(body));
  };
  /** Asks as the page does, until every counter has its number. */
  const reset = async () => {
    let next: string | null = null;
    do ({ next } = await ask(next));
    while (next !== null);
  };
  const meter = capacityMeter(service);
  // All but a part of a unit is of the counters: the session's use is written now and then.
  const writes = async () => Math.floor(unitsOf((await meter(reset)).capacity, "write") / size);
  const name = "a group is reset";
  return [
    { name: `${name}: for each counter`, ...atMost(await writes(), 16), unit: "WCU" },
    {
      name: `${name}: the same form again, for each counter`,
      ...exactly(await writes(), 0),
      unit: "WCU",
    },
  ];
}
