import { randomUUID } from "node:crypto";
import { GroupResetProgress } from "../../api/private/groups.ts";
import { createGroup } from "../../core/groups/group-changes.ts";
import { memberPhone, operator } from "../console/counting-phones.ts";
import { benchmark } from "../report/benchmark.ts";
import { atMost, exactly, type Figure } from "../report/figure.ts";
import { capacityMeter, unitFigures } from "../service/capacity-meter.ts";
import { unitsOf } from "../service/consumed-capacity.ts";
import {
  createCustomer,
  realisticNames,
  saveCounters,
  unsavedCounter,
} from "../service/customer.ts";
import { type MeasuredService, useEndpoint, withService } from "../service/measured-service.ts";

const size = 1_000;

await benchmark("group-reset", (progress) =>
  withService(async (service) => {
    // Evaluation follows beside it, and is measured elsewhere.
    useEndpoint(service.proxy.url, [service.pool("manage-counters")]);
    progress(`${size} counters in a group …`);
    const reset = await groupToReset(service);
    service.proxy.asksForCapacity = true;
    const meter = capacityMeter(service);
    progress("the reset …");
    const startedMs = performance.now();
    const first = await meter(() => reset.untilDone());
    const seconds = (performance.now() - startedMs) / 1_000;
    const requests = reset.takeRequests();
    progress("the same again …");
    const again = await meter(() => reset.untilDone());
    const perCounter = unitsOf(first.consumed, "write") / size;
    const name = `a group of ${size} counters is reset`;
    const figures: Figure[] = [
      ...unitFigures(name, first),
      // All but a part of a unit is of the counters: the session's use is written now and then.
      {
        ...{ name: `${name}: for each counter`, ...atMost(Math.floor(perCounter), 16) },
        ...{ unit: "WCU", headline: true },
      },
      { name, value: seconds, unit: "s", headline: true },
      { name: `${name}: requests`, value: requests, unit: "requests" },
      ...unitFigures(`${name}: the same form again`, again).filter(({ unit }) => unit === "RCU"),
      {
        name: `${name}: the same form again`,
        ...exactly(Math.floor(unitsOf(again.consumed, "write") / size), 0),
        unit: "WCU for each counter",
      },
    ];
    return figures;
  }),
);

/** A group of counters that all have counted, and an admin who resets it. */
async function groupToReset(service: MeasuredService) {
  const { organization } = await createCustomer(service, []);
  const { id: organizationId } = organization;
  const setup = { organizationId, group: { name: "Hall" } };
  const creation = await createGroup(service.stores, setup, operator);
  if (creation.result !== "created") throw new Error(`no group: ${creation.result}`);
  const { id: groupId } = creation.group;
  const counters = realisticNames(size).map((name) => ({
    ...unsavedCounter(organization, name, groupId),
    count: 5,
  }));
  await saveCounters(service.stores, counters);
  const [counter] = counters;
  if (counter === undefined) throw new Error("no counter");
  const { consoleUrl, cookie } = await memberPhone(service, counter, "admin");
  const url = `${consoleUrl}/api/setup/${organizationId}/groups/${groupId}/reset`;
  const formId = randomUUID();
  let requests = 0;

  async function ask(after: string | null): Promise<GroupResetProgress> {
    requests += 1;
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", origin: consoleUrl, cookie },
      body: JSON.stringify({ formId, ...(after !== null && { after }) }),
    });
    const body = await response.text();
    if (response.status !== 200) throw new Error(`${response.status}: ${body}`);
    return GroupResetProgress.parse(JSON.parse(body));
  }

  return {
    /** Asks as the page does, until every counter has its number. */
    async untilDone(): Promise<void> {
      let adjusted = 0;
      let next: string | null = null;
      do {
        const part = await ask(next);
        adjusted += part.adjusted;
        next = part.next;
      } while (next !== null);
      if (adjusted !== size) throw new Error(`${adjusted} counters were reset`);
    },
    takeRequests(): number {
      const made = requests;
      requests = 0;
      return made;
    },
  };
}
