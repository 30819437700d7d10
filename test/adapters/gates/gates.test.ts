import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { batchWrite } from "../../../adapters/aws/dynamodb-batch-write.ts";
import type { Gate } from "../../../core/gates/gate.ts";
import { maximumOpenGates } from "../../../core/gates/gate-limits.ts";
import { createGate, revokeGate } from "../../system/gate-service.ts";
import {
  client,
  createCounter,
  createCustomer,
  createOrganization,
  outputs,
  stores,
} from "../../system/service.ts";

async function actionsOf(organizationId: string): Promise<string[]> {
  const { entries } = await stores.auditLog.list({ organizationId, limit: 100 });
  return entries.map(({ action }) => action).filter((action) => action.startsWith("gate."));
}

test("a gate is found as it was made, and holds no secret", async () => {
  const { organization, counter } = await createCustomer("free");
  const second = await createCounter(organization);
  const endsAt = new Date(Date.now() + 60_000).toISOString();
  const { gate, token } = await createGate([counter, second], { name: "N\"<b>&'🚪", endsAt });
  const found = await stores.gates.get({ organizationId: organization.id, gateId: gate.id });
  expect(found).toEqual(gate);
  expect(gate).toMatchObject({ name: "N\"<b>&'🚪", endsAt, counterIds: [counter.id, second.id] });
  expect(JSON.stringify(found)).not.toContain(token.split(".")[2]);
});

test("gates made and revoked at once are all listed, each with its entry", async () => {
  const { organization, counter } = await createCustomer("pro");
  const made = await Promise.all(Array.from({ length: 4 }, () => createGate([counter])));
  await Promise.all([
    ...made.slice(0, 2).map(({ gate }) => revokeGate(gate)),
    ...Array.from({ length: 2 }, () => createGate([counter])),
  ]);
  const listed = await stores.gates.list(organization.id);
  expect(listed.length).toBe(6);
  const revoked = listed.filter(({ revokedAt }) => revokedAt !== null).map(({ id }) => id);
  expect(revoked.toSorted()).toEqual(
    made
      .slice(0, 2)
      .map(({ gate }) => gate.id)
      .toSorted(),
  );
  const actions = await actionsOf(organization.id);
  expect(actions.filter((action) => action === "gate.create").length).toBe(6);
  expect(actions.filter((action) => action === "gate.revoke").length).toBe(2);
});

test("to revoke a gate twice changes nothing, and leaves one entry", async () => {
  const { organization, counter } = await createCustomer("pro");
  const { gate } = await createGate([counter]);
  await revokeGate(gate);
  const [first] = await stores.gates.list(organization.id);
  await revokeGate(gate);
  expect(await stores.gates.list(organization.id)).toEqual([first]);
  expect(await actionsOf(organization.id)).toEqual(["gate.revoke", "gate.create"]);
});

test("of gates that are made at once no more are open than may be", async () => {
  const { organization, counter } = await createCustomer("pro");
  const { gate } = await createGate([counter]);
  await putCopies(gate, maximumOpenGates - 3);
  const made = await Promise.allSettled([1, 2, 3].map(() => createGate([counter])));
  expect(made.filter(({ status }) => status === "fulfilled").length).toBe(2);
  expect((await stores.gates.list(organization.id)).length).toBe(maximumOpenGates);
  await expect(createGate([counter])).rejects.toThrow("limit_reached");
  await revokeGate(gate);
  await createGate([counter]);
});

test("of the revoked gates those 200 stay that were revoked last, whenever they were made", async () => {
  const { organization, counter } = await createCustomer("pro");
  const { gate } = await createGate([counter]);
  const time = (index: number) => new Date(1_000_000 + index).toISOString();
  // The younger one is, the earlier it was revoked.
  await putCopies(gate, 200, (index) => ({ createdAt: time(index), revokedAt: time(500 - index) }));
  await revokeGate(gate);
  const times = (await stores.gates.list(organization.id)).map(({ revokedAt }) => revokedAt);
  expect(times.length).toBe(200);
  expect(times).not.toContain(time(301));
  expect(times).toContain(time(302));
  expect(times).toContain(time(500));
});

test("a gate cannot be revoked in the name of another organization", async () => {
  const { counter } = await createCustomer("pro");
  const { gate } = await createGate([counter]);
  const stranger = await createOrganization("pro");
  await expect(revokeGate({ ...gate, organizationId: stranger.id })).rejects.toThrow(
    "no_such_gate",
  );
});

/** Stores gates as if they had been made earlier. */
async function putCopies(
  { id: _, ...gate }: Gate,
  count: number,
  change: (index: number) => Partial<Gate> = () => ({}),
) {
  const puts = Array.from({ length: count }, (_, index) => {
    const gateId = `gat_${String(index).padStart(20, "0")}`;
    return { PutRequest: { Item: marshall({ gateId, ...gate, ...change(index) }) } };
  });
  await batchWrite(client, outputs.GatesTable, puts);
}
