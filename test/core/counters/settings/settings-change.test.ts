import { expect, test } from "vitest";
import { newCounter } from "../../../../core/counters/counter.ts";
import {
  changeArchival,
  changeSettings,
} from "../../../../core/counters/settings/settings-change.ts";

const start = Date.UTC(2026, 10, 21);
const key = { organizationId: "org_1", counterId: "ctr_1" };
const counter = newCounter({ name: "Gate" }, key, start);

test("archiving and restoring raise the version and leave a row each; nothing else changes", () => {
  const archived = changeArchival(counter, true, start + 5);
  const at = "2026-11-21T00:00:00.005Z";
  expect(archived).toEqual({
    counter: { ...counter, version: 2, updatedAt: at, archivedAt: at },
    change: {
      counterId: "ctr_1",
      organizationId: "org_1",
      eventType: "update",
      version: 2,
      changes: { archived: true },
      createdAt: at,
    },
  });
  const restored = changeArchival(archived.counter, false, start + 9);
  expect(restored.counter).toEqual({
    ...counter,
    version: 3,
    updatedAt: "2026-11-21T00:00:00.009Z",
  });
  expect(restored.change).toMatchObject({ version: 3, changes: { archived: false } });
});

test("the time of archiving is never before that of the last change", () => {
  const { counter: archived } = changeArchival(counter, true, start - 60_000);
  expect(archived.archivedAt).toBe(counter.updatedAt);
});

test("a counter that is switched to daily resets remembers since when, and only then", () => {
  const { counter: daily } = changeSettings(counter, { resetDaily: true, resetTo: 5 }, start + 5);
  const dailyResetSince = "2026-11-21T00:00:00.005Z";
  expect(daily).toMatchObject({ resetDaily: true, resetTo: 5, dailyResetSince });
  const { counter: again } = changeSettings(daily, { resetDaily: true }, start + 9);
  expect(again.dailyResetSince).toBe(dailyResetSince);
  const { counter: off } = changeSettings(again, { resetDaily: false }, start + 20);
  const { counter: on } = changeSettings(off, { resetDaily: true }, start + 30);
  expect(on.dailyResetSince).toBe("2026-11-21T00:00:00.030Z");
  const made = newCounter({ name: "Gate", resetDaily: true }, key, start);
  expect(made.dailyResetSince).toBe(made.createdAt);
});
