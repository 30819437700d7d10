// @module-tag all
import { expect, test } from "vitest";
import { fileBody } from "../asked-routes.ts";
import { consoleUser } from "../console-user.ts";

// A request takes a thousand rows, and leaves the others to the next.

const preview = "POST /api/setup/{organizationId}/imports/preview";
const all = "GET /api/setup/{organizationId}/counters";
const run = "POST /api/setup/{organizationId}/imports";
const edit = "PATCH /api/setup/{organizationId}/counters/{counterId}";

test("many updates come in several requests, and none overwrites what others have changed", async () => {
  const user = await consoleUser();
  const rows = Array.from({ length: 1_100 }, (_, index) => `Gate ${index}`);
  const made = fileBody(["Name", ...rows].join("\n"));
  for (let done = false; !done; ) ({ done } = await user.reply(run, {}, made));
  const file = fileBody(["Name,Goal", ...rows.map((name) => `${name},50`)].join("\n"));
  const body = { ...file, existing: "update" as const };
  const updatesOf = async () => {
    const shown = await user.reply(preview, {}, body);
    if (shown.result !== "previewed") throw new Error("the file has errors");
    return shown.updates;
  };
  const first = await user.reply(run, {}, { ...body, seenUpdates: await updatesOf() });
  expect(first).toMatchObject({ done: false, created: 0, updatedThrough: first.updated });
  expect(first.updated + first.missing).toBe(1_100);
  const { counters } = await user.reply(all, {});
  async function setGoal(name: string, seen: number | null, goalTarget: number | null) {
    const { id: counterId = "" } = counters.find((counter) => counter.name === name) ?? {};
    const change = { settings: { goalTarget }, seen: { goalTarget: seen } };
    await user.reply(edit, { counterId }, change);
  }
  await setGoal("Gate 0", 50, 40);
  const { updates: seenUpdates, updatedThrough } = first;
  const second = { ...body, seenUpdates, updatedThrough };
  await setGoal("Gate 1099", null, 40);
  expect((await user.refusal(409, run, {}, second)).error).toContain("look at it again");
  await setGoal("Gate 1099", 40, null);
  let part = await user.reply(run, {}, second);
  while (!part.done) {
    const left = { seenUpdates: part.updates, updatedThrough: part.updatedThrough };
    part = await user.reply(run, {}, { ...body, ...left });
  }
  const { counters: after } = await user.reply(all, {});
  expect(after.filter(({ goalTarget }) => goalTarget === 40)).toMatchObject([{ name: "Gate 0" }]);
  expect(after.filter(({ goalTarget }) => goalTarget === 50)).toHaveLength(1_099);
  // More than a thousand transactions, one after the other.
}, 180_000);

test("two imports of a file at once say together, and record, what there is and no more", async () => {
  const user = await consoleUser();
  const rows = Array.from({ length: 1_200 }, (_, index) => `Gate ${index},Hall ${index % 60}`);
  const body = fileBody(["name,groupName", ...rows].join("\n"), true);
  const whole = async () => {
    let created = 0;
    for (let done = false; !done; ) {
      const part = await user.reply(run, {}, body);
      created += part.created;
      done = part.done;
    }
    return created;
  };
  const [first, second] = await Promise.all([whole(), whole()]);
  expect((first ?? 0) + (second ?? 0)).toBe(1_200);
  const entries = await user.auditLog({ action: "counter", limit: 100 });
  const sumOf = (field: string) =>
    entries.reduce((sum, { after }) => sum + Number(after?.[field] ?? 0), 0);
  expect(sumOf("created")).toBe(1_200);
  expect(sumOf("groups")).toBeLessThanOrEqual(60);
});
