import { expect, test, vi } from "vitest";
import type { CounterRow } from "../../../../api/private/counters.ts";
import { useCounterForm } from "../../../../web/console/counters/use-counter-form.ts";
import { doing, renderHook, useDocument } from "../rendered-hook.ts";
import { scriptedService } from "../scripted-service.ts";

useDocument();

const north: CounterRow = {
  ...{ id: "ctr_00000000000000000001", name: "North", count: 4, mode: "both" },
  ...{ incrementStep: 1, decrementStep: 1, groupId: null, goalTarget: null, locked: false },
  ...{ version: 5, lastEventId: 4, archivedAt: null },
  ...{ createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-11-01T00:00:00.000Z" },
};
const conflicting = { status: 409, body: { error: "changed", code: "CONFLICT" } };

async function formOf(counter: CounterRow | undefined) {
  const onClose = vi.fn();
  const form = await renderHook(() => useCounterForm({ counter, onClose }), undefined);
  return { form, onClose };
}

test("of an existing counter only what was changed is sent, with what was seen of it", async () => {
  const requests = scriptedService(() => ({ body: { ...north, sleepingAlerts: 0 } }));
  const { form, onClose } = await formOf(north);
  await doing(() => form.current.form.setValues({ goalTarget: "20", name: "Gate" }));
  await doing(() => form.current.submit());
  const body = {
    settings: { name: "Gate", goalTarget: 20 },
    seen: { name: "North", goalTarget: null },
  };
  expect(requests).toMatchObject([{ method: "PATCH", body }]);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("a form in which nothing was changed closes without a request", async () => {
  const requests = scriptedService(() => undefined);
  const { form, onClose } = await formOf(north);
  await doing(() => form.current.submit());
  expect(requests).toEqual([]);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("what others changed meanwhile is listed, and replaced only when the form is sent again", async () => {
  const newest = { ...north, name: "South", goalTarget: 9_000, locked: true, count: 8 };
  const requests = scriptedService(({ method }) =>
    method === "GET" ? { body: { counters: [newest] } } : conflicting,
  );
  const { form, onClose } = await formOf(north);
  await doing(() => form.current.form.setValues({ name: "Gate" }));
  await doing(() => form.current.submit());
  expect(form.current.saving).toMatchObject({
    conflict: [
      { label: "Name", now: "South" },
      { label: "Goal", now: "9,000" },
      { label: "Locked", now: "yes" },
    ],
  });
  expect(form.current.form.values.name).toBe("Gate");
  expect(onClose).toHaveBeenCalledTimes(0);
  await doing(() => form.current.submit());
  const changes = requests.filter(({ method }) => method === "PATCH");
  expect(changes.at(-1)?.body).toMatchObject({
    settings: { name: "Gate" },
    seen: { name: "South" },
  });
});

test("a new counter that is sent again has the same form id, and is made once", async () => {
  const replies = [undefined, { status: 201, body: north }];
  const requests = scriptedService(() => replies.shift());
  const { form, onClose } = await formOf(undefined);
  await doing(() => form.current.form.setValues({ name: "North" }));
  await doing(() => form.current.submit());
  expect(form.current.saving.error).toMatchObject({ message: /Check the network/ });
  await doing(() => form.current.submit());
  const [first, second] = requests.map(({ body }) => body);
  expect(first).toMatchObject({ name: "North", formId: expect.stringMatching(/./) });
  expect(second).toEqual(first);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("an empty step is no step of 0: it is not sent", async () => {
  const requests = scriptedService(() => undefined);
  const { form } = await formOf(north);
  await doing(() => form.current.form.setValues({ incrementStep: "" }));
  await doing(() => form.current.submit());
  expect(requests).toEqual([]);
  expect(form.current.form.errors).toHaveProperty("incrementStep");
});
