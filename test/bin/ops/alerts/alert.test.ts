import { describe, expect, test } from "vitest";
import { putGroup } from "../../../system/alert-service.ts";
import * as service from "../../../system/service.ts";
import { createEndpoint } from "../../../system/webhooks/webhook-service.ts";
import { opsOn } from "../run-ops.ts";
import { at, customer } from "./alert-customer.ts";

const ops = opsOn(service);
const url = "https://localhost:9999/hooks";

describe("alert", () => {
  test("create, list and show print the same, with what the alert goes by", async () => {
    const { organization, counter, org, on } = await customer({
      incrementStep: 60,
      goalTarget: 62.5,
    });
    await service.tapOnce(counter);
    const rule = ["--kind", "percent", "--percent", "80", "--rearm-below", "40"];
    const created = await ops.json("alert", "create", ...on, ...rule);
    expect(created).toEqual({
      id: expect.stringMatching(/^alt_[0-9A-Za-z]{20}$/),
      organizationId: organization.id,
      name: "Full",
      scope: "counter",
      targetId: counter.id,
      targetName: "Gate",
      kind: "percent",
      percent: 80,
      at: null,
      capacity: null,
      rearmBelow: 40,
      capacityInForce: 62.5,
      threshold: 50,
      level: 60,
      state: "fired",
      asleepBecause: null,
      stateSince: expect.stringMatching(/Z$/),
      stateEventId: null,
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(await ops.json("alert", "list", ...org)).toEqual([created]);
    expect(await ops.json("alert", "show", ...org, created.id)).toEqual(created);
    expect(await ops.json("alert", "delete", ...org, created.id)).toEqual(created);
    expect(await ops.json("alert", "list", ...org)).toEqual([]);
  });

  test("watches a group: its total, name and capacity", async () => {
    const { id } = await service.createOrganization("enterprise");
    const group = await putGroup(id, { name: "Hall", total: 99n, capacity: 100 });
    const given = ["--org", id, "--name", "Hall full", "--group", group.id];
    const alert = await ops.json("alert", "create", ...given, "--kind", "at_capacity");
    expect(alert).toMatchObject({ scope: "group", targetId: group.id, targetName: "Hall" });
    expect(alert).toMatchObject({ level: 99, threshold: 100, capacityInForce: 100 });
    expect(alert).toMatchObject({ capacity: null, state: "armed" });
  });

  test("update changes what is given, and takes away what --no-… says", async () => {
    const { org, on } = await customer({ goalTarget: 100 });
    const rule = ["--kind", "at_capacity", "--capacity", "80", "--rearm-below", "70"];
    const { id, ...alert } = await ops.json("alert", "create", ...on, ...rule);
    const change = async (...given: string[]) => {
      const { stateSince, ...changed } = await ops.json("alert", "update", ...org, id, ...given);
      expect(stateSince >= alert.stateSince).toBe(true);
      return changed;
    };
    const { stateSince: _, ...before } = { id, ...alert };
    const renamed = { ...before, name: "Fuller" };
    expect(await change("--name", "Fuller")).toEqual(renamed);
    const unset = { ...renamed, rearmBelow: null, capacity: null };
    const removal = ["--no-rearm-below", "--no-capacity"];
    const byGoal = { ...unset, capacityInForce: 100, threshold: 100 };
    expect(await change(...removal)).toEqual(byGoal);
    const absolute = { ...byGoal, kind: "absolute", at: -5, threshold: -5, state: "fired" };
    expect(await change("--kind", "absolute", "--at", "-5")).toEqual(absolute);
    const percent = { ...absolute, kind: "percent", percent: 7, at: null };
    expect(await change("--kind", "percent", "--percent", "7")).toEqual({
      ...percent,
      threshold: 7,
      state: "armed",
    });
  });

  test("list is by name, and says how to create the first", async () => {
    const { org, on } = await customer();
    const empty = await ops.run("alert", "list", ...org);
    expect(empty.stdout).toContain("no alerts yet; create one with: npx counting alert create");
    expect(empty.stderr).toBe("");
    const names = ["Zebra", "apple", "Élan", "apple 10"];
    for (const name of names) await ops.json("alert", "create", ...on, "--name", name, ...at(5));
    const list = await ops.json("alert", "list", ...org);
    const shown = list.map(({ name }: { name: string }) => name);
    expect(shown).toEqual(["apple", "apple 10", "Élan", "Zebra"]);
  });
});

describe("notices", () => {
  const silent = "no endpoint of the organization subscribes to threshold.alert.fired";

  test("create and list say when nobody subscribes, and how to; not with --json", async () => {
    const { organization, org, on } = await customer();
    const command = `endpoint create --org ${organization.id} --url URL --events threshold.alert.fired`;
    await createEndpoint({ organizationId: organization.id, url, events: ["counter.increment"] });
    const created = await ops.run("alert", "create", ...on, ...at(5));
    const list = await ops.run("alert", "list", ...org);
    for (const { stderr } of [created, list]) {
      expect(stderr).toContain(silent);
      expect(stderr).toContain(command);
    }
    expect((await ops.run("alert", "list", ...org, "--json")).stderr).toBe("");
    await createEndpoint({
      organizationId: organization.id,
      url,
      events: ["counter.increment", "threshold.alert.fired"],
    });
    expect((await ops.run("alert", "create", ...on, ...at(5))).stderr).toBe("");
    expect((await ops.run("alert", "list", ...org)).stderr).toBe("");
  });

  test("endpoint create and update say that nothing fires below Enterprise", async () => {
    const { id } = await service.createOrganization("pro");
    const given = ["--org", id, "--url", url, "--events", "threshold.alert.fired"];
    const note = `no alert fires until the organization is on Enterprise: npx counting org set-plan ${id} enterprise`;
    const created = await ops.run("endpoint", "create", ...given);
    expect([created.exitCode, created.stderr]).toEqual([0, expect.stringContaining(note)]);
    const endpointId = /end_\w{20}/.exec(created.stdout)?.[0] ?? "";
    const key = ["--org", id, endpointId];
    const update = (events: string) => ops.run("endpoint", "update", ...key, "--events", events);
    expect((await update("threshold.alert.fired,counter.increment")).stderr).toContain(note);
    expect((await update("counter.increment")).stderr).toBe("");
    await ops.run("org", "set-plan", id, "enterprise");
    expect((await update("threshold.alert.fired")).stderr).toBe("");
  });

  test("org set-plan says how many alerts are no longer evaluated, and that they are again", async () => {
    const { organization, on } = await customer();
    const setPlan = async (plan: string) =>
      (await ops.run("org", "set-plan", organization.id, plan)).stderr;
    expect(await setPlan("pro")).toBe("");
    expect(await setPlan("enterprise")).toBe("");
    await ops.json("alert", "create", ...on, ...at(5));
    expect(await setPlan("enterprise")).toBe("");
    expect(await setPlan("free")).toContain(
      "its 1 alert is no longer evaluated: it is kept, but fires",
    );
    expect(await setPlan("pro")).toBe("");
    expect(await setPlan("enterprise")).toContain(
      "its 1 alert is evaluated again; it starts from the current level",
    );
    await ops.json("alert", "create", ...on, ...at(5));
    expect(await setPlan("pro")).toContain(
      "its 2 alerts are no longer evaluated: they are kept, but fire",
    );
    expect(await setPlan("enterprise")).toContain(
      "its 2 alerts are evaluated again; each starts from",
    );
  });
});
