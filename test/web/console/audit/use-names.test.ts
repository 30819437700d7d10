import { expect, test } from "vitest";
import type { AuditEntryView } from "../../../../api/private/audit.ts";
import type { OrganizationOfPerson } from "../../../../web/console/api/session.ts";
import { useNames } from "../../../../web/console/audit/use-names.ts";
import { pass, renderHook, useDocument } from "../rendered-hook.ts";
import { type Scripted, scriptedService } from "../scripted-service.ts";

useDocument();

const north = "ctr_0123456789ABCDEFGHIJ";
const hall = "grp_0123456789ABCDEFGHIJ";
const endpoint = "end_0123456789ABCDEFGHIJ";

const lists: Record<string, Scripted> = {
  "/counters": { body: { counters: [{ id: north, name: "North" }] } },
  "/groups": { body: { groups: [{ id: hall, name: "Hall" }] } },
  "/endpoints": { body: { endpoints: [{ id: endpoint, url: "https://hooks.example.com/in" }] } },
};

const entryOf = (id: string): AuditEntryView => ({
  ...{ at: "2026-11-21T12:00:00.000Z", action: "group.change" },
  actor: { kind: "operator", id: null, name: null },
  ...{ target: { kind: "any", id, name: null }, before: null, after: null },
});

/** Names the targets of entries; `asked` are the lists that were read for it. */
async function named(ids: string[], person: Partial<OrganizationOfPerson> = {}, replies = lists) {
  const requests = scriptedService(({ path }) => replies[path.replace(/^.*\/org_1/, "")]);
  const hook = await renderHook(useNames, ids.map(entryOf), person);
  await pass();
  return {
    names: ids.map((id) => hook.current(id)),
    asked: requests.map(({ path }) => path.replace(/^.*\/org_1/, "")),
    hook,
  };
}

test("counters and groups are called by their names, endpoints by their hosts", async () => {
  const { names, asked } = await named([north, hall, endpoint, "ctr_ABCDEFGHIJ0123456789"]);
  expect(names).toEqual(["North", "Hall", "hooks.example.com", undefined]);
  expect(asked.toSorted()).toEqual(Object.keys(lists).toSorted());
});

test("a list is read only where an entry has one of its ids", async () => {
  const { asked, hook } = await named(["mem_0123456789ABCDEFGHIJ"]);
  expect(asked).toEqual([]);
  await hook.show([entryOf(hall)]);
  await pass();
  expect(hook.current(hall)).toBe("Hall");
});

test("endpoints are not asked for on a plan without webhooks", async () => {
  const { names, asked } = await named([endpoint], { plan: "free" });
  expect({ names, asked }).toEqual({ names: [undefined], asked: [] });
});

test("a list that cannot be read leaves the names of the others", async () => {
  const refused = { ...lists, "/groups": { status: 403, body: { error: { message: "no" } } } };
  const { names } = await named([north, hall], {}, refused);
  expect(names).toEqual(["North", undefined]);
});
