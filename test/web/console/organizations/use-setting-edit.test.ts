import { expect, test } from "vitest";
import type { OrganizationView } from "../../../../api/private/organizations.ts";
import { useSettingEdit } from "../../../../web/console/organizations/use-setting-edit.ts";
import { doing, renderHook, useDocument } from "../rendered-hook.ts";
import { scriptedService } from "../scripted-service.ts";

useDocument();

const named = (name: string): OrganizationView => ({
  ...{ id: "org_1", name, plan: "pro", timeZone: "UTC", createdAt: "2026-01-01T00:00:00.000Z" },
});
const submitted = { preventDefault() {} } as Parameters<
  ReturnType<typeof useSettingEdit>["save"]
>[0];

/** The field of a name that is "Museum" at first. */
async function nameField() {
  return await renderHook(
    (view: OrganizationView) => useSettingEdit(view, "name"),
    named("Museum"),
  );
}

test("a name follows what others set until something is typed, and what is typed stays", async () => {
  const field = await nameField();
  await field.show(named("Gallery"));
  expect(field.current).toMatchObject({ value: "Gallery", isChanged: false });
  await doing(() => field.current.set("Hall"));
  await field.show(named("Palace"));
  expect(field.current).toMatchObject({ value: "Hall", isChanged: true });
});

test("a change names what was there when the person began to type, not what came since", async () => {
  const requests = scriptedService(() => ({ body: named("Hall 2") }));
  const field = await nameField();
  await doing(() => field.current.set("Hall"));
  await field.show(named("Palace"));
  await doing(() => field.current.set("Hall 2"));
  await doing(() => field.current.save(submitted));
  const body = { settings: { name: "Hall 2" }, seen: { name: "Museum" } };
  expect(requests).toMatchObject([{ method: "PATCH", body }]);
  expect(field.client.getQueryData(["org_1", "organization"])).toEqual(named("Hall 2"));
});

test("a name that is not allowed is not sent, and the sentence about it goes with the next letter", async () => {
  const requests = scriptedService(() => undefined);
  const field = await nameField();
  await doing(() => field.current.set(" "));
  await doing(() => field.current.save(submitted));
  expect(requests).toEqual([]);
  expect(field.current.problem).toEqual(expect.any(String));
  await doing(() => field.current.set("Hall"));
  expect(field.current.problem).toBeUndefined();
});
