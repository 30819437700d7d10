import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { GetItemCommand, PutItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { awsClients } from "../../../adapters/aws/aws-clients.ts";
import { LocalService, localServiceFile } from "../../../adapters/local-service.ts";
import {
  canarySetupStores,
  canaryStores,
} from "../../../adapters/operations/canary/canary-stores.ts";
import { dynamodbArrivals } from "../../../adapters/operations/canary/dynamodb-arrivals.ts";
import {
  type CanaryCredentials,
  canaryCounter,
  canaryCredentials,
} from "../../../core/operations/canary/canary-identity.ts";
import { type CanaryPorts, makeCanaryRun } from "../../../core/operations/canary/canary-run.ts";
import {
  type CanarySetupPorts,
  ensureCanary,
} from "../../../core/operations/canary/canary-setup.ts";
import { countEnvelope } from "../../../core/webhooks/count-webhooks.ts";
import type { StoredEndpoint } from "../../../core/webhooks/endpoint.ts";
import { createEndpoint } from "../../../core/webhooks/manage-endpoints.ts";
import { webhookRequest } from "../../../core/webhooks/signed-request.ts";
import { eventually } from "../../eventually.ts";
import * as service from "../service.ts";
import { tables } from "../service.ts";

const { outputs, dataDir, stores, client } = service;
const { organizationId, counterId } = canaryCounter;
const running = LocalService.parse(
  JSON.parse(readFileSync(join(dataDir, localServiceFile), "utf8")),
);
const clients = awsClients(running.endpoints);
afterAll(() => clients.destroy());
const arrivals = dynamodbArrivals(client, tables);

let credentials: CanaryCredentials;
let receiverUrl: string;
/** What the function runs with, in this process. */
let ports: CanaryPorts;
let setup: CanarySetupPorts;

/** Longer than the period of the canary's runs. */
const nextRunMs = 30_000;

beforeAll(async () => {
  const kept = z
    .record(z.string(), z.string())
    .parse(JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")));
  const [, secret = ""] = Object.entries(kept).find(([name]) => name.includes("Canary")) ?? [];
  credentials = canaryCredentials(secret, outputs.KeyBrand);
  const endpoint = await eventually(
    "the canary's endpoint",
    async () => {
      const found = await stores.endpointRegistry.list(organizationId);
      return found.find(({ id }) => id === credentials.endpointId);
    },
    nextRunMs,
  );
  receiverUrl = endpoint.url;
  const settings = {
    tables: {
      organizations: outputs.OrganizationsTable,
      apiKeys: outputs.ApiKeysTable,
      counters: outputs.CountersTable,
      countEvents: outputs.CountEventsTable,
      countMarks: outputs.CountMarksTable,
      idempotencyKeys: outputs.IdempotencyKeysTable,
      webhookEndpoints: outputs.WebhookEndpointsTable,
      dataKeys: outputs.DataKeysTable,
      auditEntries: outputs.AuditEntriesTable,
    },
    apiUrl: outputs.ApiUrl,
    receiverUrl,
    keyBrand: outputs.KeyBrand,
    kmsKeyArn: outputs.SecretsKey,
    allowedAddresses: ["127.0.0.0/8", "::1/128"],
  };
  ports = canaryStores(clients, settings, async () => credentials);
  setup = canarySetupStores(clients, settings);
});

/** What the function that the schedule runs has logged. */
function logged(): string {
  const [name = ""] = readdirSync(join(dataDir, "logs")).filter((file) => /RunCanary/.test(file));
  return name === "" ? "" : readFileSync(join(dataDir, "logs", name), "utf8");
}

test("the schedule runs the canary, and it passes", async () => {
  const log = await eventually(
    "a run that passed",
    () => (logged().includes("the canary passed") ? logged() : undefined),
    nextRunMs,
  );
  expect(log).toContain('"CanaryFailures":0');
});

/** Whole, so that a run that fails shows why. */
const passed = {
  result: "passed",
  lastEventId: expect.any(Number),
  ageMs: expect.any(Number),
};

test("two runs of one time count once, and both pass", async () => {
  const scheduledMs = Date.now();
  const [one, other] = await Promise.all([1, 2].map(() => makeCanaryRun(ports, scheduledMs)));
  expect([one, other]).toEqual([passed, passed]);
  expect(other).toEqual(one);
});

async function changeEndpoint(change: (before: StoredEndpoint) => StoredEndpoint): Promise<void> {
  const key = { organizationId, endpointId: credentials.endpointId };
  const changed = await stores.endpointRegistry.change(key, (before) => ({
    after: change(before),
  }));
  expect(changed.result).toBe("changed");
}

test("a run that looked before another one had set everything up passes, too", async () => {
  const found = await stores.organizations.get(organizationId);
  if (found === undefined) throw new Error("no canary's organization");
  const looks = [undefined, { ...found, counterCount: 0, apiKeys: {} }];
  const outdated = {
    ...setup,
    organizations: {
      get: async (id: string) => (looks.length > 0 ? looks.shift() : setup.organizations.get(id)),
    },
    endpointRegistry: { ...setup.endpointRegistry, list: async () => [] },
  };
  await ensureCanary(outdated, { credentials, receiverUrl });
  expect(await stores.organizations.get(organizationId)).toEqual(found);
});

/** A signed delivery of an event that nobody has counted. */
function delivery(secret: string, { ageMs = 0, lastEventId = 900_000_000_001 } = {}) {
  const nowMs = Date.now() - ageMs;
  const envelope = countEnvelope({
    organizationId,
    counterId,
    counterName: "Canary",
    eventType: "increment",
    previousCount: 0,
    count: 1,
    delta: 1,
    lastEventId,
    createdAt: new Date(nowMs).toISOString(),
  });
  const message = {
    deliveryId: "dlv_made_up",
    eventType: envelope.type,
    body: JSON.stringify(envelope),
  };
  return webhookRequest(message, { url: `${outputs.ApiUrl}/canary`, secret, nowMs });
}

test.each([
  ["another secret's signature", () => delivery("whsec_other"), 401],
  [
    "a delivery of six minutes ago",
    () => delivery(credentials.signingSecret, { ageMs: 360_000 }),
    401,
  ],
  ["more than a webhook can be", () => ({ headers: {}, body: "x".repeat(5_000) }), 413],
])("the receiver refuses %s, and records nothing", async (_, made, status) => {
  const { headers, body } = made();
  const { "Content-Length": _length, ...sent } = { "Content-Length": "", ...headers };
  const response = await fetch(`${outputs.ApiUrl}/canary`, { method: "POST", headers: sent, body });
  expect(response.status).toBe(status);
  expect(await arrivals.arrivedAtMs(900_000_000_001)).toBeUndefined();
});

test("a delivery that comes again does not change when its event arrived", async () => {
  const run = await makeCanaryRun(ports, Date.now());
  if (run.result !== "passed") throw new Error("the canary failed");
  const { lastEventId } = run;
  const firstMs = await arrivals.arrivedAtMs(lastEventId);
  const { headers, body } = delivery(credentials.signingSecret, { lastEventId });
  const { "Content-Length": _length, ...sent } = { "Content-Length": "", ...headers };
  const response = await fetch(`${outputs.ApiUrl}/canary`, { method: "POST", headers: sent, body });
  expect(response.status).toBe(204);
  expect(await arrivals.arrivedAtMs(lastEventId)).toBe(firstMs);
});

test("the receiver's path is in no description, and only a POST reaches it", async () => {
  expect((await service.get("/canary")).status).toBe(404);
  expect(await (await service.get("/api/v1/openapi.json")).text()).not.toContain("/canary");
});

test("the canary's organization is in no list", async () => {
  const ids = (await stores.organizations.list()).map(({ id }) => id);
  expect(ids).not.toContain(organizationId);
  const record = await stores.organizations.get(organizationId);
  expect(record?.organization).toMatchObject({ name: "Canary", plan: "pro" });
});

test("the next run makes a missing key again, removes what does not belong there, and what is a week old", async () => {
  const organization = (await stores.organizations.get(organizationId))?.organization;
  if (organization === undefined) throw new Error("there is no canary");
  await service.createKey(organization);
  await stores.apiKeys.revoke({ organizationId, keyId: credentials.keyId });
  const by = {
    now: Date.now,
    randomBase62: stores.randomBase62,
    allowedAddresses: ["127.0.0.0/8"],
  };
  const other = await createEndpoint(
    {
      ...by,
      endpointRegistry: stores.endpointRegistry,
      resolve: async () => ["127.0.0.1"],
      unknownTargets: async () => [],
      sealSecret: async () => ({ sealedSecret: "-", wrappedKey: "-" }),
    },
    { organizationId, url: "https://127.0.0.1:1024/", events: ["counter.decrement"] },
    { kind: "operator", actor: { kind: "operator", id: null, name: "test" } },
  );
  expect(other.result).toBe("created");
  await changeEndpoint((before) => ({
    ...{ ...before, url: "https://127.0.0.1:1024/moved", events: ["counter.decrement"] },
  }));
  const old = new Date(Date.now() - 8 * 86_400_000).toISOString();
  const partition = `${organizationId}/${counterId}`;
  const event = {
    TableName: outputs.CountEventsTable,
    Key: marshall({ counterKey: partition, lastEventId: 1 }),
  };
  await client.send(
    new UpdateItemCommand({
      ...event,
      UpdateExpression: "SET createdAt = :old",
      ExpressionAttributeValues: marshall({ ":old": old }),
    }),
  );
  const markKey = marshall({ targetKey: partition, mark: `minute#${old}` });
  const mark = { TableName: outputs.CountMarksTable, Key: markKey };
  await client.send(new PutItemCommand({ TableName: mark.TableName, Item: markKey }));

  await eventually(
    "a tidy organization",
    async () => {
      const record = await stores.organizations.get(organizationId);
      const endpoints = await stores.endpointRegistry.list(organizationId);
      const left = [
        (await client.send(new GetItemCommand(event))).Item,
        (await client.send(new GetItemCommand(mark))).Item,
      ].filter((item) => item !== undefined);
      const keys = Object.keys(record?.apiKeys ?? {}).join();
      const sent = endpoints.map(({ url, events }) => [url, ...events].join(" ")).join();
      const wanted = `${receiverUrl} counter.increment`;
      const tidy = keys === credentials.keyId && sent === wanted && left.length === 0;
      return tidy || undefined;
    },
    nextRunMs,
  );
  expect(await makeCanaryRun(ports, Date.now())).toEqual(passed);
});
