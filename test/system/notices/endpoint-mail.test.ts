// @module-tag all
import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { eventually } from "../../eventually.ts";
import { count } from "../alerts/alert-customer.ts";
import { createMember } from "../people-service.ts";
import { client, createCounter, createOrganization, outputs, stores, tables } from "../service.ts";
import { createReceiver } from "../webhooks/webhook-service.ts";
import { mailsWith } from "./mailbox.ts";

const hour = 3_600_000;

test("the owner hears of an endpoint that has failed for an hour, and it is looked at when it works again", async () => {
  const organization = await createOrganization("pro");
  const { person } = await createMember(organization, "owner");
  await createMember(organization, "member");
  const counter = await createCounter(organization);
  let status = 503;
  const { endpoint } = await createReceiver(organization.id, {
    settings: { name: "</b>\u202eTill\u2028North" },
    behave: () => ({ status }),
  });
  const key = { organizationId: organization.id, endpointId: endpoint.id };
  const health = async () => await stores.endpoint(key);
  await count(counter, "up");
  await eventually("it fails", async () => (await health())?.failingSinceMs);
  // What is stored as if it had failed an hour ago: the service has no clock that tests set.
  const made = await health();
  const failingSinceMs = (made?.failingSinceMs ?? 0) - hour;
  expect(Date.parse(made?.watchAt ?? "") - (made?.failingSinceMs ?? 0)).toBe(hour);
  await client.send(
    new UpdateItemCommand({
      TableName: tables.webhookEndpoints,
      Key: marshall(key),
      UpdateExpression: "SET failingSinceMs = :since, watchAt = :due",
      ExpressionAttributeValues: marshall({
        ":since": failingSinceMs,
        ":due": new Date(failingSinceMs + hour).toISOString(),
      }),
    }),
  );
  const link = `${outputs.ConsoleUrl}/organizations/${organization.id}/settings/webhooks/${endpoint.id}`;
  // The sweep runs once in five minutes, and a mail gathers what happens together.
  expect(await mailsWith(link, 1, 400_000)).toMatchObject([
    { to: [person.email], subject: "Failing for 1 hour: \u2068</b>Till North\u2069" },
  ]);
  status = 200;
  await count(counter, "up");
  const working = await eventually("it works again", async () => {
    const now = await health();
    return now?.failingSinceMs === undefined ? now : undefined;
  });
  expect(working?.watched?.failure).toEqual({ sinceMs: failingSinceMs, hours: 1 });
  expect(Date.parse(working?.watchAt ?? "")).toBeLessThan(Date.now() + 61_000);
}, 450_000);
