import { randomBase62 } from "../../adapters/random.ts";
import { operatorWebhooks } from "../../adapters/webhooks/operator-webhooks.ts";
import { type CounterKey, newCounter, newCounterId } from "../../core/counters/counter.ts";
import { newOrganization } from "../../core/organizations/organization.ts";
import { newWebhookEndpoint } from "../../core/webhooks/endpoint.ts";
import type { Receivers } from "./receivers.ts";
import type { RunningStack } from "./stack-process.ts";
import { type Temperament, temperaments } from "./temperaments.ts";

export interface ChaosEndpoint {
  id: string;
  organizationId: string;
  path: string;
  temperament: Temperament;
}

export interface Customers {
  counters: CounterKey[];
  endpoints: ChaosEndpoint[];
}

const countersEach = 3;

/** Organizations with their counters and endpoints, made as operators make them. */
export async function createCustomers(
  stack: RunningStack,
  receivers: Receivers,
): Promise<Customers> {
  const customers: Customers = { counters: [], endpoints: [] };
  for (const [index, itsTemperaments] of temperaments.entries()) {
    const fresh = { nowMs: Date.now(), randomBase62 };
    const organization = newOrganization({ name: `Chaos ${index + 1}`, plan: "pro" }, fresh);
    await stack.stores.organizations.create(organization);
    const counters = Array.from({ length: countersEach }, (_, number) => {
      const key = { organizationId: organization.id, counterId: newCounterId(randomBase62) };
      customers.counters.push(key);
      return newCounter({ name: `Gate ${number + 1}` }, key, Date.now());
    });
    await stack.stores.counterCreator.create(counters);
    for (const temperament of itsTemperaments) {
      const setup = { organizationId: organization.id, temperament };
      customers.endpoints.push(await createEndpoint(stack, receivers, setup));
    }
  }
  return customers;
}

async function createEndpoint(
  { clients, outputs }: RunningStack,
  receivers: Receivers,
  { organizationId, temperament }: { organizationId: string; temperament: Temperament },
): Promise<ChaosEndpoint> {
  const path = `/${organizationId}/${temperament.name.replaceAll(/\W+/g, "-")}`;
  const endpoint = newWebhookEndpoint(
    { organizationId, url: receivers.url(path, temperament), events: temperament.events },
    { nowMs: Date.now(), randomBase62 },
  );
  const created = await operatorWebhooks(clients, outputs).createEndpoint(endpoint);
  if (created.outcome !== "created") throw new Error(`no endpoint: ${created.outcome}`);
  receivers.add(path, { temperament, secret: created.secret });
  return { id: endpoint.id, organizationId, path, temperament };
}
