// @module-tag all
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Change, Count } from "counting-client";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readmeSamples } from "../readme-samples.ts";
import { happenedIn, worlds } from "./world.ts";

test("the README's store in SQLite keeps every count once and in order in 300 worlds with two receivers", async () => {
  const { sqliteStore } = await import(join(readmeSamples(), "sqlite-store.mjs"));
  let world = 0;
  const property = fc.asyncProperty(worlds, async (plan) => {
    world += 1;
    const path = `file:world-${world}?mode=memory&cache=shared`;
    const reader = new DatabaseSync(path);
    const store = sqliteStore(path);
    const rows = reader.prepare("SELECT * FROM counts WHERE counter_id = ? ORDER BY number");
    const book = (counterId: string) =>
      rows.all(counterId).map(({ number, delta, total }) => ({
        lastEventId: number,
        ...{ count: total, previousCount: Number(total) - Number(delta) },
      })) as unknown as Count[];
    const passed: unknown[] = [];
    const commit = async (change: Change) => {
      const result = await store.commit(change);
      if (result === "committed")
        for (const { from, to, confirmed } of change.holes)
          passed.push([change.counterId, from, to, Number(confirmed)]);
      return result;
    };
    const { broken } = await happenedIn(plan, {}, { ...store, commit, book });
    const holes = reader.prepare("SELECT * FROM holes ORDER BY rowid").all();
    reader.close();
    expect(broken).toEqual([]);
    expect(holes.map((hole) => Object.values(hole))).toEqual(passed);
  });
  await fc.assert(property, { numRuns: 300 });
});
