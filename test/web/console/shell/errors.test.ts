import { expect, test, vi } from "vitest";
import { ServiceError } from "../../../../web/console/api/private-api.ts";
import { useCurrentError } from "../../../../web/console/shell/errors.tsx";
import { doing, renderHook, useDocument } from "../rendered-hook.ts";

useDocument();

const refused = new ServiceError("It is archived.", { status: 409, code: null });
const unsent = new ServiceError("No network.", { status: null, code: null });
const lost = new ServiceError("No response.", { status: null, code: null, isUnknown: true });

test.each([
  { of: "a refusal", error: refused, stays: true },
  { of: "a change that was not sent", error: unsent, stays: false },
  { of: "a change that may have been made", error: lost, stays: true },
])("an error of $of goes with what it speaks of", async ({ error, stays }) => {
  vi.stubGlobal("window", new EventTarget());
  const use = ([failed, of]: [unknown, string]) => useCurrentError(failed, of);
  const shown = await renderHook(use, [null, "111"]);
  await shown.show([error, "111"]);
  expect(shown.current).toBe(error);
  await doing(() => window.dispatchEvent(new Event("online")));
  expect(shown.current).toBe(stays ? error : undefined);
  await shown.show([error, "112"]);
  expect(shown.current).toBeUndefined();
});
