import { expect, test } from "vitest";
import { EventPageView } from "../../../../api/private/deliveries.ts";
import { newAlert } from "../../alert-service.ts";
import { alertCustomer, count, firingsOf } from "../../alerts/alert-customer.ts";
import { createMember } from "../../people-service.ts";
import { askConsole, createCounter } from "../../service.ts";

test("what alerts fired is among the events, newest first, with what became of each at the endpoint", async () => {
  const { organization, receiver } = await alertCustomer();
  const counter = await createCounter(organization, { name: "Hall", goalTarget: 2 });
  const alert = await newAlert("counter", counter, { kind: "at_capacity" });
  const { cookie } = await createMember(organization, "admin");
  const path = `/api/webhooks/${organization.id}/events?of=alerts`;
  const list = async (rest = "") => {
    const response = await askConsole(`${path}${rest}`, { cookie });
    return EventPageView.parse(await response.json());
  };
  expect((await list()).events).toEqual([]);
  // It fires, is armed again, and fires once more.
  for (const direction of ["up", "up", "down", "up"] as const) await count(counter, direction);
  await receiver.verified(2);
  const delivered = { timeout: 20_000, interval: 50 };
  const states = async () =>
    (await list()).events.flatMap(({ deliveries }) => deliveries.map(({ state }) => state));
  await expect.poll(states, delivered).toEqual(["delivered", "delivered"]);
  const page = await list();
  const shown = { type: "threshold.alert.fired", name: alert.name, before: 1, after: 2 };
  expect(page.events).toMatchObject([shown, shown]);
  expect(page.events.map(({ at }) => at)).toEqual(
    (await firingsOf(organization)).toReversed().map(({ createdAt }) => createdAt),
  );
  const [endpoint] = page.endpoints;
  const endpointsOf = page.events.flatMap(({ deliveries }) => deliveries);
  expect(endpointsOf.map(({ endpointId }) => endpointId)).toEqual([endpoint?.id, endpoint?.id]);
  expect(page.next).toBeNull();
  // Each delivery of the list has a page of its own.
  const [delivery] = endpointsOf;
  const one = `/api/webhooks/${organization.id}/deliveries/${delivery?.deliveryId}`;
  expect(await (await askConsole(one, { cookie })).json()).toMatchObject({
    eventType: "threshold.alert.fired",
    alertId: alert.id,
    state: "delivered",
  });
});
