import { beforeEach, expect, test } from "vitest";
import { access, useLostAccess } from "../../../../web/console/api/access.ts";
import { read } from "../../../../web/console/api/private-api.ts";
import { doing, renderHook, useDocument } from "../rendered-hook.ts";
import { type Scripted, scriptedService } from "../scripted-service.ts";

useDocument();
beforeEach(() => access.set({ reason: "other_person", organizationId: "none" }));

const outsider = { status: 404, body: { error: "no", code: "NOT_A_MEMBER" } };

/** What the pages of two organizations know after a read of the first was refused. */
const live = "GET /api/setup/{organizationId}/counters/live";

async function lostAfter(reply: Scripted) {
  scriptedService(() => reply);
  const page = await renderHook(useLostAccess, "org_1");
  await doing(() => read(live, { organizationId: "org_1" }, { ids: "org_2" }).catch(() => {}));
  const first = page.current;
  await page.show("org_2");
  return [first?.reason, page.current?.reason];
}

test("whoever is signed out has lost access everywhere", async () => {
  expect(await lostAfter({ status: 401, body: { error: "no" } })).toEqual([
    "signed_out",
    "signed_out",
  ]);
});

test("whoever was removed from an organization has lost access to that one", async () => {
  expect(await lostAfter(outsider)).toEqual(["removed", undefined]);
});

test.each([
  { status: 404, body: { error: "no such counter" } },
  { status: 403, body: { error: "no" } },
  undefined,
])("nobody has lost access after %j", async (reply) => {
  expect(await lostAfter(reply)).toEqual([undefined, undefined]);
});

test("what is known already is the same object when it is refused again", async () => {
  scriptedService(() => outsider);
  const page = await renderHook(useLostAccess, "org_1");
  const refuse = () =>
    read("GET /api/setup/{organizationId}/groups", { organizationId: "org_1" }).catch(() => {});
  await doing(refuse);
  const { current } = page;
  await doing(refuse);
  expect(page.current).toBe(current);
});
