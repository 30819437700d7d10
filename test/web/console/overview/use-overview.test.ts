import { expect, test } from "vitest";
import { useOverview } from "../../../../web/console/overview/use-overview.ts";
import { pass, renderHook, useDocument } from "../rendered-hook.ts";
import { scriptedService } from "../scripted-service.ts";

useDocument();

test("an overview that stays open asks for other tiles every five minutes, and else for its own", async () => {
  const requests = scriptedService(() => ({ body: { tiles: [{ id: "ctr_1" }], pins: [] } }));
  await renderHook(() => useOverview(), undefined);
  for (let minutes = 0; minutes < 60; minutes += 1) await pass(60_000);
  const selections = requests.filter(({ path }) => !path.includes("targets=ctr_1"));
  expect(requests.length).toBeGreaterThan(300);
  expect(selections.length).toBeGreaterThanOrEqual(11);
  expect(selections.length).toBeLessThanOrEqual(13);
});
