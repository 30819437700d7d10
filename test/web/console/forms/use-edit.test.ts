import { expect, test, vi } from "vitest";
import { ServiceError } from "../../../../web/console/api/private-api.ts";
import { useEdit } from "../../../../web/console/forms/use-edit.ts";
import { doing, renderHook, useDocument } from "../rendered-hook.ts";

useDocument();

const shown = { name: "North", events: ["up", "down"], limit: null as number | null };
const refusal = new ServiceError("Resume it first", { status: 409, code: "CONFLICT" });

/** A form whose first request is refused; `now` is what others have set meanwhile. */
async function refusedForm(now: typeof shown, together: (keyof typeof shown)[] = []) {
  const save = vi.fn(async (): Promise<void> => {}).mockRejectedValueOnce(refusal);
  const onDone = vi.fn();
  const reload = async () => now;
  const form = await renderHook(
    () => useEdit({ shown, save, reload, onDone, together }),
    undefined,
  );
  return { form, save, onDone };
}

test("what others have set is listed, and replaced by the next submission where it was changed", async () => {
  const now = { name: "North", events: ["down"], limit: 4_000 };
  const { form, save, onDone } = await refusedForm(now);
  const typed = { ...shown, events: ["up"] };
  await doing(() => form.current.submit(typed));
  expect(form.current).toMatchObject({
    conflict: [{ label: "Events", now: "down" }],
    error: null,
  });
  await doing(() => form.current.submit(typed));
  expect(save).toHaveBeenLastCalledWith(
    { settings: { events: ["up"] }, seen: { events: ["down"] } },
    expect.anything(),
  );
  expect(onDone).toHaveBeenCalledTimes(1);
});

test("a field that is changed after a conflict names what the form showed of it", async () => {
  const { form, save } = await refusedForm({ ...shown, name: "South", limit: 4_000 });
  await doing(() => form.current.submit({ ...shown, name: "Gate" }));
  await doing(() => form.current.submit({ ...shown, name: "Gate", limit: 20 }));
  const settings = { name: "Gate", limit: 20 };
  const seen = { name: "South", limit: null };
  expect(save).toHaveBeenLastCalledWith({ settings, seen }, expect.anything());
});

test("a field can be set back to what it was before the conflict", async () => {
  const { form, save } = await refusedForm({ ...shown, name: "South" });
  await doing(() => form.current.submit({ ...shown, name: "Gate" }));
  await doing(() => form.current.submit(shown));
  expect(save).toHaveBeenLastCalledWith(
    { settings: { name: "North" }, seen: { name: "South" } },
    expect.anything(),
  );
});

test("of settings that depend on each other all are sent, also those that only others have changed", async () => {
  const now = { ...shown, events: ["down"], limit: 4_000 };
  const { form, save } = await refusedForm(now, ["events", "limit"]);
  const typed = { ...shown, events: ["up"] };
  await doing(() => form.current.submit(typed));
  await doing(() => form.current.submit(typed));
  const { name: _, ...settings } = typed;
  const { name: __, ...seen } = now;
  expect(save).toHaveBeenLastCalledWith({ settings, seen }, expect.anything());
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
