import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import * as service from "../../../system/service.ts";
import { clients } from "../../../system/service.ts";
import { createReceiver } from "../../../system/webhooks/webhook-service.ts";
import { opsOn } from "../run-ops.ts";

const ops = opsOn(service);
const { createCustomer, tapOnce } = service;

async function customer() {
  const { organization, counter } = await createCustomer("pro");
  const receiver = await createReceiver(organization.id);
  return { counter, receiver, key: [receiver.endpoint.id, "--org", organization.id] };
}

test("a pause, its end and the recovery that follows, with entries in the audit log", async () => {
  const { counter, receiver, key } = await customer();
  expect(await ops.json("endpoint", "pause", ...key)).toMatchObject({
    pausedAt: expect.any(String),
  });
  await tapOnce(counter);
  const other = await createReceiver(counter.organizationId);
  await tapOnce(counter);
  await other.verified(1);
  const org = ["--org", counter.organizationId];
  const endpoint = [...org, "--endpoint", receiver.endpoint.id, "--since", "1h"];
  expect(await ops.json("delivery", "recover", ...endpoint, "--dry-run")).toMatchObject({
    found: 2,
  });
  const resumed = await ops.json("endpoint", "resume", ...key);
  expect(resumed).not.toHaveProperty("pausedAt");
  const recovered = await ops.json("delivery", "recover", ...endpoint);
  // A batch of the stream that is read twice may find the endpoint resumed, and send some itself.
  expect(recovered.found).toBeLessThanOrEqual(2);
  expect(recovered.resent).toBe(recovered.found);
  await receiver.verified(2);
  // Not everything: retries of events from hours before the pause can have been held back.
  const stored = () =>
    service.stores.endpoints.get({
      organizationId: counter.organizationId,
      endpointId: receiver.endpoint.id,
    });
  expect(await stored()).not.toHaveProperty("pausesRecoveredAt");
  await ops.json("delivery", "recover", ...endpoint.slice(0, -1), "9h");
  expect(await stored()).toHaveProperty("pausesRecoveredAt");
});

test("after a pause of 40 days, the command that resume prints begins where a recovery reaches", async () => {
  const { counter, receiver, key } = await customer();
  await ops.json("endpoint", "pause", ...key);
  const pausedAt = new Date(Date.now() - 40 * 86_400_000).toISOString();
  await clients.dynamodb.send(
    new UpdateItemCommand({
      TableName: service.outputs.WebhookEndpointsTable,
      Key: marshall({ organizationId: counter.organizationId, endpointId: receiver.endpoint.id }),
      UpdateExpression: "SET pausedAt = :pausedAt",
      ExpressionAttributeValues: marshall({ ":pausedAt": pausedAt }),
    }),
  );
  const { stdout } = await ops.run("endpoint", "resume", ...key);
  const [, since = ""] = /delivery recover .* --since (\S+)/.exec(stdout) ?? [];
  const org = ["--org", counter.organizationId];
  const recover = ["delivery", "recover", ...org, "--endpoint", receiver.endpoint.id, "--since"];
  expect(await ops.run(...recover, since)).toMatchObject({ exitCode: 0 });
  expect(await ops.run(...recover, pausedAt)).toMatchObject({ exitCode: 2 });
});

test("the next secret is shown once, and activated or discarded later", async () => {
  const { key } = await customer();
  const made = await ops.json("endpoint", "replace-secret", ...key);
  expect(made).toMatchObject({ nextSecret: expect.stringMatching(/^whsec_/) });
  const activated = await ops.json("endpoint", "replace-secret", ...key, "--activate");
  expect(activated).not.toHaveProperty("nextSecret");
});
