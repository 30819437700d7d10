import { describe, expect, test } from "vitest";
import { dynamodbEvaluation } from "../../../../adapters/alerts/dynamodb-evaluation.ts";
import { evaluateCounts } from "../../../../core/alerts/evaluate-counts.ts";
import { causeOf } from "../../../../core/counters/count-event.ts";
import type { StoredCounter } from "../../../../core/counters/counter.ts";
import * as service from "../../../system/service.ts";
import { opsOn } from "../run-ops.ts";
import { at, customer } from "./alert-customer.ts";

const ops = opsOn(service);
const { tables } = service;
const store = dynamodbEvaluation(service.client, tables);

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

  test("an alert that lost its goal to a negative one is asleep", async () => {
    const { counter, org, on } = await customer({ goalTarget: 100 });
    const rule = ["--kind", "percent", "--percent", "80"];
    const { id } = await ops.json("alert", "create", ...on, ...rule);
    await ops.json("counter", "update", ...org, counter.id, "--goal", "-5");
    const { stdout } = await ops.run("alert", "show", ...org, id);
    expect(stdout).toContain("State: asleep. The goal -5 is negative");
  });

  test("a changed goal is followed: the next count decides", async () => {
    const { counter, org, on } = await customer({ goalTarget: 100, incrementStep: 60 });
    await service.tapOnce(counter);
    const { id } = await ops.json("alert", "create", ...on, "--kind", "at_capacity");
    await ops.json("counter", "update", ...org, counter.id, "--goal", "50");
    const { stdout } = await ops.run("alert", "show", ...org, id);
    expect(stdout).toContain("State: armed. The level 60 is at or above 50 already: either");
  });

  test("after a count has fired it, show says which, and firings lists it", async () => {
    const { counter, org, on } = await customer({ incrementStep: 60, goalTarget: 62.5 });
    const rule = ["--kind", "percent", "--percent", "90"];
    const { id } = await ops.json("alert", "create", ...on, ...rule);
    const count = await tapAndEvaluate(counter);
    const shown = await ops.json("alert", "show", ...org, id);
    const { createdAt, lastEventId } = count;
    expect(shown).toMatchObject({ state: "fired", stateEventId: count.id, stateSince: createdAt });
    const { stdout } = await ops.run("alert", "show", ...org, id);
    expect(stdout).toContain("State: fired. The level 60 is at or above 57; a count below 57 arms");
    const expected = { alertId: id, level: 60, threshold: 57, capacity: 62.5, percent: 90 };
    const firings = await ops.json("alert", "firings", ...org);
    expect(firings).toMatchObject([{ ...expected, createdAt, lastEventId, previousLevel: 0 }]);
  });

  test("back on Enterprise, the level of then counts: nothing fires until a count has armed it", async () => {
    const { organization, counter, org, on } = await customer({
      incrementStep: 60,
      goalTarget: 99,
    });
    await service.tapOnce(counter);
    const { id } = await ops.json("alert", "create", ...on, "--kind", "at_capacity");
    await ops.run("org", "set-plan", organization.id, "pro");
    await ops.json("counter", "update", ...org, counter.id, "--goal", "50");
    await ops.run("org", "set-plan", organization.id, "enterprise");
    const woken = { state: "fired", stateSince: null, stateEventId: null, level: 60 };
    expect(await ops.json("alert", "show", ...org, id)).toMatchObject(woken);
    await tapAndEvaluate(counter);
    expect(await ops.json("alert", "firings", ...org)).toEqual([]);
    expect(await ops.json("alert", "show", ...org, id)).toMatchObject({ state: "fired" });
  });
});

/** A tap up, and what evaluation makes of it; evaluating it again elsewhere changes nothing. */
async function tapAndEvaluate(counter: StoredCounter) {
  const tapped = await service.tapOnce(counter);
  if (tapped.result !== "counted") throw new Error(tapped.result);
  const { event, counter: after } = tapped;
  const { organizationId, name: counterName, goalTarget } = after;
  const watched = { counterName, goalTarget, hasAlerts: true, cause: causeOf(event) };
  const count = { ...event, organizationId, ...watched };
  expect(await evaluateCounts({ store, clock: service.stores.clock }, [count])).toEqual([]);
  return event;
}
