import { expect, test, vi } from "vitest";
import { useSending } from "../../../../web/console/forms/use-sending.ts";
import { pass, renderHook, useDocument } from "../rendered-hook.ts";

useDocument();

test("what was given up is read again once the service can have done it, and not before", async () => {
  const form = await renderHook(useSending, undefined);
  const readAgain = vi.spyOn(form.client, "invalidateQueries");
  let given: AbortSignal | undefined;
  void form.current.send((signal) => {
    given = signal;
    return new Promise(() => {});
  });
  form.current.giveUp();
  expect([given?.aborted, readAgain.mock.calls.length]).toEqual([true, 0]);
  const times: number[] = [];
  for (let second = 1; second <= 40; second += 1) {
    const before = readAgain.mock.calls.length;
    await pass(1_000);
    if (readAgain.mock.calls.length > before) times.push(second);
  }
  // The service ends a request after 29 seconds.
  expect(times[0]).toBeLessThan(5);
  expect(times.at(-1)).toBeGreaterThan(28);
});
