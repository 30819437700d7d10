import { beforeEach, expect, test, vi } from "vitest";
import { type BegunReset, useGroupReset } from "../../../../web/console/groups/use-group-reset.ts";
import { doing, renderHook, useDocument } from "../rendered-hook.ts";
import { later, type Scripted, scriptedService } from "../scripted-service.ts";

useDocument();

/** What the tab keeps over a reload. */
let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

const [door, gate] = ["ctr_0123456789ABCDEFGHIJ", "ctr_1123456789ABCDEFGHIJ"];
const part = (next: string | null | undefined) => ({
  body: { adjusted: 2, unchanged: 1, outOfRange: 0, next },
});

/** A page with a reset. A second one is the same page after a reload. */
async function opened(replies: (Scripted | Promise<Scripted>)[], groupId = "grp_1") {
  const requests = scriptedService(() => replies.shift());
  const done: BegunReset[] = [];
  const page = await renderHook(
    () => useGroupReset(groupId, (reset) => void done.push(reset)),
    undefined,
  );
  const bodies = () => requests.map(({ body }) => body as { formId: string });
  return { bodies, page, done };
}

test("each request goes on where the one before ended, with one form, until none is left", async () => {
  const { bodies, page, done } = await opened([part(door), part(gate), part(null)]);
  await doing(() => page.current.run({ reason: "Morning" }));
  const formId = bodies()[0]?.formId;
  expect(bodies()).toEqual([
    { formId, reason: "Morning" },
    { formId, reason: "Morning", after: door },
    { formId, reason: "Morning", after: gate },
  ]);
  expect(done).toMatchObject([{ adjusted: 6, unchanged: 3, outOfRange: 0 }]);
  expect(page.current).toMatchObject({ begun: undefined, isRunning: false, error: null });
  expect(kept.size).toBe(0);
});

test("what failed goes on after a reload, in the tab that began it, and the next reset is a new form", async () => {
  const broken = await opened([part(door), undefined]);
  await doing(() => broken.page.current.run({ reason: "Morning" }));
  expect(broken.page.current).toMatchObject({ isRunning: false, error: { status: null } });
  expect(broken.page.current.begun).toMatchObject({ adjusted: 2, after: door });
  const other = await opened([], "grp_2");
  expect(other.page.current.begun).toBeUndefined();

  const reloaded = await opened([part(null), part(null)]);
  expect(reloaded.page.current.begun).toMatchObject({ adjusted: 2, unchanged: 1 });
  await doing(() => reloaded.page.current.run({}));
  const [first] = broken.bodies();
  expect(reloaded.bodies()).toEqual([{ ...first, after: door }]);
  expect(reloaded.done).toMatchObject([{ adjusted: 4, unchanged: 2 }]);
  await doing(() => reloaded.page.current.run({}));
  expect(reloaded.bodies()[1]?.formId).not.toBe(first?.formId);
});

test("one that is stopped ends with the request under way, and can go on or begin anew", async () => {
  const second = later();
  const { bodies, page } = await opened([part(door), second.reply, part(null)]);
  await doing(() => page.current.run({}));
  expect(page.current).toMatchObject({ isRunning: true, begun: { adjusted: 2 } });
  await doing(() => page.current.stop());
  await doing(() => second.comes(part(gate)));
  expect(page.current).toMatchObject({ isRunning: false, error: null, begun: { after: gate } });
  expect(bodies()).toHaveLength(2);
  await doing(() => page.current.forget());
  expect(page.current.begun).toBeUndefined();
  await doing(() => page.current.run({}));
  expect(bodies()[2]).toEqual({ formId: expect.not.stringMatching(bodies()[0]?.formId ?? "") });
});
