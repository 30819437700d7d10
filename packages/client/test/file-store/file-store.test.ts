// @module-tag all
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Change, Count } from "counting-client";
import { fileStore } from "counting-client/file-store";
import { expect, inject, onTestFinished, test } from "vitest";
import { ModelCounter } from "../catch-up/model-service.ts";
import { fastFolder } from "./fast-folder.ts";

const record = (book: number[] = [], { lastEventId }: Count) => [...book, lastEventId];
const name = 'Gate \u{1F6AA}\u2028\u202E\0"\\';

async function temporaryFile(): Promise<string> {
  const folder = await mkdtemp(join(fastFolder, "file-store-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "books");
}

/** Changes of one counter: the third holds an event, the fourth passes a hole. */
function changes(): Change[] {
  const counter = new ModelCounter(name);
  const [one, two, , four, five] = Array.from({ length: 5 }, () => counter.tap(1)) as Count[];
  const of = (revision: number | null, completeTo: number, process: (Count | undefined)[]) => ({
    ...{ counterId: name, revision, completeTo, process: process as Count[], hold: [], holes: [] },
  });
  const heldSince = "2026-11-25T12:00:00.000Z";
  return [
    of(null, 1, [one]),
    of(1, 2, [two]),
    { ...of(2, 2, []), hold: [{ count: four as Count, heldSince }] },
    { ...of(3, 4, [four]), holes: [{ from: 3, to: 3, confirmed: true }] },
    of(4, 5, [five]),
  ];
}

/** What is stored after each number of changes. */
const expected = [
  { completeTo: undefined, held: undefined, book: undefined },
  { completeTo: 1, held: [], book: [1] },
  { completeTo: 2, held: [], book: [1, 2] },
  { completeTo: 2, held: [4], book: [1, 2] },
  { completeTo: 4, held: [], book: [1, 2, 4] },
  { completeTo: 5, held: [], book: [1, 2, 4, 5] },
];

async function stored(path: string, counterId = name) {
  const store = await fileStore(path, { record });
  try {
    const position = await store.load(counterId);
    const held = position?.held.map(({ count }) => count.lastEventId);
    return { completeTo: position?.completeTo, held, book: store.book(counterId) };
  } finally {
    await store.close();
  }
}

test("each change is stored with its book, what is held and the holes, and is there when the file is opened again", async () => {
  const path = await temporaryFile();
  for (const [index, change] of changes().entries()) {
    const store = await fileStore(path, { record });
    expect(await store.commit(change)).toBe("committed");
    await store.close();
    expect(await stored(path)).toEqual(expected[index + 1]);
  }
  const store = await fileStore(path, { record });
  expect(await store.list()).toEqual([{ counterId: name, completeTo: 5 }]);
  expect(store.holes(name)).toEqual([{ from: 3, to: 3, confirmed: true }]);
  expect(store.holes("ctr_b")).toEqual([]);
  await store.close();
  expect(readdirSync(dirname(path))).toEqual(["books"]);
});

test("a change that does not follow what is stored is a conflict, and is not stored", async () => {
  const path = await temporaryFile();
  const store = await fileStore(path, { record });
  const [first, second] = changes() as [Change, Change];
  await store.commit(first);
  expect(await store.commit(first)).toBe("conflict");
  expect(await store.commit({ ...second, revision: 7 })).toBe("conflict");
  await store.close();
  expect(await stored(path)).toEqual(expected[1]);
});

test("a recorder that throws leaves everything as it was", async () => {
  const path = await temporaryFile();
  let isBroken = true;
  const store = await fileStore(path, {
    record: (book: number[] = [], count) => {
      if (isBroken) throw new Error("no such hall");
      return record(book, count);
    },
  });
  const [first] = changes() as [Change];
  await expect(store.commit(first)).rejects.toThrow("no such hall");
  isBroken = false;
  expect(await store.commit(first)).toBe("committed");
  await store.close();
  expect(await stored(path)).toEqual(expected[1]);
});

/** A process that enters the numbers up to `last` as fast as it can, and says each that it has entered. */
function writer(path: string, last: number) {
  const program = `
    import { fileStore } from "counting-client/file-store";
    const store = await fileStore(${JSON.stringify(path)}, {
      record: (book = [], { lastEventId }) => [...book, lastEventId],
    });
    for (;;) {
      const { revision = null, completeTo = 0 } = (await store.load("ctr_a")) ?? {};
      if (completeTo >= ${last}) break;
      const count = { counterId: "ctr_a", lastEventId: completeTo + 1 };
      const change = { counterId: "ctr_a", revision, completeTo: completeTo + 1, process: [count] };
      const result = await store.commit({ ...change, hold: [], holes: [] });
      if (result === "committed") console.log(completeTo + 1);
    }
  `;
  const words = ["--input-type=module", "-e", program];
  const cwd = inject("clientPackage");
  const child = spawn(process.execPath, words, { cwd, stdio: ["ignore", "pipe", "inherit"] });
  const said: number[] = [];
  child.stdout.on("data", (lines) => said.push(...String(lines).trim().split("\n").map(Number)));
  return { child, said, ended: once(child, "close") };
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

async function bookIn(path: string): Promise<number[]> {
  const store = await fileStore<number[]>(path, { record });
  const book = store.book("ctr_a") ?? [];
  expect((await store.load("ctr_a"))?.completeTo ?? 0).toBe(book.length);
  await store.close();
  return book;
}

test("a process that is killed leaves each change wholly there or not at all, and all that it was told are stored", async () => {
  const path = await temporaryFile();
  for (let round = 1; round <= 6; round += 1) {
    const { child, said, ended } = writer(path, Number.MAX_SAFE_INTEGER);
    await expect.poll(() => said.length).toBeGreaterThan(round);
    child.kill("SIGKILL");
    await ended;
    const book = await bookIn(path);
    expect(book).toEqual(upTo(book.length));
    expect(book.length).toBeGreaterThanOrEqual(said.at(-1) ?? Number.NaN);
  }
});

test("processes that begin and write at once enter each number once", async () => {
  const path = await temporaryFile();
  const writers = upTo(3).map(() => writer(path, 300));
  const ends = await Promise.all(writers.map(({ ended }) => ended));
  expect(ends).toEqual(writers.map(() => [0, null]));
  const said = writers.flatMap((one) => one.said);
  expect(said.sort((one, other) => one - other)).toEqual(upTo(300));
  expect(await bookIn(path)).toEqual(upTo(300));
});

/** All files of a folder, by name. */
const filesBeside = (path: string) =>
  Object.fromEntries(
    readdirSync(dirname(path)).map((file) => [
      file,
      readFileSync(join(dirname(path), file), "hex"),
    ]),
  );

const otherDatabase = (journalMode: string) => (path: string) => {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = ${journalMode}; CREATE TABLE users (name TEXT)`);
  // As a program that was killed leaves it: the table is only in the log.
  for (const file of readdirSync(dirname(path)))
    copyFileSync(join(dirname(path), file), join(dirname(path), `kept-${file}`));
  database.close();
  for (const file of readdirSync(dirname(path)).filter((one) => one.startsWith("kept-")))
    copyFileSync(join(dirname(path), file), join(dirname(path), file.slice("kept-".length)));
};

test.each<[string, (path: string) => void]>([
  ["has one line of text", (path) => writeFileSync(path, "Gate A: 1042\n")],
  ["has one byte", (path) => writeFileSync(path, "7")],
  ["has many lines of text", (path) => writeFileSync(path, "Gate A: 1042\n".repeat(1_000))],
  [
    "is a journal of an earlier form",
    (path) => writeFileSync(path, '0f343b0b 0 {"change":{"counterId":"ctr_a"}}\n'),
  ],
  ["is the database of another program", otherDatabase("delete")],
  ["is a database with a log of writes", otherDatabase("wal")],
  [
    "is new, beside a file of text with the name of its journal",
    (path) => writeFileSync(`${path}-journal`, "mine"),
  ],
  [
    "is new, beside a file of text with the name of a log",
    (path) => writeFileSync(`${path}-wal`, "mine"),
  ],
])("a file that %s is refused, and stays as it is", async (_, make) => {
  const path = await temporaryFile();
  make(path);
  const before = filesBeside(path);
  await expect(fileStore(path, { record })).rejects.toThrow(
    /books\S* is not a file of fileStore, and stays as it is: choose another path$/,
  );
  expect(filesBeside(path)).toEqual(before);
});

test("a file that was cut, or has a flipped bit in what is stored, is refused and stays as it is", async () => {
  const path = await temporaryFile();
  const store = await fileStore(path, { record });
  for (const change of changes()) await store.commit(change);
  await store.commit({ ...(changes()[2] as Change), counterId: "ctr_b", revision: null });
  await store.close();
  const whole = readFileSync(path);
  const say = async () => [await stored(path), await stored(path, "ctr_b")];
  const right = await say();
  for (let length = 1; length < whole.length; length += 509) {
    writeFileSync(path, whole.subarray(0, length));
    await expect(stored(path), `${length} bytes`).rejects.toThrow(/and stays as it is/);
  }
  let noticed = 0;
  for (let byte = 0; byte < whole.length; byte += 1) {
    // What no record and no structure uses can have any value.
    if (whole[byte] === 0 && byte % 61 > 0) continue;
    const damaged = Buffer.from(whole);
    damaged[byte] = (damaged[byte] ?? 0) ^ (1 << (byte % 8));
    writeFileSync(path, damaged);
    const said = await say().catch((error) => String(error));
    if (typeof said === "string") {
      noticed += 1;
      expect(said, `byte ${byte}`).toMatch(/is damaged, and stays|is not a file of fileStore/);
      expect(readFileSync(path).equals(damaged), `byte ${byte}`).toBe(true);
    } else expect(said, `byte ${byte}`).toEqual(right);
  }
  expect(noticed).toBeGreaterThan(500);
});

test("a runtime without node:sqlite is told what is needed", async () => {
  const program = `
    import { fileStore } from "counting-client/file-store";
    await fileStore("books", {}).catch(({ message }) => console.log(message));
  `;
  const words = ["--no-experimental-sqlite", "--input-type=module", "-e", program];
  const child = spawn(process.execPath, words, { cwd: inject("clientPackage") });
  const [said] = await once(child.stdout, "data");
  expect(String(said)).toMatch(/^fileStore needs node:sqlite, which Node.js 22.13 and newer/);
});
