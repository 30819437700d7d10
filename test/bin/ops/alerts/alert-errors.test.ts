import { describe, expect, test } from "vitest";
import { putGroup } from "../../../system/alert-service.ts";
import * as service from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";
import { at, customer } from "./alert-customer.ts";

const ops = opsOn(service);
const unknownAlert = "alt_00000000000000000000";

describe("refused, with what to do", () => {
  const json = async (...args: string[]) => {
    const { exitCode, stderr, stdout } = await ops.run(...args, "--json");
    expect([exitCode, stdout]).toEqual([1, ""]);
    return JSON.parse(stderr);
  };

  test("creating on another plan than Enterprise", async () => {
    const organization = await service.createOrganization("pro");
    const counter = await service.createCounter(organization);
    const given = ["--org", organization.id, "--name", "x", "--counter", counter.id, ...at(5)];
    const { code, error } = await json("alert", "create", ...given);
    expect(code).toBe("PLAN_REQUIRED");
    expect(error).toContain(
      "is on the pro plan; alerts need Enterprise: npx counting org set-plan",
    );
  });

  test.each([
    ["a counter", ["--kind", "at_capacity"], "the counter a goal: npx counting counter update"],
    ["a counter", ["--kind", "percent", "--percent", "5"], "has no goal; give --capacity, or give"],
  ])("without a capacity on %s", async (_, rule, what) => {
    const { on } = await customer();
    const { code, error } = await json("alert", "create", ...on, ...rule);
    expect([code, error]).toEqual(["CONFLICT", expect.stringContaining(what)]);
  });

  test("without a capacity on a group", async () => {
    const { id } = await service.createOrganization("enterprise");
    const group = await putGroup(id);
    const given = ["--org", id, "--name", "x", "--group", group.id, "--kind", "at_capacity"];
    const { code, error } = await json("alert", "create", ...given);
    const command = `npx counting group update --org ${id} ${group.id} --capacity N`;
    expect([code, error]).toEqual(["CONFLICT", expect.stringContaining(command)]);
  });

  test("rearm-below above the threshold", async () => {
    const { on } = await customer();
    const rule = [...at(-5), "--rearm-below", "-4"];
    const { code, error } = await json("alert", "create", ...on, ...rule);
    expect(code).toBe("INVALID_INPUT");
    expect(error).toBe("--rearm-below must be at most -5, the threshold of the alert");
  });

  test.each(["counter", "group"])("a %s that does not exist", async (scope) => {
    const { org } = await customer();
    for (const id of ["x", `${scope === "counter" ? "ctr" : "grp"}_00000000000000000000`]) {
      const given = [...org, "--name", "x", `--${scope}`, id, ...at(5)];
      const { code, error } = await json("alert", "create", ...given);
      expect(code).toBe("NOT_FOUND");
      expect(error).toContain(
        `has no ${scope} with the id "${id}"; see: npx counting ${scope} list`,
      );
    }
  });

  test("creating, updating and resuming on an archived counter", async () => {
    const { counter, org, on } = await customer();
    const { id } = await ops.json("alert", "create", ...on, ...at(5));
    await ops.json("alert", "pause", ...org, id);
    await ops.json("counter", "archive", ...org, counter.id);
    const error = expect.stringContaining(
      `npx counting counter restore ${org.join(" ")} ${counter.id}`,
    );
    const refused = { code: "CONFLICT", error };
    expect(await json("alert", "create", ...on, ...at(5))).toEqual(refused);
    expect(await json("alert", "resume", ...org, id)).toEqual(refused);
    expect(await json("alert", "update", ...org, id, "--at", "6")).toEqual(refused);
    expect((await ops.json("alert", "delete", ...org, id)).state).toBe("paused");
  });

  test("more than 20 on a group", async () => {
    const { id } = await service.createOrganization("enterprise");
    const group = await putGroup(id, { alertCount: 20 });
    const given = ["--org", id, "--name", "x", "--group", group.id, ...at(5)];
    const { code, error } = await json("alert", "create", ...given);
    expect(code).toBe("LIMIT_REACHED");
    expect(error).toContain(`the group ${group.id} already has 20 alerts, paused ones included`);
    expect(error).toContain(`delete one first. To list them: npx counting alert list --org ${id}`);
  });

  test.each([
    ["show", [unknownAlert]],
    ["update", [unknownAlert, "--name", "x"]],
    ["pause", [unknownAlert]],
    ["resume", [unknownAlert]],
    ["delete", [unknownAlert]],
  ])("%s of an alert that does not exist", async (verb, [id = "", ...options]) => {
    const { org } = await customer();
    const { code, error } = await json("alert", verb, ...org, id, ...options);
    expect(code).toBe("NOT_FOUND");
    expect(error).toContain(`has no alert with the id "${id}"; see: npx counting alert list`);
  });
});

describe("wrong usage", () => {
  const create = ["create", "--name", "x", "--counter", "c"];
  test.each([
    ["no kind", create, "--kind <kind>' not specified"],
    [
      "another kind",
      [...create, "--kind", "full"],
      '--kind must be at_capacity, percent or absolute, not "full"',
    ],
    ["no target", ["create", "--name", "x", ...at(5)], "--counter or --group"],
    ["two targets", [...create, "--group", "g", ...at(5)], "not both"],
    ["percent without --percent", [...create, "--kind", "percent"], "needs --percent"],
    [
      "at_capacity with --at",
      [...create, "--kind", "at_capacity", "--at", "5"],
      "--at is for kind",
    ],
    ["no change", ["update", unknownAlert], "at least one thing to change"],
    ["a target to change", ["update", unknownAlert, "--counter", "c"], "unknown option"],
    ["a time to come", ["firings", "--since", "2099-01-01"], "future: it is now 20"],
  ])("%s", async (_, args, reason) => {
    const { exitCode, stderr } = await ops.run("alert", ...args, "--org", "org_1");
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(reason)]);
  });

  test("options that do not suit the kind of an alert that exists", async () => {
    const { org, on } = await customer();
    const { id } = await ops.json("alert", "create", ...on, ...at(5));
    const { exitCode, stderr } = await ops.run("alert", "update", ...org, id, "--percent", "80");
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("this alert is of kind absol")]);
  });
});
