import { expect, test } from "vitest";
import { batchGet } from "../../../adapters/aws/dynamodb-batch-get.ts";
import { renameOrganization } from "../../../core/organizations/organization-changes.ts";
import { requestLimits } from "../../../core/organizations/plan.ts";
import { operator } from "../../core/audit/operator.ts";
import { client, createKey, createOrganization, outputs, stores } from "../../system/service.ts";

async function storedKeys(organizationId: string) {
  const record = await stores.organizations.get(organizationId);
  const tableName = outputs.ApiKeysTable;
  const hashes = Object.values(record?.apiKeys ?? {});
  const wanted = hashes.map((hash) => ({ tableName, key: { keyHash: { S: hash } } }));
  return (await batchGet(client, wanted)).get(tableName) ?? [];
}

test("of 12 keys created at once an organization gets 10", async () => {
  const organization = await createOrganization("pro");
  const creations = Array.from({ length: 12 }, () => createKey(organization));
  const results = await Promise.allSettled(creations);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  expect(await stores.apiKeys.list(organization.id)).toHaveLength(10);
  expect(await storedKeys(organization.id)).toHaveLength(10);
});

test("of keys that race for the last place one gets it, and a rename beside them takes effect", async () => {
  const organization = await createOrganization("pro");
  for (let count = 0; count < 9; count += 1) await createKey(organization);
  const [renamed, ...keys] = await Promise.allSettled([
    renameOrganization(stores, { organizationId: organization.id, name: "New" }, operator),
    ...Array.from({ length: 3 }, () => createKey(organization)),
  ]);
  expect(renamed.status).toBe("fulfilled");
  expect(keys.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const record = await stores.organizations.get(organization.id);
  expect(record?.organization).toEqual({ ...organization, name: "New" });
  expect(Object.keys(record?.apiKeys ?? {})).toHaveLength(10);
});

test("a revoked key is gone and leaves room for another", async () => {
  const organization = await createOrganization("pro");
  const ids = [];
  for (let count = 0; count < 10; count += 1) ids.push((await createKey(organization)).id);
  const keyId = ids[3] ?? "";
  const key = { organizationId: organization.id, keyId };
  expect(await stores.apiKeys.revoke(key)).toMatchObject({
    result: "revoked",
    apiKey: { id: keyId },
  });
  expect(await stores.apiKeys.revoke(key)).toEqual({ result: "no_such_key" });
  await createKey(organization);
  await expect(createKey(organization)).rejects.toThrow("limit_reached");
});

test("a key cannot be revoked in the name of another organization", async () => {
  const { id: keyId } = await createKey(await createOrganization("pro"));
  const stranger = await createOrganization("pro");
  const revocation = await stores.apiKeys.revoke({ organizationId: stranger.id, keyId });
  expect(revocation).toEqual({ result: "no_such_key" });
});

test("a change of plan reaches every key, also one that is created at the same moment", async () => {
  const organization = await createOrganization("free");
  await Promise.all([
    ...Array.from({ length: 3 }, () => createKey(organization)),
    stores.plans.set(organization.id, "enterprise"),
    ...Array.from({ length: 2 }, () => createKey(organization)),
  ]);
  const { requestsPerMinute, requestsPerHour } = requestLimits("enterprise");
  for (const item of await storedKeys(organization.id)) {
    expect(item).toMatchObject({
      plan: { S: "enterprise" },
      requestsPerMinute: { N: String(requestsPerMinute) },
      requestsPerHour: { N: String(requestsPerHour) },
    });
  }
});

test("no table holds a usable API key", async () => {
  const organization = await createOrganization("pro");
  const { key } = await createKey(organization);
  const everything = JSON.stringify([
    await storedKeys(organization.id),
    await stores.organizations.get(organization.id),
  ]);
  expect(everything).toContain(key.slice(-4));
  expect(everything).not.toContain(key.slice(8, 20));
  expect(everything).not.toContain(key.slice(20, 38));
});
