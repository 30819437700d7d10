import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { readmeSamples } from "./readme-samples.ts";

/** Counts as fast as it can, and appends after every few counts. */
const program = `
  import { DatabaseSync } from "node:sqlite";
  import { appendCounts } from "./append-counts.mjs";
  import { sqliteStore } from "./sqlite-store.mjs";
  const store = sqliteStore("books.db");
  const database = new DatabaseSync("books.db");
  const counterId = "ctr_a";
  for (;;) {
    const { revision = null, completeTo = 0 } = (await store.load(counterId)) ?? {};
    const number = completeTo + 1;
    const count = { lastEventId: number, delta: 1, count: number, createdAt: "2026-11-25" };
    const change = { counterId, revision, completeTo: number, process: [count], hold: [], holes: [] };
    await store.commit(change);
    console.log(number);
    if (number % 3 === 0) appendCounts(database, "counts.csv");
  }
`;

test("a file beside the store has every count once and in order, whenever the process is killed", async () => {
  const folder = readmeSamples();
  const file = join(folder, "counts.csv");
  writeFileSync(join(folder, "program.mjs"), program);
  for (let round = 0; round < 8; round += 1) {
    const child = spawn(process.execPath, ["program.mjs"], { cwd: folder, stdio: "pipe" });
    // Each round counts three at least, however slow the machine is.
    for (let number = 0; number < 3 * (round + 1); ) {
      const [printed] = await once(child.stdout, "data");
      number = Number.parseInt(String(printed).trimEnd().split("\n").at(-1) ?? "", 10);
    }
    await setTimeout(randomInt(100));
    child.kill("SIGKILL");
    await once(child, "exit");
    // A write that ended in the middle of a line.
    appendFileSync(file, "999,ctr_a,99".slice(0, randomInt(12)));
  }
  const { appendCounts } = await import(join(folder, "append-counts.mjs"));
  const database = new DatabaseSync(join(folder, "books.db"));
  while (appendCounts(database, file) > 0);
  const rows = database.prepare("SELECT * FROM counts ORDER BY number").all();
  database.close();
  expect(rows.length).toBeGreaterThan(20);
  const lines = rows.map((row) => Object.values(row).join(","));
  expect(readFileSync(file, "utf8").trimEnd().split("\n")).toEqual(lines);
});
