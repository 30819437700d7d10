import { expect, test } from "vitest";
import { createCounter, stores, tapOnce } from "../../service.ts";
import { consoleUser } from "../console-user.ts";

const redraw = "POST /api/setup/{organizationId}/charts/redraw";
const edit = "PATCH /api/organization/{organizationId}";

test("an owner draws the past in a new time zone, again and again, with an entry each time", async () => {
  const owner = await consoleUser("owner");
  const counters = [
    await createCounter(owner.organization),
    await createCounter(owner.organization),
  ];
  for (const counter of counters) await tapOnce(counter, "up");
  const timeZone = "Asia/Kathmandu";
  await owner.reply(edit, {}, { settings: { timeZone } });
  const counterIds = counters.map(({ id }) => id);
  const { error } = await owner.refusal(409, redraw, {}, { counterIds, timeZone: "UTC" });
  expect(error).toMatch(/time zone was changed/);
  for (let times = 0; times < 2; times += 1) {
    const done = await owner.reply(redraw, {}, { counterIds, timeZone });
    expect(done).toEqual({ counters: 2, events: 2, from: null, skipped: [] });
  }
  const hours = counterIds.map(async (targetId) => {
    const target = { organizationId: owner.organization.id, targetId };
    const asked = { resolution: "hour", at: "2020", limit: 9 } as const;
    return (await stores.markReader.from(target, asked)).map(({ at }) => at.slice(14, 16));
  });
  // Kathmandu is 5 h 45 min ahead.
  expect(await Promise.all(hours)).toEqual([["15"], ["15"]]);
  const entry = { target: { kind: "organization" }, after: { counters: 2, events: 2 } };
  expect(await owner.auditLog({ action: "data.repair" })).toMatchObject([entry, entry]);
});
