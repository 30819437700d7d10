import { expect, test } from "vitest";
import type { DeletionProgress } from "../../../../api/private/deletion.ts";
import { useDeletion } from "../../../../web/console/organizations/deletion-run.ts";
import { doing, renderHook, useDocument } from "../rendered-hook.ts";
import { type Scripted, scriptedService } from "../scripted-service.ts";

useDocument();

const step = (part: string, removed: number) => ({ body: { state: "unfinished", part, removed } });
const over = { body: { state: "deleted" } };

async function deletion(replies: Scripted[], begun?: DeletionProgress) {
  const requests = scriptedService(() => replies.shift());
  return { requests, run: await renderHook(() => useDeletion("org_1", begun), undefined) };
}

test("a deletion goes on step after step, also where two are the same, until it is over", async () => {
  const begun = { state: "unfinished", part: "counters", removed: 3 } as const;
  const same = step("counters", 25);
  const { requests, run } = await deletion([same, same, step("members", 1), over], begun);
  expect(requests).toHaveLength(4);
  expect(run.current).toMatchObject({ part: undefined, removed: 54, error: null });
});

test.each([401, 404])("a %i means that another run has finished it", async (status) => {
  const { run } = await deletion([step("counters", 2), { status, body: { error: "gone" } }]);
  expect(run.current).toMatchObject({ part: undefined, removed: 2, error: null });
});

test("a step that fails stops it and says so, and it goes on when asked to", async () => {
  const { requests, run } = await deletion([
    step("counters", 2),
    undefined,
    step("members", 1),
    over,
  ]);
  expect(requests).toHaveLength(2);
  expect(run.current).toMatchObject({ part: "counters", removed: 2 });
  expect(run.current.error).toMatchObject({ status: null });
  await doing(() => run.current.again());
  expect(run.current).toMatchObject({ part: undefined, removed: 3, error: null });
});
