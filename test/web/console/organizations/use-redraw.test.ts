import { beforeEach, expect, test, vi } from "vitest";
import { useRedraw } from "../../../../web/console/organizations/use-redraw.ts";
import { doing, pass, renderHook, useDocument } from "../rendered-hook.ts";
import { type Scripted, scriptedService } from "../scripted-service.ts";

useDocument();

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

const counters = (...names: string[]) => ({
  body: { counters: names.map((name) => ({ id: `ctr_${name}`, name })) },
});
const done = { counters: 1, events: 500, from: null, skipped: [] };

/** A dialog of a service that sends these replies. */
async function opened(...replies: Scripted[]) {
  const requests = scriptedService(() => replies.shift());
  const dialog = await renderHook(() => useRedraw("UTC"), undefined);
  const sent = () => requests.flatMap(({ method, body }) => (method === "POST" ? [body] : []));
  return { dialog, sent };
}

test("the place in a counter's history is not another's, which was made meanwhile, and skipped ones are named", async () => {
  const from = "2026-10-03T00:00:00.000Z";
  const skipped = ["ctr_C"];
  const { dialog, sent } = await opened(
    ...[counters("B", "C"), { body: { ...done, counters: 0, from } }, undefined],
    ...[counters("A", "B", "C"), { body: { ...done, from } }],
    ...[{ body: { ...done, counters: 2, skipped } }],
  );
  await doing(() => dialog.current.run());
  expect(dialog.current).toMatchObject({ isDone: false, error: { status: null } });
  await doing(() => dialog.current.run());
  const named = (...ids: string[]) => ({
    counterIds: ids.map((id) => `ctr_${id}`),
    timeZone: "UTC",
  });
  expect(sent()).toEqual([
    named("B", "C"),
    { ...named("B", "C"), from },
    named("A", "B", "C"),
    { ...named("B", "C"), from },
  ]);
  expect(dialog.current).toMatchObject({ isDone: true, begun: { counters: 3, skipped: ["C"] } });
});

test("where too much was asked it waits and goes on, unless it is stopped", async () => {
  const limited = { status: 429, retryAfter: "5" };
  const { dialog, sent } = await opened(
    ...[counters("A", "B"), limited, { body: done }, limited, { body: done }],
  );
  await doing(() => dialog.current.run());
  await pass(8_000);
  expect(dialog.current).toMatchObject({ isRunning: true, begun: { counters: 1 } });
  dialog.current.stop();
  await pass(1_000);
  expect(dialog.current).toMatchObject({ isRunning: false, error: null });
  await pass(10_000);
  expect(sent().length).toBe(3);
});
