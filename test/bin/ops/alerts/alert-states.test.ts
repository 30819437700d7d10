import { describe, expect, test } from "vitest";
import * as service from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";
import { at, customer } from "./alert-customer.ts";

const ops = opsOn(service);

describe("the state is said in words", () => {
  test("create, update, pause and resume say it, and why", async () => {
    const { counter, org, on } = await customer({ incrementStep: 120 });
    await service.tapOnce(counter);
    const created = await ops.run("alert", "create", ...on, ...at(100), "--rearm-below", "80");
    expect(created.stdout).toContain(
      "State: fired. The level 120 is at or above 100 already; a count below 80 arms the alert again.",
    );
    const id = /alt_\w{20}/.exec(created.stdout)?.[0] ?? "";
    const armed =
      "State: armed. The level 120 is below 130; the alert fires at a count that brings it to 130 or more.";
    const updated = await ops.run("alert", "update", ...org, id, "--at", "130");
    expect(updated.stdout).toContain(armed);
    const paused = await ops.run("alert", "pause", ...org, id);
    expect(paused.stdout).toContain("The alert is paused.\nState: paused. It evaluates nothing.");
    expect(paused.stdout).toContain(`npx counting alert resume ${org.join(" ")} ${id}`);
    const again = await ops.run("alert", "pause", ...org, id);
    expect(again.stdout).toContain("The alert was paused already.");
    const resumed = await ops.run("alert", "resume", ...org, id);
    expect(resumed.stdout).toContain(`The alert is resumed.\n${armed}`);
    const never = await ops.run("alert", "resume", ...org, id);
    expect(never.stdout).toContain("The alert was not paused.");
  });

  test("an alert on a lower plan is asleep, and is pausable, resumable and deletable", async () => {
    const { organization, org, on } = await customer();
    const { id } = await ops.json("alert", "create", ...on, ...at(5));
    await ops.run("org", "set-plan", organization.id, "pro");
    for (const verb of [["update", "--at", "6"], ["pause"], ["resume"], ["show"]]) {
      const [name = "", ...options] = verb;
      const { exitCode, stdout } = await ops.run("alert", name, ...org, id, ...options);
      expect(exitCode).toBe(0);
      expect(stdout).toContain(name === "pause" ? "State: paused." : "State: asleep. The organ");
    }
    const shown = await ops.json("alert", "show", ...org, id);
    expect(shown).toMatchObject({ state: "asleep", asleepBecause: "plan", threshold: 6 });
    expect(await ops.json("alert", "delete", ...org, id)).toEqual(shown);
  });

  test("an alert that lost its capacity is asleep, and says what to do", async () => {
    const { counter, org, on } = await customer({ goalTarget: 100 });
    const { id } = await ops.json("alert", "create", ...on, "--kind", "at_capacity");
    await ops.json("counter", "update", ...org, counter.id, "--no-goal");
    const { stdout } = await ops.run("alert", "show", ...org, id);
    expect(stdout).toContain("State: asleep. It needs a capacity: it has none of its own, and the");
    expect(stdout).toContain(`npx counting alert update ${org.join(" ")} ${id} --capacity N`);
    const renamed = await ops.run("alert", "update", ...org, id, "--name", "x", "--json");
    expect(JSON.parse(renamed.stderr)).toMatchObject({ code: "CONFLICT" });
    const given = await ops.json("alert", "update", ...org, id, "--capacity", "0");
    expect(given).toMatchObject({ state: "fired", threshold: 0 });
  });
});
