import { expect, test, vi } from "vitest";
import { ServiceError } from "../../../../web/console/api/private-api.ts";
import { useEdit } from "../../../../web/console/forms/use-edit.ts";
import { doing, renderHook, useDocument } from "../rendered-hook.ts";

useDocument();

const shown = { name: "North", events: ["up", "down"], limit: null as number | null };
const refusal = new ServiceError("Resume it first", { status: 409, code: "CONFLICT" });

/** A form whose first request is refused; `now` is what others have set meanwhile. */
async function refusedForm(now: typeof shown) {
  const save = vi.fn(async (): Promise<void> => {}).mockRejectedValueOnce(refusal);
  const onDone = vi.fn();
  const reload = async () => now;
  const form = await renderHook(() => useEdit({ shown, save, reload, onDone }), undefined);
  return { form, save, onDone };
}

test("what others have set is listed, and replaced by the next submission", async () => {
  const now = { name: "North", events: ["down"], limit: 4_000 };
  const { form, save, onDone } = await refusedForm(now);
  const typed = { ...shown, events: ["up"] };
  await doing(() => form.current.submit(typed));
  expect(form.current).toMatchObject({
    conflict: [
      { label: "Events", now: "down" },
      { label: "limit", now: "4,000" },
    ],
    error: null,
  });
  await doing(() => form.current.submit(typed));
  const seen = { events: ["down"], limit: 4_000 };
  expect(save).toHaveBeenLastCalledWith(
    { settings: { events: ["up"], limit: null }, seen },
    expect.anything(),
  );
  expect(onDone).toHaveBeenCalledTimes(1);
});

test("a conflict of another kind is shown as its error", async () => {
  const { form, onDone } = await refusedForm({ ...shown, events: [...shown.events] });
  await doing(() => form.current.submit({ ...shown, name: "South" }));
  expect(form.current).toMatchObject({ conflict: undefined, error: refusal });
  expect(onDone).toHaveBeenCalledTimes(0);
});

test("a list that is the same is not sent", async () => {
  const { form, save, onDone } = await refusedForm(shown);
  await doing(() => form.current.submit({ ...shown, events: ["up", "down"] }));
  expect(save).toHaveBeenCalledTimes(0);
  expect(onDone).toHaveBeenCalledTimes(1);
});
