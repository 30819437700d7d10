import { expect, test } from "vitest";
import { CreatedKey } from "../../../../api/private/keys.ts";
import { createKey, createOrganization, get, outputs } from "../../service.ts";
import { consoleUser } from "../console-user.ts";

async function ownerOf(plan: "free" | "pro") {
  const organization = await createOrganization(plan);
  const owner = await consoleUser("owner", organization);
  return {
    organization,
    owner,
    create: (name: unknown) => owner.request("POST /api/keys/{organizationId}", {}, { name }),
    revoke: (keyId: string) =>
      owner.request("DELETE /api/keys/{organizationId}/{keyId}", { keyId }),
    list: () => owner.reply("GET /api/keys/{organizationId}", {}),
  };
}

test("a key is shown once, reads its organization's counters, and says when it was used", async () => {
  const { owner, create, list } = await ownerOf("pro");
  const name = "Wébsite \"<b>&'🚪";
  const response = await create(name);
  const { key, ...view } = CreatedKey.parse(await response.json());
  expect(response.status).toBe(201);
  expect(view).toMatchObject({
    name,
    lastFour: key.slice(-4),
    createdBy: owner.member.id,
    creatorName: "Anna",
    lastUsedAt: null,
    minute: { used: 0, limit: 60 },
    hour: { used: 0, limit: 1_000 },
  });
  const unused = await list();
  expect(unused).toEqual({ keys: [view], maximum: 10, apiUrl: outputs.ApiUrl });
  expect(JSON.stringify(unused)).not.toContain(key);
  const usedFrom = Date.now();
  for (let requests = 0; requests < 3; requests += 1) {
    expect((await get("/api/v1/counters", key)).status).toBe(200);
  }
  const [used] = (await list()).keys;
  const usedAt = Date.parse(used?.lastUsedAt ?? "");
  expect(usedAt).toBeGreaterThan(usedFrom - 60_000);
  expect(usedAt).toBeLessThanOrEqual(Date.now());
  expect(usedAt % 60_000).toBe(0);
  // The clock's hour can end between the requests, and then both windows begin anew.
  expect(used?.hour.used).toBeOneOf([0, 1, 2, 3]);
  expect(used?.hour.used).toBeGreaterThanOrEqual(used?.minute.used ?? 0);
});

test("a revoked key is refused at its next request, and the audit log has nothing that opens", async () => {
  const { owner, create, revoke, list } = await ownerOf("pro");
  const { key, id, lastFour } = CreatedKey.parse(await (await create("Website")).json());
  expect((await get("/api/v1/counters", key)).status).toBe(200);
  const revoked = await revoke(id);
  expect([revoked.status, await revoked.json()]).toEqual([200, { id, name: "Website", lastFour }]);
  expect((await get("/api/v1/counters", key)).status).toBe(401);
  expect((await revoke(id)).status).toBe(404);
  expect((await list()).keys).toEqual([]);
  expect(JSON.stringify(await owner.auditLog())).not.toContain(key);
});

test("with 10 keys there is no other until one is revoked", async () => {
  const { organization, create, list } = await ownerOf("pro");
  await Promise.all(Array.from({ length: 10 }, () => createKey(organization)));
  const refused = await create("Website");
  expect([refused.status, await refused.json()]).toEqual([
    409,
    { error: "The organization already has 10 API keys, the maximum: revoke one first" },
  ]);
  expect((await list()).keys.map(({ createdBy }) => createdBy)).toEqual(
    Array.from({ length: 10 }, () => "operator"),
  );
});
