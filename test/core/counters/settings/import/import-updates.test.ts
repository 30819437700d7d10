import { expect, test } from "vitest";
import { newCounter, type StoredCounter } from "../../../../../core/counters/counter.ts";
import type { SettingsPorts } from "../../../../../core/counters/settings/change-counter.ts";
import type { PreparedRow } from "../../../../../core/counters/settings/import/import-preparation.ts";
import { updateCounters } from "../../../../../core/counters/settings/import/import-updates.ts";
import { operator } from "../../../audit/operator.ts";

function updateOf(row: number): PreparedRow {
  const counterId = `ctr_${row}`;
  const existing = newCounter({ name: `Gate ${row}` }, { organizationId: "org_1", counterId }, 0);
  return {
    ...{
      row,
      line: row + 1,
      settings: { name: existing.name, goalTarget: 50 },
      counterId,
      existing,
    },
    ...{ does: "update", changes: { goalTarget: 50 }, sharesName: false, archivedName: false },
  };
}

test("an update that fails is reported when the others of its batch have ended", async () => {
  let running = 0;
  const ends: (() => void)[] = [];
  const ports: SettingsPorts = {
    clock: { now: () => 0 },
    randomBase62: () => "0",
    counterChanges: {
      async change({ counterId }, decide) {
        if (counterId === "ctr_1") throw new Error("throttled");
        running += 1;
        await new Promise<void>((resolve) => ends.push(resolve));
        running -= 1;
        return decide(updateOf(Number(counterId.slice(4))).existing as StoredCounter).result;
      },
    },
  };
  const control = { onProgress: () => {}, isStopped: () => false };
  const run = updateCounters(ports, { rows: [1, 2, 3].map(updateOf), by: operator, control });
  const failed = run.catch((error: Error) => `${error.message}, ${running} run on`);
  await Promise.resolve();
  for (const end of ends) end();
  expect(await failed).toBe("throttled, 0 run on");
});
