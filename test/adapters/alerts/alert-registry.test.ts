import { DeleteItemCommand, QueryCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { describe, expect, test } from "vitest";
import { counterKeyText } from "../../../adapters/counters/dynamodb-count-events.ts";
import {
  createAlert,
  deleteAlert,
  pauseAlert,
  resumeAlert,
  updateAlert,
} from "../../../core/alerts/manage-alerts.ts";
import { operator } from "../../core/audit/operator.ts";
import {
  alertSetup,
  groups,
  newAlert,
  putGroup,
  setAlertCount,
} from "../../system/alert-service.ts";
import {
  client,
  createCounter,
  createOrganization,
  outputs,
  stores,
  tapOnce,
} from "../../system/service.ts";

const keyOf = ({ organizationId, id }: { organizationId: string; id: string }) => ({
  organizationId,
  alertId: id,
});

async function watchedCounter(settings = {}) {
  return await createCounter(await createOrganization("enterprise"), settings);
}

async function storedCounter({ organizationId, id }: { organizationId: string; id: string }) {
  const counter = await stores.storedCounters.get({ organizationId, counterId: id });
  if (counter === undefined) throw new Error("no counter");
  return counter;
}

async function storedGroup({ organizationId, id }: { organizationId: string; id: string }) {
  return await groups.get({ organizationId, groupId: id });
}

async function alertCount(organizationId: string) {
  return (await stores.organizations.get(organizationId))?.alertCount;
}

const ofReason = (results: Awaited<ReturnType<typeof createAlert>>[]) =>
  Object.groupBy(results, (one) =>
    one.result === "created" ? one.result : Object.values(one.refusal).join(" "),
  );

describe("an alert on a counter", () => {
  test("is stored with the counter's position, level and new version", async () => {
    const counter = await watchedCounter({ incrementStep: 60, goalTarget: 100 });
    await tapOnce(counter);
    await tapOnce(counter);
    const before = await storedCounter(counter);
    const alert = await newAlert("counter", counter, { kind: "at_capacity" });
    expect(alert).toMatchObject({ state: "fired", position: 2, epoch: 0, stateEventId: null });
    const after = await storedCounter(counter);
    expect(after).toEqual({
      ...before,
      alertCount: 1,
      version: before.version + 1,
      updatedAt: expect.any(String),
    });
    expect(after.updatedAt >= before.updatedAt).toBe(true);
    expect(await stores.alertRegistry.list(counter.organizationId)).toEqual([alert]);
    expect(await alertCount(counter.organizationId)).toBe(1);
  });

  test("sees each count beside its creation: before its position, or with a mark after it", async () => {
    const counter = await watchedCounter();
    const tapper = async () => {
      for (let count = 0; count < 4; count += 1) await tapOnce(counter);
    };
    const creator = async () => [
      await newAlert("counter", counter),
      await newAlert("counter", counter),
    ];
    const [made] = await Promise.all([creator(), tapper(), tapper(), tapper()]);
    const marks = await marksOf(counter);
    // The marks begin exactly behind the position of the first alert.
    const position = made[0]?.position ?? Number.NaN;
    expect(marks).toEqual(marks.map((_, index) => index >= position));
    const { version, count } = await storedCounter(counter);
    expect([count, version]).toEqual([12, 1 + 12 + 2]);
  });

  test("keeps the mark while it is paused, and only then loses it when it is deleted", async () => {
    const counter = await watchedCounter();
    const alert = await newAlert("counter", counter);
    await pauseAlert(stores, keyOf(alert), operator);
    expect((await storedCounter(counter)).alertCount).toBe(1);
    expect((await pauseAlert(stores, keyOf(alert), operator)).result).toBe("paused");
    expect((await deleteAlert(stores, keyOf(alert), operator)).result).toBe("deleted");
    expect((await storedCounter(counter)).alertCount).toBe(0);
    expect(await alertCount(counter.organizationId)).toBe(0);
    expect(await stores.alertRegistry.list(counter.organizationId)).toEqual([]);
  });
});

describe("an alert on a group", () => {
  test("raises the group's revision with every change, and is counted there", async () => {
    const { id: organizationId } = await createOrganization("enterprise");
    const group = await putGroup(organizationId, { total: 120n, capacity: 100, revision: 7 });
    const alert = await newAlert("group", group, { kind: "percent", percent: 80 });
    expect(alert).toMatchObject({ state: "fired", position: 0 });
    expect(await storedGroup(group)).toMatchObject({ alertCount: 1, revision: 8, total: 120n });
    const updated = await updateAlert(stores, keyOf(alert), { rule: { capacity: 200 } }, operator);
    expect(updated).toMatchObject({ status: { state: "armed", threshold: 160, capacity: 200 } });
    expect(await storedGroup(group)).toMatchObject({ alertCount: 1, revision: 9 });
    await pauseAlert(stores, keyOf(alert), operator);
    expect(await storedGroup(group)).toMatchObject({ alertCount: 1, revision: 10 });
    await resumeAlert(stores, keyOf(alert), operator);
    expect(await storedGroup(group)).toMatchObject({ alertCount: 1, revision: 11 });
    await deleteAlert(stores, keyOf(alert), operator);
    expect(await storedGroup(group)).toMatchObject({ alertCount: 0, revision: 12, total: 120n });
  });
});

describe("the limits hold under a race", () => {
  test.each(["counter", "group"] as const)(
    "of three alerts for the last two places on one %s two are created",
    async (scope) => {
      const organization = await createOrganization("enterprise");
      const watched =
        scope === "counter"
          ? await createCounter(organization)
          : await putGroup(organization.id, { alertCount: 18 });
      if (scope === "counter") await setWatchers(watched, 18);
      const results = ofReason(await createMany(3, () => alertSetup(scope, watched)));
      expect([results.created?.length, results["limit_reached target"]?.length]).toEqual([2, 1]);
      const stored =
        scope === "counter" ? await storedCounter(watched) : await storedGroup(watched);
      expect(stored?.alertCount).toBe(20);
      const [one] = await stores.alertRegistry.list(organization.id);
      // A paused one keeps its place.
      if (one) await pauseAlert(stores, keyOf(one), operator);
      const further = () => createAlert(stores, alertSetup(scope, watched), operator);
      expect((await further()).result).toBe("refused");
      if (one) await deleteAlert(stores, keyOf(one), operator);
      expect((await further()).result).toBe("created");
    },
  );

  test("of 101 alerts of an organization 100 are created", async () => {
    const organization = await createOrganization("enterprise");
    await setAlertCount(organization.id, 97);
    const counters = await Promise.all(
      Array.from({ length: 5 }, () => createCounter(organization)),
    );
    const made = await Promise.all(
      counters.map((counter) => createAlert(stores, alertSetup("counter", counter), operator)),
    );
    const results = ofReason(made);
    expect(results.created?.length).toBe(3);
    expect(results["limit_reached organization"]?.length).toBe(2);
    expect(await alertCount(organization.id)).toBe(100);
  });

  test("an alert that is deleted three times at once is deleted once", async () => {
    const counter = await watchedCounter();
    await newAlert("counter", counter);
    const alert = await newAlert("counter", counter);
    const deletions = await Promise.all(
      Array.from({ length: 3 }, () => deleteAlert(stores, keyOf(alert), operator)),
    );
    expect(deletions.filter(({ result }) => result === "deleted").length).toBe(1);
    expect((await storedCounter(counter)).alertCount).toBe(1);
    expect(await alertCount(counter.organizationId)).toBe(1);
  });

  test("no alert is created beside a change to Pro, and none is active after it", async () => {
    const counter = await watchedCounter();
    const { organizationId } = counter;
    const [made] = await Promise.all([
      createMany(3, () => alertSetup("counter", counter)),
      stores.plans.set(organizationId, "pro"),
    ]);
    const created = made.filter(({ result }) => result === "created").length;
    const stored = await stores.alertRegistry.list(organizationId);
    expect(stored.length).toBe(created);
    const record = await stores.organizations.get(organizationId);
    expect(record?.alertCount).toBe(created);
    expect(record?.alertEpoch).toBeGreaterThan(0);
    expect(stored.every(({ epoch }) => epoch === 0)).toBe(true);
    expect((await createAlert(stores, alertSetup("counter", counter), operator)).result).toBe(
      "refused",
    );
  });
});

describe("where the counter or group is out of use", () => {
  test.each(["counter", "group"] as const)(
    "pausing and deleting work without the %s; updating and resuming do not",
    async (scope) => {
      const organization = await createOrganization("enterprise");
      const watched =
        scope === "counter" ? await createCounter(organization) : await putGroup(organization.id);
      const alert = await newAlert(scope, watched);
      await deleteTarget(scope, watched);
      const refused = { result: "refused", refusal: { reason: "no_such_target" } };
      const paused = await pauseAlert(stores, keyOf(alert), operator);
      expect(paused).toMatchObject({ result: "paused", changed: true });
      expect(await resumeAlert(stores, keyOf(alert), operator)).toMatchObject(refused);
      expect(
        await updateAlert(stores, keyOf(alert), { name: "x", rule: {} }, operator),
      ).toMatchObject(refused);
      expect((await deleteAlert(stores, keyOf(alert), operator)).result).toBe("deleted");
      expect(await alertCount(organization.id)).toBe(0);
      const left = scope === "counter" ? undefined : await storedGroup(watched);
      expect(left).toBeUndefined();
    },
  );

  test("another organization's counter, group and alert do not exist", async () => {
    const counter = await watchedCounter();
    const group = await putGroup(counter.organizationId);
    const alert = await newAlert("counter", counter);
    const { id: organizationId } = await createOrganization("enterprise");
    const noTarget = { refusal: { reason: "no_such_target" } };
    const other = { organizationId, id: counter.id };
    expect(await createAlert(stores, alertSetup("counter", other), operator)).toMatchObject(
      noTarget,
    );
    const otherGroup = { organizationId, id: group.id };
    expect(await createAlert(stores, alertSetup("group", otherGroup), operator)).toMatchObject(
      noTarget,
    );
    const key = { organizationId, alertId: alert.id };
    const noAlert = { refusal: { reason: "no_such_alert" } };
    expect(await deleteAlert(stores, key, operator)).toMatchObject(noAlert);
    expect(await pauseAlert(stores, key, operator)).toMatchObject(noAlert);
    expect(await updateAlert(stores, key, { name: "x", rule: {} }, operator)).toMatchObject(
      noAlert,
    );
  });
});

/** Whether each count of a counter, from the first on, is marked for its alerts. */
async function marksOf({ organizationId, id }: { organizationId: string; id: string }) {
  const counterKey = counterKeyText({ organizationId, counterId: id });
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: outputs.CountEventsTable,
      KeyConditionExpression: "counterKey = :counterKey",
      ExpressionAttributeValues: marshall({ ":counterKey": counterKey }),
      ConsistentRead: true,
      Limit: 100,
    }),
  );
  return Items.map(({ hasAlerts }) => hasAlerts?.BOOL === true);
}

async function createMany(count: number, setup: () => ReturnType<typeof alertSetup>) {
  return await Promise.all(
    Array.from({ length: count }, () => createAlert(stores, setup(), operator)),
  );
}

async function deleteTarget(
  scope: "counter" | "group",
  { organizationId, id }: { organizationId: string; id: string },
) {
  const [TableName, key] =
    scope === "counter"
      ? [outputs.CountersTable, { counterId: id }]
      : [outputs.CounterGroupsTable, { groupId: id }];
  await client.send(
    new DeleteItemCommand({ TableName, Key: marshall({ organizationId, ...key }) }),
  );
}

/** Sets how many alerts a counter has. */
async function setWatchers({ organizationId, id: counterId }: Watched, count: number) {
  await client.send(
    new UpdateItemCommand({
      TableName: outputs.CountersTable,
      Key: marshall({ organizationId, counterId }),
      UpdateExpression: "SET alertCount = :count",
      ExpressionAttributeValues: marshall({ ":count": count }),
    }),
  );
}

type Watched = { organizationId: string; id: string };
