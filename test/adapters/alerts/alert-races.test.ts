import { describe, expect, test } from "vitest";
import { localDynamodbClient } from "../../../adapters/aws/dynamodb-client.ts";
import type { StoredAlert } from "../../../core/alerts/alert.ts";
import {
  createAlert,
  deleteAlert,
  pauseAlert,
  resumeAlert,
  updateAlert,
} from "../../../core/alerts/manage-alerts.ts";
import { updateSettings } from "../../../core/counters/settings/change-counter.ts";
import { archiveCounter } from "../../../core/counters/settings/counter-archive.ts";
import { operator } from "../../core/audit/operator.ts";
import { alertSetup, countInGroup, newAlert, putGroup } from "../../system/alert-service.ts";
import { storesOvertakenBy } from "../../system/group-service.ts";
import {
  createCounter,
  createOrganization,
  stores,
  storesThrough,
  tapOnce,
} from "../../system/service.ts";
import { proxyOfTest } from "../fault-proxy.ts";

const keyOf = ({ organizationId, id }: StoredAlert) => ({ organizationId, alertId: id });
const atFive = { kind: "absolute" as const, at: 5 };

/** A counter or a group that goes up by 10, and an alert on it that is armed at 5. */
async function watched(scope: "counter" | "group") {
  const organization = await createOrganization("enterprise");
  const { id: organizationId } = organization;
  if (scope === "group") {
    const group = await putGroup(organizationId);
    return { organizationId, target: group, count: () => countInGroup(group, 10) };
  }
  const counter = await createCounter(organization, { incrementStep: 10 });
  return { organizationId, target: counter, count: () => tapOnce(counter) };
}

describe.each(["counter", "group"] as const)("a count of a %s between read and write", (scope) => {
  const state = { state: "fired", position: scope === "counter" ? 1 : 0 };

  test("of a creation sets the state", async () => {
    const { organizationId, target, count } = await watched(scope);
    const created = await createAlert(
      storesOvertakenBy(count),
      alertSetup(scope, target, atFive),
      operator,
    );
    expect(created).toMatchObject({ result: "created", status: { level: 10, state: "fired" } });
    expect(await stores.alertRegistry.list(organizationId)).toMatchObject([state]);
  });

  test("of an update sets the state", async () => {
    const { organizationId, target, count } = await watched(scope);
    const alert = await newAlert(scope, target);
    const updated = await updateAlert(
      storesOvertakenBy(count),
      keyOf(alert),
      { rule: { at: 6 } },
      operator,
    );
    expect(updated).toMatchObject({ result: "updated", status: { level: 10, state: "fired" } });
    expect(await stores.alertRegistry.list(organizationId)).toMatchObject([{ ...state, at: 6 }]);
  });

  test("of a resumption sets the state", async () => {
    const { organizationId, target, count } = await watched(scope);
    const alert = await newAlert(scope, target, atFive);
    await pauseAlert(stores, keyOf(alert), operator);
    const resumed = await resumeAlert(storesOvertakenBy(count), keyOf(alert), operator);
    expect(resumed).toMatchObject({ result: "resumed", status: { level: 10, state: "fired" } });
    expect(await stores.alertRegistry.list(organizationId)).toMatchObject([state]);
  });

  test("of a pause or a deletion does not disturb it", async () => {
    const { organizationId, target, count } = await watched(scope);
    const alert = await newAlert(scope, target, atFive);
    const paused = await pauseAlert(storesOvertakenBy(count), keyOf(alert), operator);
    expect(paused).toMatchObject({ result: "paused", changed: true });
    const deleted = await deleteAlert(storesOvertakenBy(count), keyOf(alert), operator);
    expect(deleted.result).toBe("deleted");
    expect(await stores.alertRegistry.list(organizationId)).toEqual([]);
  });
});

test("a change of a counter's alerts does not set back the time of its last change", async () => {
  const { organizationId, target } = await watched("counter");
  const key = { organizationId, counterId: target.id };
  const clock = { ...stores.clock, now: () => Date.now() + 600_000 };
  // By another server, whose clock is ahead.
  await updateSettings({ ...stores, clock }, { key, settings: { name: "East" } }, operator);
  const changed = await stores.storedCounters.get(key);
  const alert = await newAlert("counter", target, atFive);
  await updateAlert(stores, keyOf(alert), { rule: { at: 6 } }, operator);
  expect((await stores.storedCounters.get(key))?.updatedAt).toBe(changed?.updatedAt);
});

