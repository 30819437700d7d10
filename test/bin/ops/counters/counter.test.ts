import { beforeEach, describe, expect, test } from "vitest";
import { randomBase62 } from "../../../../adapters/random.ts";
import { Counter, newCounter } from "../../../../core/counters/counter.ts";
import { newCounterId } from "../../../../core/counters/counter-names.ts";
import { maximumCounters } from "../../../../core/limits.ts";
import { newGroup } from "../../../system/group-service.ts";
import * as service from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";

let org: string;
beforeEach(async () => {
  org = (await service.createOrganization("pro")).id;
});

describe("counter", () => {
  test("create takes every setting; show and list print the same counter", async () => {
    const ops = opsOn(service);
    const group = await ops.json("group", "create", "--org", org, "--name", "G");
    const steps = ["--increment-step", "2", "--decrement-step", "3"];
    const settings = ["--mode", "increment-only", ...steps, "--group", group.id, "--goal", "-12.5"];
    const created = await ops.json("counter", "create", "--org", org, "--name", "N", ...settings);
    expect(Counter.strict().parse(created)).toMatchObject({
      name: "N",
      mode: "increment-only",
      incrementStep: 2,
      decrementStep: 3,
      groupId: group.id,
      goalTarget: -12.5,
      version: 1,
      lastEventId: 0,
    });
    const [shown, list] = await Promise.all([
      ops.json("counter", "show", created.id, "--org", org),
      ops.json("counter", "list", "--org", org),
    ]);
    const today = {
      ...{ in: 0, out: 0, adjusted: 0, peak: null, peakAt: null },
      ...{ date: expect.any(String), startedAt: expect.any(String), timeZone: "UTC" },
    };
    expect(shown).toEqual({ ...created, today });
    expect(list).toEqual([created]);
  });

  test("update changes the given settings, removes group and goal, and raises the version", async () => {
    const ops = opsOn(service);
    const { id: groupId } = await newGroup({ id: org });
    const { id } = await counter("Old", { groupId, goalTarget: 5, incrementStep: 4 });
    const locked = await ops.json("counter", "update", "--org", org, id, "--locked", "true");
    expect(locked).toMatchObject({ locked: true, groupId, goalTarget: 5, version: 2 });
    const rest = [
      "--name",
      "New",
      "--mode",
      "both",
      "--no-group",
      "--no-goal",
      "--locked",
      "false",
    ];
    const changed = await ops.json("counter", "update", id, ...rest, "--org", org);
    expect(changed).toMatchObject({
      name: "New",
      groupId: null,
      goalTarget: null,
      locked: false,
      incrementStep: 4,
      version: 3,
      lastEventId: 0,
    });
    expect(await service.stores.counters.get({ organizationId: org, counterId: id })).toEqual(
      changed,
    );
  });

  test("a counter with a daily reset is printed with its number after a reset", async () => {
    const ops = opsOn(service);
    const daily = ["--reset-daily", "true", "--reset-to", "-5"];
    const { id } = await ops.json("counter", "create", "--org", org, "--name", "N", ...daily);
    const shown = await ops.json("counter", "show", id, "--org", org);
    expect(shown).toMatchObject({ resetDaily: true, resetTo: -5 });
    const off = ["--reset-daily", "false", "--reset-to", "0"];
    const changed = await ops.json("counter", "update", id, "--org", org, ...off);
    // By hand to 0, as a counter of which nothing was said.
    expect(Counter.strict().parse(changed)).toMatchObject({ version: 2 });
    const wrong = ["counter", "update", id, "--org", org, "--reset-to", "1.5"];
    expect(await ops.run(...wrong)).toMatchObject({ exitCode: 2 });
  });

  test("an organization that is full gets no more counters", async () => {
    await service.setCounterCount(org, maximumCounters);
    const run = await opsOn(service).run("counter", "create", "--org", org, "--name", "N");
    expect(run).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("10,000 counters") });
  });
});

async function counter(name: string, settings: object = {}) {
  const key = { organizationId: org, counterId: newCounterId(randomBase62) };
  const made = newCounter({ name, ...settings }, key, 0);
  await service.stores.counterCreator.create([made]);
  return made;
}
