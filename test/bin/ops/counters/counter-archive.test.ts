import { beforeEach, describe, expect, test } from "vitest";
import { type Counter, contractCounter } from "../../../../core/counters/counter.ts";
import * as service from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";

const { json, run } = opsOn(service);

let organization: Awaited<ReturnType<typeof service.createOrganization>>;
let org: string[];
let counter: Counter;
beforeEach(async () => {
  organization = await service.createOrganization("pro");
  org = ["--org", organization.id];
  counter = contractCounter(await service.createCounter(organization, { name: "Gate" }));
});

describe("counter archive and restore", () => {
  test("archive takes the counter out of the list, restore brings it back as it was", async () => {
    await service.tapOnce(counter);
    const { hiddenEmbeds, ...archived } = await json("counter", "archive", counter.id, ...org);
    expect(hiddenEmbeds).toBe(0);
    expect(archived).toEqual({
      ...counter,
      ...{ count: 1, lastEventId: 1, version: 3 },
      updatedAt: archived.archivedAt,
      archivedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(await json("counter", "list", ...org)).toEqual([]);
    expect(await json("counter", "list", ...org, "--archived")).toEqual([archived]);
    const { today: _today, ...shown } = await json("counter", "show", counter.id, ...org);
    expect(shown).toEqual(archived);
    const { archivedAt: _gone, ...restored } = await json("counter", "restore", counter.id, ...org);
    expect(_gone).toBeUndefined();
    expect(restored).toMatchObject({ name: "Gate", count: 1, lastEventId: 1, version: 4 });
    expect(await json("counter", "list", ...org)).toEqual([restored]);
    expect(await json("counter", "list", ...org, "--archived")).toEqual([]);
  });

  test("either one a second time changes nothing and says so", async () => {
    const archived = await json("counter", "archive", counter.id, ...org);
    expect(await json("counter", "archive", counter.id, ...org)).toEqual(archived);
    expect((await run("counter", "archive", counter.id, ...org)).stdout).toContain("already");
    const restored = await json("counter", "restore", counter.id, ...org);
    expect(await json("counter", "restore", counter.id, ...org)).toEqual(restored);
    expect((await run("counter", "restore", counter.id, ...org)).stdout).toContain("not archived");
  });

  test("to people, show and the list say that counters are archived", async () => {
    await run("counter", "archive", counter.id, ...org);
    const [shown, list, archived] = await Promise.all([
      run("counter", "show", counter.id, ...org),
      run("counter", "list", ...org),
      run("counter", "list", ...org, "--archived"),
    ]);
    expect(shown.stdout).toMatch(/^archivedAt +\d{4}-[\s\S]*The counter is archived: it is not/m);
    expect(list.stdout).toContain("All counters of the organization are archived");
    expect(archived.stdout).toMatch(/archivedAt +name\n/);
  });

  test.each([
    ["tap", (id: string) => ["counter", "tap", id, "up"]],
    ["update", (id: string) => ["counter", "update", id, "--name", "New"]],
    ["embed create", (id: string) => ["embed", "create", id]],
  ])(
    "%s of an archived counter is refused, and the error says how to restore it",
    async (_verb, args) => {
      await run("counter", "archive", counter.id, ...org);
      const { exitCode, stdout, stderr } = await run(...args(counter.id), ...org);
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
      expect(stderr).toContain(
        `error: the counter ${counter.id} is archived; restore it first: ` +
          `npx counting counter restore ${org.join(" ")} ${counter.id} --local`,
      );
    },
  );

  test("archive says how many embeds are not shown any longer, and embed list marks them", async () => {
    const other = await service.createCounter(organization, { name: "Other" });
    const revoked = await service.shareCounter(counter);
    await run("embed", "revoke", revoked, ...org, "--yes");
    const [first] = [await service.shareCounter(counter), await service.shareCounter(counter)];
    const shown = await service.shareCounter(other);
    const { stdout } = await run("counter", "archive", counter.id, ...org);
    expect(stdout).toMatch(/^hiddenEmbeds +2$/m);
    expect(stdout).toMatch(/^Its 2 public embeds are not shown until it is restored\.$/m);
    const again = await json("counter", "archive", counter.id, ...org);
    expect(again.hiddenEmbeds).toBe(2);
    const listed: { sessionId: string; counterArchivedAt?: string }[] = await json(
      ...["embed", "list", ...org],
    );
    const archivedAt = new Map(listed.map((embed) => [embed.sessionId, embed.counterArchivedAt]));
    expect([archivedAt.get(first), archivedAt.get(shown)]).toEqual([again.archivedAt, undefined]);
    const list = await run("embed", "list", ...org);
    expect(list.stdout).toMatch(new RegExp(`^${first} .* ${again.archivedAt} .*http`, "m"));
    expect(list.stdout).toMatch(new RegExp(`^${shown} .* – +http`, "m"));
    expect(list.stderr).toContain("not shown until their counter is restored");
    const restored = await json("counter", "restore", counter.id, ...org);
    expect(restored).not.toHaveProperty("hiddenEmbeds");
    expect((await run("embed", "list", ...org)).stderr).toBe("");
  });
});
