import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { describe, expect, test } from "vitest";
import { authorizeGate, parseGateToken } from "../../../../core/gates/gate.ts";
import * as service from "../../../system/service.ts";
import { stores } from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";

const { json, run } = opsOn(service);

describe("gate", () => {
  test("create prints a link that opens the gate, on the free plan too", async () => {
    const { organization, counter } = await service.createCustomer("free");
    const second = await service.createCounter(organization);
    const org = ["--org", organization.id];
    const words = ["--counter", counter.id, second.id, "--name", "Nordtor 🚪"];
    const made = await json(
      "gate",
      "create",
      ...org,
      ...words,
      "--until",
      "2035-01-31T19:00:00+01:00",
    );
    // With these fields and no other: the hash of the link is nobody's to see.
    expect(made).toEqual({
      id: expect.stringMatching(/^gat_/),
      name: "Nordtor 🚪",
      counterIds: [counter.id, second.id],
      endsAt: "2035-01-31T18:00:00.000Z",
      createdAt: expect.any(String),
      revokedAt: null,
      state: "active",
      url: expect.stringContaining(`${service.outputs.ConsoleUrl}/gate#${organization.id}.`),
    });
    const credential = parseGateToken(new URL(made.url).hash.slice(1))?.credential;
    if (credential === undefined) throw new Error("no token");
    const authorization = async () =>
      authorizeGate(await stores.gates.get(credential), credential, Date.now()).result;
    expect(await authorization()).toBe("authorized");
    const { url: _, ...listed } = made;
    expect(await json("gate", "list", ...org)).toEqual([listed]);
    const revoked = await json("gate", "revoke", ...org, made.id);
    expect(revoked).toEqual({ ...listed, state: "revoked", revokedAt: expect.any(String) });
    expect(await authorization()).toBe("revoked");
  });

  test("list says which gates are active, have ended, or are revoked", async () => {
    const { organization, counter } = await service.createCustomer("free");
    const org = ["--org", organization.id];
    const create = (...words: string[]) =>
      json("gate", "create", ...org, "--counter", counter.id, "--name", "Gate", ...words);
    const [active, ended, revoked] = [
      await create("--until", "2035-01-31T18:00:00Z"),
      await create("--until", "2035-01-31T18:00:00Z"),
      await create(),
    ];
    await endGate({ organizationId: organization.id, gateId: ended.id });
    await run("gate", "revoke", ...org, revoked.id, "--yes");
    const listed: { id: string; state: string }[] = await json("gate", "list", ...org);
    expect(listed.map(({ id, state }) => [id, state])).toEqual([
      [active.id, "active"],
      [ended.id, "ended"],
      [revoked.id, "revoked"],
    ]);
    const { stdout } = await run("gate", "list", ...org);
    expect(stdout).toMatch(/^id +state +createdAt/i);
    expect(stdout).toMatch(new RegExp(`${ended.id} +ended `));
  });

  test("counters can be given one by one", async () => {
    const { organization, counter } = await service.createCustomer("free");
    const second = await service.createCounter(organization);
    const words = ["--counter", counter.id, "--counter", second.id, "--name", "Both"];
    const made = await json("gate", "create", "--org", organization.id, ...words);
    expect(made.counterIds).toEqual([counter.id, second.id]);
  });

  test.each([
    ["a counter of another organization", [], /has no counter/, 1],
    ["an end in the past", ["--until", "2020-01-01T00:00:00Z"], /must be in the future/, 2],
    ["an end that is no time", ["--until", "tomorrow"], /date-time such as/, 2],
    ["an end beyond 2999", ["--until", "9999-12-31T23:59:59-05:00"], /2000 to 2999/, 2],
  ])("create with %s fails and says so", async (_, words, reason, exitCode) => {
    const { organization, counter } = await service.createCustomer("free");
    const { counter: foreign } = await service.createCustomer("free");
    const chosen = words.length === 0 ? foreign.id : counter.id;
    const create = ["gate", "create", "--org", organization.id, "--counter", chosen];
    const failed = await run(...create, "--name", "Gate", ...words);
    expect([failed.exitCode, failed.stderr]).toEqual([exitCode, expect.stringMatching(reason)]);
  });

  test("create for an archived counter says how to restore it", async () => {
    const { organization, counter } = await service.createCustomer("free");
    const org = ["--org", organization.id];
    await run("counter", "archive", ...org, counter.id);
    const create = ["gate", "create", ...org, "--counter", counter.id, "--name", "Gate"];
    await expect(json(...create)).rejects.toThrow(/counter restore.*CONFLICT/);
  });
});

/** As if its end had come. */
async function endGate(key: { organizationId: string; gateId: string }): Promise<void> {
  await service.client.send(
    new UpdateItemCommand({
      TableName: service.outputs.GatesTable,
      Key: marshall(key),
      UpdateExpression: "SET endsAt = :endsAt",
      ExpressionAttributeValues: marshall({ ":endsAt": new Date(Date.now() - 1).toISOString() }),
    }),
  );
}
