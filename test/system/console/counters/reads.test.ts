import type { Context } from "aws-lambda";
import { afterAll, beforeAll, expect, test } from "vitest";
import { consumedCapacity, unitsOf } from "../../../../bench/service/consumed-capacity.ts";
import { DynamodbProxy } from "../../../../bench/service/dynamodb-proxy.ts";
import type { HttpEvent } from "../../../../lambdas/http/message.ts";
import {
  createCounter,
  createCounters,
  createOrganization,
  endpoint,
  outputs,
  tapOnce,
} from "../../service.ts";
import { type ConsoleUser, consoleUser, setupPath } from "../console-user.ts";
import { leaveFunction, type ManageCounters, manageCountersAt } from "./function-at.ts";

let handler: ManageCounters;
let proxy: DynamodbProxy;

beforeAll(async () => {
  proxy = await DynamodbProxy.start(endpoint);
  proxy.asksForCapacity = true;
  handler = await manageCountersAt(proxy.url);
});

afterAll(async () => {
  leaveFunction();
  await proxy.close();
});

/** A GET in this process, with what DynamoDB charges for it. */
async function metered({ organization, cookie }: ConsoleUser, path: string) {
  const asked = path.replace("{organizationId}", organization.id);
  const [rawPath = "", rawQueryString = ""] = asked.split("?");
  const event = {
    version: "2.0",
    rawPath,
    rawQueryString,
    cookies: [cookie],
    headers: { "accept-encoding": "gzip" },
    requestContext: { requestId: "r", routeKey: "ANY", http: { method: "GET", path: rawPath } },
  } as unknown as HttpEvent;
  await proxy.takeCalls();
  const context = { awsRequestId: "r", getRemainingTimeInMillis: () => 10_000 } as Context;
  const response = await handler(event, context);
  const calls = await proxy.takeCalls();
  return { response, calls, readUnits: unitsOf(consumedCapacity(calls), "read") };
}

test("thirty live counters, polled every two seconds, take at most 60,000 read units an hour", async () => {
  const organization = await createOrganization("pro");
  const counters = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      // As large as a counter gets, in bytes.
      createCounter(organization, { name: `${index} ${"🚪".repeat(190)}`, goalTarget: 100 }),
    ),
  );
  const user = await consoleUser("member", organization);
  const path = `${setupPath}/counters/live?ids=${counters.map(({ id }) => id).join(",")}`;
  const first = await metered(user, path);
  const { response, calls, readUnits } = await metered(user, path);
  expect(response.statusCode).toBe(200);
  // Session, person and membership are one call, the counters one more; again where DynamoDB has left
  // keys unprocessed.
  expect(new Set(calls.map(({ operation }) => operation))).toEqual(new Set(["BatchGetItem"]));
  const asked = calls.map(({ request }) => JSON.parse(request.toString()).RequestItems);
  const ofCounters = asked.filter((items) => outputs.CountersTable in items);
  const begun = [asked, ofCounters].map(([first = {}]) => Object.keys(first).length);
  expect(begun).toEqual([3, 1]);
  const pollsPerHour = 3_600 / 2;
  // Every 10 s one poll looks whether the organization is being deleted.
  const looks = (first.readUnits - readUnits) * (3_600 / 10);
  expect(first.readUnits - readUnits).toBe(1);
  expect(readUnits * pollsPerHour + looks).toBeLessThanOrEqual(60_000);
});

test("a poll without a change is a 304, and one after a tap has the new count", async () => {
  const organization = await createOrganization("pro");
  const counter = await createCounter(organization);
  const user = await consoleUser("member", organization);
  const path = `/api/setup/${organization.id}/counters/live?ids=${counter.id}`;
  const ask = (etag?: string) =>
    fetch(`${outputs.ConsoleUrl}${path}`, {
      headers: { cookie: user.cookie, ...(etag && { "if-none-match": etag }) },
    });
  const first = await ask();
  const etag = first.headers.get("etag") ?? "";
  expect((await ask(etag)).status).toBe(304);
  await tapOnce(counter);
  const second = await ask(etag);
  const { counters } = JSON.parse(await second.text());
  expect([second.status, counters]).toMatchObject([200, [{ id: counter.id, count: 1 }]]);
});

test("live counters come in the order of the ids; unknown ones and those of others are skipped", async () => {
  const [own, other] = await Promise.all([createOrganization("pro"), createOrganization("pro")]);
  const [a, b, foreign] = await Promise.all([
    createCounter(own),
    createCounter(own),
    createCounter(other),
  ]);
  const user = await consoleUser("admin", own);
  await user.reply(`POST ${setupPath}/counters/{counterId}/archive`, { counterId: b.id }, {});
  const ids = [b.id, foreign.id, "ctr_0123456789ABCDEFGHIJ", a.id, b.id].join(",");
  const { counters } = await user.reply(`GET ${setupPath}/counters/live`, {}, { ids: ids });
  expect(counters).toMatchObject([
    { id: b.id, archivedAt: expect.any(String) },
    { id: a.id, archivedAt: null },
  ]);
});

test("the list of counters is one query, and 10,000 of them fit compressed into a response", async () => {
  const organization = await createOrganization("pro");
  // A twentieth of them: units and bytes grow with their number.
  await createCounters(organization, 500, (index) => ({
    name: `Gate ${index} of the ${index % 7}th hall, upper floor`,
    goalTarget: index,
  }));
  const user = await consoleUser("member", organization);
  const { response, calls, readUnits } = await metered(user, `${setupPath}/counters`);
  expect([response.statusCode, response.headers?.["content-encoding"]]).toEqual([200, "gzip"]);
  const reads = calls.map(({ operation }) => operation).filter((name) => name !== "BatchGetItem");
  // The budget of reads is written before a large read begins.
  expect([...new Set(reads)]).toEqual(["UpdateItem", "Query"]);
  const bytes = Buffer.from(response.body ?? "", "base64").length;
  expect(readUnits).toBeLessThanOrEqual(50);
  expect(bytes).toBeLessThan(50_000);
});
