import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import { localDynamodbClient } from "../../../adapters/aws/dynamodb-client.ts";
import { dynamodbEmbedSessions } from "../../../adapters/embeds/dynamodb-embed-sessions.ts";
import { systemClock } from "../../../adapters/system-clock.ts";
import { maximumEmbedSessions } from "../../../core/embeds/embed-session.ts";
import {
  client,
  createCustomer,
  outputs,
  shareCounter,
  stores,
  tables,
} from "../../system/service.ts";
import { faultProxy } from "../fault-proxy.ts";

test("sessions that are created and revoked at once end in a list that is exact", async () => {
  const { organization, counter } = await createCustomer("free");
  const first = await Promise.all(Array.from({ length: 6 }, () => shareCounter(counter)));
  const revoke = (sessionId: string) =>
    stores.embedSessions.revoke({ organizationId: organization.id, sessionId });
  const [more] = await Promise.all([
    Promise.all(Array.from({ length: 6 }, () => shareCounter(counter))),
    Promise.all(first.slice(0, 3).map(revoke)),
  ]);
  const listed = await stores.embedSessions.list(organization.id);
  expect(listed.map(({ id }) => id).toSorted()).toEqual([...first.slice(3), ...more].toSorted());
  for (const id of first.slice(0, 3)) expect(await stores.embedSessions.get(id)).toBeUndefined();
});

test("a list longer than one batch is complete, oldest first, and ends empty when all are revoked", async () => {
  const { organization, counter } = await createCustomer("free");
  const made: string[] = [];
  for (let count = 0; count < 101; count += 1) made.push(await shareCounter(counter));
  const listed = await stores.embedSessions.list(organization.id);
  expect(listed.map(({ id }) => id).toSorted()).toEqual(made.toSorted());
  const times = listed.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted());
  for (const sessionId of made) {
    await stores.embedSessions.revoke({ organizationId: organization.id, sessionId });
  }
  expect(await stores.embedSessions.list(organization.id)).toEqual([]);
  await shareCounter(counter);
});

test("a list is whole also when DynamoDB returns less than it was asked for", async () => {
  const { organization, counter } = await createCustomer("free");
  const sessionId = await shareCounter(counter);
  let batches = 0;
  const proxy = await faultProxy(({ operation, input }) => {
    if (operation !== "BatchGetItem" || ++batches > 1) return undefined;
    return { answer: { Responses: {}, UnprocessedKeys: input.RequestItems } };
  });
  const through = localDynamodbClient(proxy.endpoint);
  const sessions = dynamodbEmbedSessions(through, tables, systemClock);
  const listed = await sessions.list(organization.id);
  await proxy.close();
  expect(listed.map(({ id }) => id)).toEqual([sessionId]);
});

test("an organization has at most 1,000, and a revoked one leaves room", async () => {
  const { organization, counter } = await createCustomer("free");
  const sessionId = await shareCounter(counter);
  await addNames(organization.id, maximumEmbedSessions - 1);
  await expect(shareCounter(counter)).rejects.toThrow("limit_reached");
  await stores.embedSessions.revoke({ organizationId: organization.id, sessionId });
  await shareCounter(counter);
});

test("a session cannot be revoked in the name of another organization", async () => {
  const [{ counter }, stranger] = [await createCustomer("pro"), await createCustomer("pro")];
  const sessionId = await shareCounter(counter);
  const key = { organizationId: stranger.organization.id, sessionId };
  expect(await stores.embedSessions.revoke(key)).toBeUndefined();
  expect(await stores.embedSessions.get(sessionId)).toBeDefined();
});

/** Makes an organization look as if it had this many more sessions. */
async function addNames(organizationId: string, count: number) {
  const names = Array.from({ length: count }, (_, index) => `emb_${index}`);
  await client.send(
    new UpdateItemCommand({
      TableName: outputs.EmbedSessionsTable,
      Key: { sessionId: { S: organizationId } },
      UpdateExpression: "ADD sessionIds :names",
      ExpressionAttributeValues: { ":names": { SS: names } },
    }),
  );
}
