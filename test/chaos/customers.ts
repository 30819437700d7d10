import { randomBase62 } from "../../adapters/random.ts";
import { type CounterKey, newCounter } from "../../core/counters/counter.ts";
import { newCounterId } from "../../core/counters/counter-names.ts";
import { createOrganization } from "../../core/organizations/organization-changes.ts";
import { planIncludesAlerts } from "../../core/organizations/plan.ts";
import { createEndpoint } from "../../core/webhooks/manage-endpoints.ts";
import { operator } from "../core/audit/operator.ts";
import { createWatchedCounters, type WatchedAlert } from "./alerts/watched-customer.ts";
import { type ReceiverBehaviour, receiverBehaviours } from "./receiver-behaviours.ts";
import type { Receivers } from "./receivers.ts";
import type { RunningStack } from "./stack-process.ts";

export interface ChaosEndpoint {
  id: string;
  organizationId: string;
  path: string;
  behaviour: ReceiverBehaviour;
}

export interface Customers {
  counters: CounterKey[];
  endpoints: ChaosEndpoint[];
  /** Their counters are among `counters`. */
  alerts: WatchedAlert[];
  /** Ids of the counters whose counts are evaluated. */
  watched: Set<string>;
}

const countersEach = 3;

/** Organizations with their counters and endpoints, made as operators make them. */
export async function createCustomers(
  stack: RunningStack,
  receivers: Receivers,
): Promise<Customers> {
  const customers: Customers = { counters: [], endpoints: [], alerts: [], watched: new Set() };
  for (const [index, { plan, behaviours }] of receiverBehaviours.entries()) {
    const setup = { name: `Chaos ${index + 1}`, plan };
    const organization = await createOrganization(stack.stores, setup, operator);
    if (planIncludesAlerts(plan)) {
      const { counters, alerts } = await createWatchedCounters(stack, organization.id);
      customers.counters.push(...counters);
      customers.alerts.push(...alerts);
      for (const { counterId } of counters) customers.watched.add(counterId);
    } else {
      customers.counters.push(...(await createCounters(stack, organization.id)));
    }
    for (const behaviour of behaviours) {
      const setup = { organizationId: organization.id, behaviour };
      customers.endpoints.push(await subscribe(stack, receivers, setup));
    }
  }
  return customers;
}

async function createCounters(stack: RunningStack, organizationId: string) {
  const counters = Array.from({ length: countersEach }, (_, number) => {
    const key = { organizationId, counterId: newCounterId(randomBase62) };
    return newCounter({ name: `Gate ${number + 1}` }, key, Date.now());
  });
  await stack.stores.counterCreator.create(counters);
  return counters.map(({ id }): CounterKey => ({ organizationId, counterId: id }));
}

async function subscribe(
  { stores }: RunningStack,
  receivers: Receivers,
  { organizationId, behaviour }: { organizationId: string; behaviour: ReceiverBehaviour },
): Promise<ChaosEndpoint> {
  const path = `/${organizationId}/${behaviour.name.replaceAll(/\W+/g, "-")}`;
  const url = receivers.url(path, behaviour);
  const setup = { organizationId, url, events: behaviour.events };
  const created = await createEndpoint(stores, setup, operator);
  if (created.result !== "created") throw new Error(`no endpoint: ${created.result}`);
  receivers.add(path, { behaviour, secret: created.secret });
  return { id: created.endpoint.id, organizationId, path, behaviour };
}
