import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import { maximumEmbedSessions } from "../../../core/embeds/embed-session.ts";
import { client, createCustomer, outputs, shareCounter, stores } from "../../system/service.ts";

test("sessions that are created and revoked at once end in a list that is exact", async () => {
  const { organization, counter } = await createCustomer("free");
  const first = await Promise.all(Array.from({ length: 3 }, () => shareCounter(counter)));
  const revoke = (sessionId: string) =>
    stores.embedSessions.revoke({ organizationId: organization.id, sessionId });
  const [more] = await Promise.all([
    Promise.all(Array.from({ length: 3 }, () => shareCounter(counter))),
    Promise.all(first.slice(0, 2).map(revoke)),
  ]);
  const listed = await stores.embedSessions.list(organization.id);
  expect(listed.map(({ id }) => id).toSorted()).toEqual([...first.slice(2), ...more].toSorted());
  for (const id of first.slice(0, 2)) expect(await stores.embedSessions.get(id)).toBeUndefined();
  const times = listed.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted());
  for (const { id } of listed) await revoke(id);
  expect(await stores.embedSessions.list(organization.id)).toEqual([]);
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
