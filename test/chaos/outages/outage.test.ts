import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countTap } from "../../../core/counters/taps/count-batch.ts";
import { createOrganization } from "../../../core/organizations/organization-changes.ts";
import { firingWebhook } from "../../../core/webhooks/alert-webhooks.ts";
import { firstMessage } from "../../../core/webhooks/attempt-message.ts";
import { countWebhook } from "../../../core/webhooks/count-webhooks.ts";
import { createEndpoint } from "../../../core/webhooks/manage-endpoints.ts";
import { ensureCertificates } from "../../../local/certificate-authority.ts";
import { startReceiver } from "../../../local/receiver/receiver.ts";
import { operator } from "../../core/audit/operator.ts";
import { untilEvaluated } from "../alerts/evaluated.ts";
import { createWatchedCounters } from "../alerts/watched-customer.ts";
import { committedCounts, recordedDeliveries } from "../expected-state.ts";
import { givenUp } from "../rest.ts";
import { type ProxiedService, type ProxiedStack, startProxiedStack } from "./proxied-stack.ts";

/** An hour, if a message that is visible again after 180 s on AWS is so after one second here. */
const hourMs = 3_600_000 / 180;

const disposables = new AsyncDisposableStack();
let stack: ProxiedStack;
beforeAll(async () => {
  stack = await startProxiedStack(disposables);
});
afterAll(() => disposables.disposeAsync());

/** An organization with watched counters, and an endpoint that refuses each delivery twice. */
async function newCustomer() {
  const setup = { name: "Harbour Baths", plan: "enterprise" } as const;
  const organization = await createOrganization(stack.stores, setup, operator);
  const { counters, alerts } = await createWatchedCounters(stack, organization.id);
  const secrets = new Map<string, string>();
  const receiver = await startReceiver({
    port: 0,
    certificates: await ensureCertificates(join(stack.dataDir, "ca")),
    secrets,
    behave: ({ request }) => ({ status: request <= 2 ? 500 : 200, hangMs: 0 }),
  });
  disposables.defer(() => receiver.close());
  const created = await createEndpoint(
    stack.stores,
    {
      organizationId: organization.id,
      url: `${receiver.url}hooks`,
      events: ["counter.increment", "threshold.alert.fired"],
    },
    operator,
  );
  if (created.result !== "created") throw new Error(`no endpoint: ${created.result}`);
  secrets.set("/hooks", created.secret);
  return { organization, counters, alerts, endpoint: created.endpoint };
}

type Customer = Awaited<ReturnType<typeof newCustomer>>;

async function countUp({ counters }: Customer): Promise<void> {
  for (const key of counters) {
    const result = await countTap(stack.stores.taps, stack.stores.clock, {
      key,
      tap: { direction: "up", metadata: null },
    });
    expect(result.result).toBe("counted");
  }
}

/** What must be delivered: every count, and every alert that the counts must have fired. */
async function expectedIds({ organization, endpoint, alerts }: Customer): Promise<string[]> {
  const committed = await committedCounts(stack);
  const counts = committed.filter(({ organizationId }) => organizationId === organization.id);
  const options = { alerts, counts, stopping: new AbortController().signal, say: () => {} };
  const { firings, wrong } = await untilEvaluated(stack, options);
  expect(wrong).toEqual([]);
  const events = [...counts.map(countWebhook), ...firings.map(firingWebhook)];
  return events.map((event) => firstMessage(event, endpoint.id).deliveryId);
}

test.each<[ProxiedService[]]>([[["dynamodb"]], [["sqs"]], [["scheduler", "kms"]]])(
  "an hour without %s costs no delivery, no dead letter and no failed record",
  async (services) => {
    const customer = await newCustomer();
    // Some work is under way when the outage begins, and more comes while it lasts.
    await countUp(customer);
    for (const service of services) stack.proxies[service].shut();
    await countUp(customer);
    await delay(hourMs / 2);
    await countUp(customer);
    await delay(hourMs / 2);
    for (const service of services) stack.proxies[service].open();

    const expected = await expectedIds(customer);
    expect(expected.length).toBeGreaterThan(3 * customer.counters.length);
    const undelivered = async () => {
      const records = await recordedDeliveries(stack);
      const stateOf = (id: string) => records.get(id)?.state ?? "not on record";
      return expected.map((id) => `${id} is ${stateOf(id)}`).filter((is) => !/delivered$/.test(is));
    };
    // A claim from the last moment of the outage lasts for a minute.
    await expect.poll(undelivered, { timeout: 150_000 }).toEqual([]);
    expect(await givenUp(stack)).toEqual({ deadLetters: 0, failedRecords: 0 });
  },
  400_000,
);
