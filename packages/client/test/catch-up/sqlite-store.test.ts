import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { CatchUpStore, Count } from "counting-client";
import * as fc from "fast-check";
import { expect, inject, test } from "vitest";
import { happenedIn, worlds } from "./world.ts";

const clientPackage = inject("clientPackage");
const readme = readFileSync(join(clientPackage, "README.md"), "utf8");

/** The store of the README, as it stands there. */
async function sqliteStore(path: string): Promise<CatchUpStore> {
  const [, text = ""] = /```js\n(\/\/ sqlite-store\.mjs\n[\s\S]*?)```/.exec(readme) ?? [];
  const folder = join(clientPackage, "..", "..", "samples");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "sqlite-store.mjs");
  writeFileSync(file, text);
  return (await import(file)).sqliteStore(path);
}

test("the README's store in SQLite keeps every count once and in order in 300 worlds with two receivers", async () => {
  let world = 0;
  const property = fc.asyncProperty(worlds, async (plan) => {
    world += 1;
    const path = `file:world-${world}?mode=memory&cache=shared`;
    const reader = new DatabaseSync(path);
    const store = await sqliteStore(path);
    const rows = reader.prepare("SELECT * FROM counts WHERE counter_id = ? ORDER BY number");
    const book = (counterId: string) =>
      rows.all(counterId).map(({ number, delta, total }) => ({
        lastEventId: number,
        ...{ count: total, previousCount: Number(total) - Number(delta) },
      })) as unknown as Count[];
    const { broken } = await happenedIn(plan, {}, { ...store, book });
    reader.close();
    expect(broken).toEqual([]);
  });
  await fc.assert(property, { numRuns: 300 });
});
