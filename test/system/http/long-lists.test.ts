// @module-tag all
import { PutItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { afterEach, expect, test } from "vitest";
import { localDynamodbClient } from "../../../adapters/aws/dynamodb-client.ts";
import { listBudgetKey } from "../../../adapters/counters/dynamodb-list-budget.ts";
import { randomBase62 } from "../../../adapters/random.ts";
import { apiEvent, invocationContext } from "../../../bench/read-api/api-event.ts";
import { CounterList, newCounter } from "../../../core/counters/counter.ts";
import { newCounterId } from "../../../core/counters/counter-names.ts";
import { listUnitsPerSecond } from "../../../core/counters/list-budget.ts";
import { creationBatches } from "../../../core/counters/settings/counter-creation.ts";
import { counterList } from "../../../lambdas/counters/counter-list.ts";
import { readHandler } from "../../../lambdas/http/read-handler.ts";
import { type Call, type Fault, type FaultProxy, faultProxy } from "../../adapters/fault-proxy.ts";
import { client, createCustomer, get, outputs, stores, tables, tapOnce } from "../service.ts";

const path = "/api/v1/counters";
const proxies: FaultProxy[] = [];

afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.close();
});

/** An instance of list-counters of its own, some of whose calls to DynamoDB meet a fault. */
async function instance(key: string, faultOf: (call: Call) => Fault | undefined = () => undefined) {
  const proxy = await faultProxy(faultOf);
  proxies.push(proxy);
  const dynamodb = localDynamodbClient(proxy.endpoint);
  const list = counterList(dynamodb, tables);
  const environment = { tables, KEY_BRAND: stores.keyBrand, BASE_URL: outputs.BaseUrl };
  const handler = readHandler({ client: dynamodb, environment }, () => list);
  const event = apiEvent({ routeKey: `GET ${path}`, path, key });
  const calls = (operation: string) => proxy.calls.filter((call) => call.operation === operation);
  return { request: () => handler(event, invocationContext()), calls };
}

function customerWith(counters: number) {
  return customerWithNames(Array.from({ length: counters - 1 }, (_, i) => `Turnstile ${i}`));
}

/** A customer with counters of these names, and one more. */
async function customerWithNames(names: string[]) {
  const customer = await createCustomer("enterprise");
  const organizationId = customer.organization.id;
  const more = names.map((name) => {
    const key = { organizationId, counterId: newCounterId(randomBase62) };
    return newCounter({ name }, key, Date.now());
  });
  const { create, maximumItems } = stores.counterCreator;
  for (const batch of creationBatches(more, maximumItems)) await create(batch);
  return customer;
}

/** As if others had read as many units as a second allows, in this second and the next minute's. */
async function useUp(organizationId: string): Promise<void> {
  const now = Math.floor(Date.now() / 1_000);
  for (let second = now - 1; second < now + 60; second += 1) {
    const limitKey = listBudgetKey(organizationId, second);
    const Item = marshall({ limitKey, used: listUnitsPerSecond, expiresAt: now + 600 });
    await client.send(new PutItemCommand({ TableName: tables.rateLimits, Item }));
  }
}

test("long lists above an organization's rate get 503 and read nothing; taps go on", async () => {
  const { organization, key, counter } = await customerWith(500);
  const { request, calls } = await instance(key);
  expect(await request()).toMatchObject({ statusCode: 200 });
  await useUp(organization.id);

  const queries = calls("Query").length;
  const refused = await request();
  expect(refused).toMatchObject({ statusCode: 503, headers: { "retry-after": "1" } });
  expect(refused.headers).toHaveProperty("ratelimit-limit", "300");
  expect(JSON.parse(refused.body ?? "")).toEqual({
    error: expect.stringContaining("repeat in 1 s"),
  });
  expect(calls("Query")).toHaveLength(queries);

  expect((await tapOnce(counter)).result).toBe("counted");
  expect((await get(`${path}/${counter.id}`, key)).status).toBe(200);
  const other = await customerWith(500);
  expect((await get(path, other.key)).status).toBe(200);
});

test("a list that DynamoDB throttles gets 503 after three calls; taps beside it are counted", async () => {
  const { key, counter } = await createCustomer("pro");
  const { request, calls } = await instance(key, ({ operation }) =>
    operation === "Query" ? { error: "ProvisionedThroughputExceededException" } : undefined,
  );
  const [response, tapped] = await Promise.all([request(), tapOnce(counter)]);
  expect(response).toMatchObject({ statusCode: 503, headers: { "retry-after": "1" } });
  expect(JSON.parse(response.body ?? "")).toEqual({ error: expect.stringContaining("repeat") });
  expect(calls("Query")).toHaveLength(3);
  expect(tapped.result).toBe("counted");
});

test("a list leaves out an item that is not as expected", async () => {
  const { organization, key } = await customerWith(500);
  const Item = marshall({ organizationId: organization.id, counterId: "ctr_0", name: "Gate" });
  await client.send(new PutItemCommand({ TableName: tables.counters, Item }));
  const response = await get(path, key);
  expect(response.status).toBe(200);
  expect(CounterList.parse(await response.json()).counters).toHaveLength(500);
});
