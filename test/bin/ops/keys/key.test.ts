import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { describe, expect, test } from "vitest";
import { randomBase62 } from "../../../../adapters/random.ts";
import { isWellFormedKey, keyHash, newKeyText } from "../../../../core/keys/key-text.ts";
import { newOrganization, type Plan } from "../../../../core/organizations/organization.ts";
import * as service from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";

describe("key", () => {
  test("create shows the full key, once; list never does", async () => {
    const ops = opsOn(service);
    const { id } = await organization("pro");
    const created = await ops.json("key", "create", "--org", id, "--name", "Website");
    const { key, ...apiKey } = created;
    expect(isWellFormedKey("cs", key)).toBe(true);
    expect(apiKey).toMatchObject({ name: "Website", organizationId: id, lastFour: key.slice(-4) });
    expect(await storedKey(key)).toBeDefined();
    expect(apiKey).toMatchObject({ createdBy: "operator", creatorName: null });
    expect(await ops.json("key", "list", "--org", id)).toEqual([{ ...apiKey, lastUsedAt: null }]);
    const usedFrom = Date.now();
    expect((await service.get("/api/v1/counters", key)).status).toBe(200);
    const [used] = await ops.json("key", "list", "--org", id);
    // To the minute: the one in which the request was counted.
    expect(Date.parse(used.lastUsedAt) % 60_000).toBe(0);
    expect(Date.parse(used.lastUsedAt)).toBeGreaterThan(usedFrom - 60_000);
    expect(Date.parse(used.lastUsedAt)).toBeLessThanOrEqual(Date.now());
    const table = await ops.run("key", "list", "--org", id);
    expect(table.stdout).toContain(apiKey.id);
    expect(table.stdout).not.toContain(key);
  });

  test("create says to people that the key cannot be shown again", async () => {
    const { id } = await organization("pro");
    const { stdout, stderr } = await opsOn(service).run(
      "key",
      "create",
      "--org",
      id,
      "--name",
      "k",
    );
    expect(stdout).toMatch(/^key +cs_live_\w{36}$/m);
    expect(stdout).toContain("cannot be shown again");
    expect(stderr).toBe("");
  });

  test("create on the free plan works and warns", async () => {
    const { id } = await organization("free");
    const args = ["key", "create", "--org", id, "--name", "k"];
    const { exitCode, stdout, stderr } = await opsOn(service).run(...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringContaining(id) });
    const change = `npx counting org set-plan ${id} pro --local --data-dir ${service.dataDir}`;
    expect(stderr).toContain(`the read API needs Pro or Enterprise: ${change}\n`);
  });

  test("of 15 creates at once, 10 succeed and 5 are told to revoke one first", async () => {
    const { id } = await organization("pro");
    const runs = await Promise.all(
      Array.from({ length: 15 }, () =>
        opsOn(service).run("key", "create", "--org", id, "--name", "k", "--json"),
      ),
    );
    const refused = runs.filter(({ exitCode }) => exitCode === 1);
    expect(runs.filter(({ exitCode }) => exitCode === 0)).toHaveLength(10);
    expect(refused).toHaveLength(5);
    for (const { stderr } of refused) {
      const error = expect.stringContaining("revoke one first");
      expect(JSON.parse(stderr)).toEqual({ error, code: "LIMIT_REACHED" });
    }
    expect(await service.stores.apiKeys.list(id)).toHaveLength(10);
  });

  test("revoke deletes the key and makes room", async () => {
    const ops = opsOn(service);
    const { id } = await organization("pro");
    const { key, ...apiKey } = await ops.json("key", "create", "--org", id, "--name", "k");
    expect(await ops.json("key", "revoke", "--org", id, apiKey.id)).toEqual(apiKey);
    expect(await storedKey(key)).toBeUndefined();
    expect(await ops.json("key", "list", "--org", id)).toEqual([]);
    const again = await ops.run("key", "revoke", "--org", id, apiKey.id);
    expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("has no key") });
  });

  test("a full key in place of its id is refused and not repeated", async () => {
    const { id } = await organization("pro");
    const key = newKeyText("cs", randomBase62);
    const runs = await Promise.all([
      opsOn(service).run("key", "revoke", "--org", id, key),
      opsOn(service).run("key", "revoke", "--org", id, "key_x", key),
    ]);
    for (const { exitCode, stderr } of runs) {
      expect(exitCode).toBe(2);
      expect(stderr).not.toContain(key);
    }
  });
});

async function organization(plan: Plan) {
  const made = newOrganization({ name: "Museum", plan }, { nowMs: 0, randomBase62 });
  await service.stores.organizationCreator.create(made);
  return made;
}

async function storedKey(key: string) {
  const { Item } = await service.client.send(
    new GetItemCommand({
      TableName: service.outputs.ApiKeysTable,
      Key: { keyHash: { S: keyHash(key) } },
    }),
  );
  return Item;
}
