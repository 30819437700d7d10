import { describe, expect, test } from "vitest";
import * as service from "../service.ts";
import { opsOn } from "./run-ops.ts";

const { json, run } = opsOn(service);

describe("embed", () => {
  test("create shows an address that works at once, on the free plan too", async () => {
    const { organization, counter } = await service.createCustomer("free");
    const made = await json("embed", "create", "--org", organization.id, counter.id);
    expect(made).toEqual({
      sessionId: expect.stringMatching(/^emb_[0-9A-Za-z]{24}$/),
      url: `${service.outputs.BaseUrl}/embed/${made.sessionId}`,
      organizationId: organization.id,
      counterId: counter.id,
      createdAt: expect.any(String),
    });
    expect((await fetch(made.url)).status).toBe(200);
  });

  test("list shows what create made, oldest first, until revoke takes it away", async () => {
    const { organization, counter } = await service.createCustomer("pro");
    const org = ["--org", organization.id];
    expect((await run("embed", "list", ...org)).stdout).toContain("no live views yet");
    const first = await json("embed", "create", ...org, counter.id);
    const second = await json("embed", "create", ...org, counter.id);
    expect(await json("embed", "list", ...org)).toEqual([first, second]);
    expect(await json("embed", "revoke", ...org, first.sessionId)).toEqual(first);
    expect(await json("embed", "list", ...org)).toEqual([second]);
    expect((await fetch(first.url)).status).toBe(404);
    expect((await fetch(`${first.url}/count`)).status).toBe(404);
  });

  test.each([
    ["of no organization", "org_x", "ctr_x", "there is no organization"],
    ["of another organization", undefined, "ctr_01234567890123456789", "has no counter"],
  ])("create for a counter %s fails and says so", async (_, org, counterId, reason) => {
    const { organization } = await service.createCustomer("pro");
    const failed = await run("embed", "create", "--org", org ?? organization.id, counterId);
    expect([failed.exitCode, failed.stdout]).toEqual([1, ""]);
    expect(failed.stderr).toContain(reason);
  });

  test.each(["emb_x", "__proto__", "", "emb_01234567890123456789abcd"])(
    "revoke %j finds no live view",
    async (sessionId) => {
      const { organization } = await service.createCustomer("pro");
      const failed = await run("embed", "revoke", "--org", organization.id, sessionId);
      expect(failed.exitCode).toBe(1);
      expect(failed.stderr).toContain("has no live view");
    },
  );

  test("an organization's id is no session", async () => {
    const { organization, counter } = await service.createCustomer("pro");
    await service.shareCounter(counter);
    const failed = await run("embed", "revoke", "--org", organization.id, organization.id);
    expect(failed.exitCode).toBe(1);
    expect((await service.getSite(`/embed/${organization.id}/count`)).status).toBe(404);
  });
});
