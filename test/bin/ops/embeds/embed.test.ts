import { describe, expect, test } from "vitest";
import { newGroup } from "../../../system/group-service.ts";
import * as service from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";

const { json, run } = opsOn(service);

describe("embed", () => {
  test("create prints a URL that works at once, on the free plan too", async () => {
    const { organization, counter } = await service.createCustomer("free");
    const made = await json("embed", "create", "--org", organization.id, counter.id);
    expect(made).toEqual({
      sessionId: expect.stringMatching(/^emb_[0-9A-Za-z]{24}$/),
      url: `${service.outputs.BaseUrl}/embed/${made.sessionId}`,
      organizationId: organization.id,
      counterId: counter.id,
      counterName: counter.name,
      html: expect.stringContaining(`<iframe src="${made.url}" width="300" height="200"`),
      note: null,
      createdAt: expect.any(String),
    });
    expect((await fetch(made.url)).status).toBe(200);
  });

  test("list shows the created embeds, oldest first, until they are revoked", async () => {
    const { organization, counter } = await service.createCustomer("pro");
    const org = ["--org", organization.id];
    expect((await run("embed", "list", ...org)).stdout).toContain("has no embeds;");
    const first = await json("embed", "create", ...org, counter.id);
    const second = await json("embed", "create", ...org, counter.id);
    expect(await json("embed", "list", ...org)).toEqual([first, second]);
    const { html: _, ...revoked } = first;
    expect(await json("embed", "revoke", ...org, first.sessionId)).toEqual({
      ...revoked,
      revoked: true,
    });
    expect(await json("embed", "list", ...org)).toEqual([second]);
    expect((await fetch(first.url)).status).toBe(404);
    expect((await fetch(`${first.url}/count`)).status).toBe(404);
    await run("embed", "revoke", ...org, second.sessionId);
    expect((await run("embed", "list", ...org)).stdout).toEqual(
      expect.stringMatching(
        /^All embeds of the organization are revoked; create one with: npx counting embed create --org /,
      ),
    );
  });

  test("list names the counter and whom a link is for, and shows those of one counter", async () => {
    const { organization, counter } = await service.createCustomer("pro");
    const other = await service.createCounter(organization, { name: "Back gate" });
    const org = ["--org", organization.id];
    await run("embed", "create", ...org, counter.id);
    const noted = await json("embed", "create", ...org, other.id, "--note", "City newspaper");
    expect(noted).toMatchObject({ counterName: "Back gate", note: "City newspaper" });
    expect(await json("embed", "list", ...org, "--counter", other.id)).toEqual([noted]);
    const { stdout } = await run("embed", "list", ...org);
    expect(stdout).toMatch(/Gate {9}–.*\n.*Back gate {4}City newspaper/);
    const page = await (await fetch(noted.url)).text();
    expect(page).not.toContain("newspaper");
  });

  test("an embed of a group is created, listed and revoked as a counter's", async () => {
    const { organization, counter } = await service.createCustomer("free");
    const group = await newGroup(organization, { name: "Hall" });
    const org = ["--org", organization.id];
    await run("embed", "create", ...org, counter.id);
    const made = await json("embed", "create", ...org, group.id);
    expect(made).toMatchObject({ groupId: group.id, groupName: "Hall" });
    expect(made).not.toHaveProperty("counterId");
    expect(await json("embed", "list", ...org, "--group", group.id)).toEqual([made]);
    expect((await run("embed", "list", ...org)).stdout).toMatch(/Gate .*\n.*Hall/);
    expect(await json("embed", "revoke", ...org, made.url)).toMatchObject({ groupName: "Hall" });
    expect(await json("embed", "list", ...org, "--group", group.id)).toEqual([]);
    const unknown = await run("embed", "create", ...org, "grp_01234567890123456789");
    expect(unknown.stderr).toContain("has no group");
  });

  test.each(["", "/", "?utm_source=blog"])(
    "revoke takes the url as well as the id, with %j behind it",
    async (ending) => {
      const { organization, counter } = await service.createCustomer("pro");
      const org = ["--org", organization.id];
      const { url } = await json("embed", "create", ...org, counter.id);
      const { stdout } = await run("embed", "revoke", ...org, `${url}${ending}`);
      expect(stdout).toContain("This url no longer shows anything");
      expect((await fetch(url)).status).toBe(404);
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