describe("what happens between read and write decides", () => {
  test("no alert is created on a counter that was archived", async () => {
    const { organizationId, target } = await watched("counter");
    const key = { organizationId, counterId: target.id };
    const ports = storesOvertakenBy(() => archiveCounter(stores, key, operator));
    const refused = { result: "refused", refusal: { reason: "archived" } };
    expect(await createAlert(ports, alertSetup("counter", target), operator)).toMatchObject(
      refused,
    );
    expect((await stores.organizations.get(organizationId))?.alertCount).toBe(0);
  });

  test("no alert is created after a change to Pro", async () => {
    const { organizationId, target } = await watched("counter");
    const ports = storesOvertakenBy(() => stores.plans.set(organizationId, "pro"));
    const refused = { result: "refused", refusal: { reason: "plan_required", plan: "pro" } };
    expect(await createAlert(ports, alertSetup("counter", target), operator)).toMatchObject(
      refused,
    );
    expect(await stores.alertRegistry.list(organizationId)).toEqual([]);
  });

  test("an alert that was deleted is not updated, paused or resumed", async () => {
    for (const change of [pauseAlert, resumeAlert, rename]) {
      const { organizationId, target } = await watched("counter");
      const alert = await newAlert("counter", target);
      if (change === resumeAlert) await pauseAlert(stores, keyOf(alert), operator);
      const ports = storesOvertakenBy(() => deleteAlert(stores, keyOf(alert), operator));
      const refused = { result: "refused", refusal: { reason: "no_such_alert" } };
      expect(await change(ports, keyOf(alert), operator)).toMatchObject(refused);
      expect(await stores.alertRegistry.list(organizationId)).toEqual([]);
    }
  });

  test("an alert that was paused stays so when it is updated", async () => {
    const { organizationId, target } = await watched("group");
    const alert = await newAlert("group", target);
    await rename(
      storesOvertakenBy(() => pauseAlert(stores, keyOf(alert), operator)),
      keyOf(alert),
    );
    const stored = await stores.alertRegistry.list(organizationId);
    expect(stored).toMatchObject([{ name: "New", paused: true }]);
  });

  test("an update of the rule keeps another one of the name", async () => {
    const { organizationId, target } = await watched("group");
    const alert = await newAlert("group", target);
    const ports = storesOvertakenBy(() => rename(stores, keyOf(alert)));
    await updateAlert(ports, keyOf(alert), { rule: { at: 7 } }, operator);
    const stored = await stores.alertRegistry.list(organizationId);
    expect(stored).toMatchObject([{ name: "New", at: 7 }]);
  });
});

const rename = (ports: typeof stores, key: ReturnType<typeof keyOf>) =>
  updateAlert(ports, key, { name: "New", rule: {} }, operator);

describe.each([
  ["the response is lost", "lose the response" as const],
  ["DynamoDB reports a conflict", { error: "TransactionCanceledException", body: conflicts() }],
])("when %s", (_, fault) => {
  test("an alert is created once, and deleted once", async () => {
    const { organizationId, target } = await watched("group");
    let faults = 1;
    const proxy = await proxyOfTest(({ operation }) => {
      if (operation !== "TransactWriteItems" || faults === 0) return undefined;
      faults -= 1;
      return fault;
    });
    const ports = storesThrough(localDynamodbClient(proxy.endpoint));
    const created = await createAlert(ports, alertSetup("group", target), operator);
    expect(created.result).toBe("created");
    const [alert] = await stores.alertRegistry.list(organizationId);
    expect((await stores.organizations.get(organizationId))?.alertCount).toBe(1);
    faults = 1;
    if (alert) expect((await deleteAlert(ports, keyOf(alert), operator)).result).toBe("deleted");
    expect(faults).toBe(0);
    expect((await stores.organizations.get(organizationId))?.alertCount).toBe(0);
    expect(await stores.alertRegistry.list(organizationId)).toEqual([]);
  });
});

function conflicts() {
  const none = { Code: "None" };
  return { CancellationReasons: [{ Code: "TransactionConflict" }, none, none] };
}
