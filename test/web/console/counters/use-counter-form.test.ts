import { expect, test, vi } from "vitest";
import type { CounterView } from "../../../../api/private/counters.ts";
import type { GroupView } from "../../../../api/private/groups.ts";
import { useCounterForm } from "../../../../web/console/counters/use-counter-form.ts";
import { doing, renderHook, useDocument } from "../rendered-hook.ts";
import { type Scripted, scriptedService } from "../scripted-service.ts";

useDocument();

const north: CounterView = {
  ...{ id: "ctr_00000000000000000001", name: "North", count: 4, mode: "both" },
  ...{ incrementStep: 1, decrementStep: 1, groupId: null, goalTarget: null, locked: false },
  ...{
    version: 5,
    lastEventId: 4,
    archivedAt: null,
    resetDaily: false,
    countsPeople: true,
    resetTo: 0,
  },
  ...{ createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-11-01T00:00:00.000Z" },
};
const hall: GroupView = {
  ...{ id: "grp_hall", name: "Hall", capacity: null, memberCount: 1, alertCount: 0, total: 4 },
  createdAt: "2026-01-01T00:00:00.000Z",
};
const conflicting = { status: 409, body: { error: "changed", code: "CONFLICT" } };

/** The changes that a service with this counter and one group is asked for. */
function service(respond: () => Scripted, now = north) {
  const requests = scriptedService(({ method, path }) => {
    if (method !== "GET") return respond();
    return { body: path.endsWith("/groups") ? { groups: [hall] } : { counters: [now] } };
  });
  return () => requests.filter(({ method }) => method !== "GET");
}

async function formOf(counter: CounterView | undefined) {
  const onClose = vi.fn();
  const form = await renderHook(() => useCounterForm({ counter, onClose }), undefined);
  return { form, onClose };
}

test("of an existing counter only what was changed is sent, with what was seen of it", async () => {
  const changes = service(() => ({ body: { ...north, sleepingAlerts: 0 } }));
  const { form, onClose } = await formOf(north);
  await doing(() => form.current.form.setValues({ goalTarget: "20", name: "Gate" }));
  await doing(() => form.current.submit());
  const body = {
    settings: { name: "Gate", goalTarget: 20 },
    seen: { name: "North", goalTarget: null },
  };
  expect(changes()).toMatchObject([{ method: "PATCH", body }]);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("a counter that is to be reset each day is sent so, to a number that must be whole", async () => {
  const changes = service(() => ({ body: { ...north, sleepingAlerts: 0 } }));
  const { form } = await formOf(north);
  await doing(() => form.current.form.setValues({ resetDaily: true, resetTo: "" }));
  await doing(() => form.current.submit());
  expect(form.current.form.errors).toHaveProperty("resetTo");
  await doing(() => form.current.form.setValues({ resetTo: "-5" }));
  await doing(() => form.current.submit());
  const settings = { resetDaily: true, resetTo: -5 };
  const body = { settings, seen: { resetDaily: false, resetTo: 0 } };
  expect(changes()).toMatchObject([{ method: "PATCH", body }]);
});

test.each([
  ["grp_hall", "Hall"],
  ["west-wing", "west-wing"],
  [null, "none"],
])("the group %j, which others have set meanwhile, is called %s", async (groupId, now) => {
  service(() => conflicting, { ...north, groupId });
  const { form } = await formOf({ ...north, groupId: "grp_before" });
  await doing(() => form.current.form.setValues({ groupId: "grp_mine" }));
  await doing(() => form.current.submit());
  expect(form.current.saving).toMatchObject({ conflict: [{ label: "Group", now }] });
});

test("an empty step is no step of 0: it is not sent", async () => {
  const changes = service(() => undefined);
  const { form } = await formOf(north);
  await doing(() => form.current.form.setValues({ incrementStep: "" }));
  await doing(() => form.current.submit());
  expect(changes()).toEqual([]);
  expect(form.current.form.errors).toHaveProperty("incrementStep");
});
