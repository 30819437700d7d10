import { expect, test } from "vitest";
import { useRecovery } from "../../../../web/console/webhooks/use-recovery.ts";
import { doing, renderHook, useDocument } from "../rendered-hook.ts";
import { later, type Scripted, scriptedService } from "../scripted-service.ts";

useDocument();

const since = "2026-11-21T00:00:00.000Z";
const part = (next: string | null, resent = 2) => ({
  body: {
    ...{ found: 3, resent, leftOut: [{ id: `dlv_${next}`, why: "gone" }], next, startedAt: "now" },
    failing: null,
  },
});
const failing = (next: string | null) => ({
  body: { ...part(next).body, failing: "HTTP 500" },
});

async function recovery(replies: (Scripted | Promise<Scripted>)[]) {
  const requests = scriptedService(() => replies.shift());
  return { requests, page: await renderHook(() => useRecovery("end_1"), undefined) };
}

test("each part begins where the one before ended, until none is left", async () => {
  const { requests, page } = await recovery([part("b"), part("c"), part(null)]);
  await doing(() => page.current.start({ since, dryRun: false }));
  expect(requests.map(({ body }) => body)).toEqual([
    { since, dryRun: false, waiting: true },
    { since, dryRun: false, waiting: true, from: "b", startedAt: "now" },
    { since, dryRun: false, waiting: true, from: "c", startedAt: "now" },
  ]);
  expect(page.current.run).toMatchObject({ step: "sent", found: 9, resent: 6, error: null });
  expect(page.current.run.leftOut.map(({ id }) => id)).toEqual(["dlv_b", "dlv_c", "dlv_null"]);
});

test("what was counted is the total of what is sent then", async () => {
  const { page } = await recovery([part("b", 0), part(null, 0), part(null)]);
  await doing(() => page.current.start({ since, dryRun: true }));
  expect(page.current.run).toMatchObject({ step: "counted", found: 6, resent: 0 });
  await doing(() => page.current.start({ since, dryRun: false }));
  expect(page.current.run).toMatchObject({ step: "sent", found: 3, total: 6 });
});

test("one that is stopped ends with the part that is under way, and can go on", async () => {
  const second = later();
  const { requests, page } = await recovery([part("b"), second.reply, part(null)]);
  await doing(() => page.current.start({ since, dryRun: false }));
  expect(page.current.run).toMatchObject({ step: "sending", resent: 2 });
  await doing(() => page.current.stop());
  await doing(() => second.comes(part("c")));
  expect(page.current.run).toMatchObject({ step: "stopped", resent: 4, error: null });
  expect(requests).toHaveLength(2);
  await doing(() => page.current.start({ since, dryRun: false }));
  expect(page.current.run).toMatchObject({ step: "sent", resent: 2 });
});

test("one whose deliveries fail again stops, and goes on where it was when a person says so", async () => {
  const { requests, page } = await recovery([part("b"), failing("c"), part(null)]);
  await doing(() => page.current.start({ since, dryRun: false }));
  expect(page.current.run).toMatchObject({ step: "failing", failing: "HTTP 500", resent: 4 });
  expect(requests).toHaveLength(2);
  await doing(() => page.current.continueAnyway?.(since));
  expect(requests[2]?.body).toMatchObject({ keepGoing: true, from: "c", startedAt: "now" });
  expect(page.current.run).toMatchObject({ step: "sent", failing: null, resent: 6 });
});

test("a run that fails in its last part cannot be continued", async () => {
  const { page } = await recovery([failing(null)]);
  await doing(() => page.current.start({ since, dryRun: false }));
  expect(page.current.run.step).toBe("failing");
  expect(page.current.continueAnyway).toBeUndefined();
});

test("counting that is begun anew forgets what comes of the one before", async () => {
  const [first, second] = [later(), later()];
  const { page } = await recovery([first.reply, second.reply]);
  await doing(() => void page.current.start({ since, dryRun: true }));
  await doing(() => void page.current.start({ since, dryRun: true }));
  await doing(() => first.comes(part(null)));
  expect(page.current.run).toMatchObject({ step: "counting", found: 0 });
  await doing(() => second.comes(part(null)));
  expect(page.current.run).toMatchObject({ step: "counted", found: 3 });
});

test.each([
  [true, "idle"],
  [false, "stopped"],
])(
  "a part that fails ends it, and what was done is still told (dry run: %s)",
  async (dryRun, step) => {
    const { page } = await recovery([part("b"), undefined]);
    await doing(() => page.current.start({ since, dryRun }));
    expect(page.current.run).toMatchObject({ step, resent: 2, error: { status: null } });
  },
);
