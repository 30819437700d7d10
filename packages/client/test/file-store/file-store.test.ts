import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Change, Count } from "counting-client";
import { fileStore } from "counting-client/file-store";
import { expect, inject, onTestFinished, test } from "vitest";
import { ModelCounter } from "../catch-up/model-service.ts";

const record = (book: number[] = [], { lastEventId }: Count) => [...book, lastEventId];
const name = 'Gate \u{1F6AA}\u2028\u202E\0"\\';

// Where there is one, a folder in memory: these tests open a file a thousand times.
const temporary = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

async function temporaryFile(): Promise<string> {
  const folder = await mkdtemp(join(temporary, "file-store-"));
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

async function stored(path: string) {
  const store = await fileStore(path, { record });
  const position = await store.load(name);
  const held = position?.held.map(({ count }) => count.lastEventId);
  const book = store.book(name);
  await store.close();
  return { completeTo: position?.completeTo, held, book };
}

test("a file that ends at any byte has all changes that were written to their end, and takes further ones", async () => {
  const path = await temporaryFile();
  const store = await fileStore(path, { record });
  const ends = [0];
  for (const change of changes()) {
    expect(await store.commit(change)).toBe("committed");
    ends.push(readFileSync(path).length);
  }
  await store.close();
  const whole = readFileSync(path);
  for (let length = 0; length <= whole.length; length += 1) {
    writeFileSync(path, whole.subarray(0, length));
    const done = ends.filter((end) => end <= length).length - 1;
    expect(await stored(path), `${length} bytes`).toEqual(expected[done]);
    if (length % 40 > 0) continue;
    const again = await fileStore(path, { record });
    for (const change of changes().slice(done))
      expect(await again.commit(change)).toBe("committed");
    await again.close();
    expect(readFileSync(path).equals(whole)).toBe(true);
  }
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

test("the file is replaced by its state when it grows, also while changes come in, and what it says stays", async () => {
  const path = await temporaryFile();
  const sum = (total = 0, { delta }: Count) => total + delta;
  const store = await fileStore(path, { record: sum, compactAtBytes: 2_000 });
  const counters = Array.from({ length: 4 }, (_, index) => new ModelCounter(`ctr_${index}`));
  let largest = 0;
  for (let round = 1; round <= 200; round += 1) {
    const commits = counters.map((counter) => {
      const revision = round === 1 ? null : round - 1;
      const change = { counterId: counter.id, revision, completeTo: round, hold: [], holes: [] };
      return store.commit({ ...change, process: [counter.tap(1)] });
    });
    expect(new Set(await Promise.all(commits))).toEqual(new Set(["committed"]));
    largest = Math.max(largest, readFileSync(path).length);
  }
  await store.close();
  expect(largest).toBeLessThan(5_000);
  // A crash while the file is replaced leaves a new one that is not finished.
  copyFileSync(path, `${path}.new`);
  truncateSync(`${path}.new`, 100);
  const again = await fileStore(path, { record: sum });
  expect(counters.map(({ id }) => again.book(id))).toEqual([200, 200, 200, 200]);
  expect(await again.list()).toContainEqual({ counterId: "ctr_3", completeTo: 200 });
  expect(existsSync(`${path}.new`)).toBe(false);
  await again.close();
});

test("the numbers that were passed without an event stay on record, also when the file is compacted", async () => {
  const path = await temporaryFile();
  const store = await fileStore(path, { record, compactAtBytes: 1 });
  for (const change of changes()) await store.commit(change);
  const holes = [{ from: 3, to: 3, confirmed: true }];
  expect(store.holes(name)).toEqual(holes);
  await store.close();
  expect(readFileSync(path, "utf8").match(/\n/g)).toHaveLength(1);
  const again = await fileStore(path, { record });
  expect([again.holes(name), again.holes("ctr_b")]).toEqual([holes, []]);
  await again.close();
});

test("a file from whose middle a change is gone is refused", async () => {
  const path = await temporaryFile();
  const store = await fileStore(path, { record });
  for (const change of changes()) await store.commit(change);
  await store.close();
  const lines = readFileSync(path, "utf8").split("\n");
  writeFileSync(path, [lines[0], lines[2], ""].join("\n"));
  await expect(fileStore(path, { record })).rejects.toThrow(
    /is damaged at byte \d+: lines are missing/,
  );
});

/** The one file in the lock's folder, and what it says. */
function lockOf(path: string) {
  const [file = ""] = readdirSync(`${path}.lock`).map((one) => join(`${path}.lock`, one));
  return { file, owner: JSON.parse(readFileSync(file, "utf8")) };
}

/** A lock that another process left, or keeps. */
function lockFor(path: string, owner: object): string {
  const file = join(`${path}.lock`, "000000000000001-other");
  writeFileSync(file, JSON.stringify(owner));
  return file;
}

test("a second store on the same file is refused until the first is closed, also under another name", async () => {
  const path = await temporaryFile();
  symlinkSync(path, `${path}.link`);
  const store = await fileStore(`${path}.link`, { record });
  await expect(fileStore(path, { record })).rejects.toThrow("Another process has opened the store");
  await expect(fileStore(`${path}.link`, { record })).rejects.toThrow("delete this folder");
  await store.close();
  expect(await stored(path)).toEqual(expected[0]);
});

test("a lock of another machine or container is kept while it is touched", async () => {
  const path = await temporaryFile();
  const store = await fileStore(path, { record });
  const { owner } = lockOf(path);
  await store.close();
  // As in another container: its main process has our number.
  const file = lockFor(path, { ...owner, machine: "another container" });
  const touching = setInterval(() => utimesSync(file, new Date(), Date.now() / 1_000), 200);
  onTestFinished(() => clearInterval(touching));
  await expect(fileStore(path, { record })).rejects.toThrow("Another process has opened the store");
  clearInterval(touching);
  expect(await stored(path)).toEqual(expected[0]);
}, 30_000);

test("of several processes that start on the lock of a dead one, exactly one opens the store", async () => {
  const path = await temporaryFile();
  await fileStore(path, { record }).then((store) => store.close());
  for (let round = 0; round < 4; round += 1) {
    const store = await fileStore(path, { record });
    const { owner } = lockOf(path);
    await store.close();
    lockFor(path, { ...owner, pid: 2_147_483_646 });
    const startMs = Date.now() + 400;
    const children = Array.from({ length: 4 }, () => {
      const program = `while (Date.now() < ${startMs}); ${opener(path)}`;
      const words = ["--input-type=module", "-e", program];
      const cwd = inject("clientPackage");
      return spawn(process.execPath, words, { cwd, stdio: ["ignore", "pipe", "ignore"] });
    });
    const opened = await Promise.all(
      children.map((child) =>
        Promise.race([once(child.stdout, "data").then(() => 1), once(child, "exit").then(() => 0)]),
      ),
    );
    expect(opened.filter(Boolean)).toHaveLength(1);
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(
      children.map((child) => child.exitCode ?? child.signalCode ?? once(child, "exit")),
    );
  }
}, 60_000);

test("of two holders that write nevertheless, one is told that nothing was stored, and the file opens", async () => {
  const path = await temporaryFile();
  for (let round = 0; round < 30; round += 1) {
    await rm(path, { force: true });
    const one = await fileStore(path, { record });
    await rm(lockOf(path).file);
    const other = await fileStore(path, { record, compactAtBytes: round % 2 ? 1 : 1e9 });
    const [first, second] = changes() as [Change, Change];
    const results = await Promise.allSettled([one.commit(first), other.commit(first)]);
    const later = await Promise.allSettled([one.commit(second), other.commit(second)]);
    await Promise.all([one.close(), other.close()]);
    const count = (of: PromiseSettledResult<unknown>[]) =>
      of.filter((it) => it.status === "fulfilled" && it.value === "committed").length;
    expect(count(results)).toBeLessThan(2);
    expect(count(later)).toBeLessThan(2);
    const { completeTo = 0 } = await stored(path);
    expect(completeTo).toBeGreaterThanOrEqual(count(results) + count(later));
  }
});

/** A program that opens the store, says so, and keeps it open. */
const opener = (path: string) => `
  import { fileStore } from "counting-client/file-store";
  await fileStore(${JSON.stringify(path)}, { record: () => 0 });
  console.log(process.pid);
  setInterval(() => {}, 1_000);
`;

test.skipIf(process.platform !== "linux")(
  "a process that was killed does not keep the file, also before its parent has noticed",
  async () => {
    const path = await temporaryFile();
    // A shell that becomes a program which waits for no child.
    const command = `"$0" --input-type=module -e "$1" & exec sleep 60`;
    const words = ["-c", command, process.execPath, opener(path)];
    const parent = spawn("sh", words, { cwd: inject("clientPackage"), stdio: "pipe" });
    onTestFinished(() => void parent.kill("SIGKILL"));
    const [pid] = await once(parent.stdout, "data");
    await expect(fileStore(path, { record })).rejects.toThrow("Another process has opened");
    process.kill(Number(pid), "SIGKILL");
    const state = () => / ([A-Z]) /.exec(readFileSync(`/proc/${Number(pid)}/stat`, "utf8"))?.[1];
    await expect.poll(state).toBe("Z");
    expect(await stored(path)).toEqual(expected[0]);
  },
);

test.skipIf(process.platform !== "linux")(
  "a process that got the number of one that was killed does not keep the file",
  async () => {
    const path = await temporaryFile();
    const store = await fileStore(path, { record });
    const { owner } = lockOf(path);
    await store.close();
    expect(owner).toMatchObject({ pid: process.pid, start: expect.stringMatching(/^\d+$/) });
    // Another copy of the package in this process has opened it.
    const file = lockFor(path, owner);
    await expect(fileStore(path, { record })).rejects.toThrow("Another process has opened");
    await rm(file);
    for (const pid of [process.ppid, process.pid]) {
      lockFor(path, { ...owner, pid, start: "1" });
      expect(await stored(path)).toEqual(expected[0]);
    }
  },
);

test("a damaged file is refused, and not taken for a shorter one", async () => {
  const path = await temporaryFile();
  const store = await fileStore(path, { record });
  for (const change of changes()) await store.commit(change);
  await store.close();
  const whole = readFileSync(path, "utf8");
  writeFileSync(path, whole.replace('"delta":1', '"delta":9'));
  await expect(fileStore(path, { record })).rejects.toThrow("is damaged at byte 0");
  writeFileSync(path, whole);
  expect(await stored(path)).toEqual(expected[5]);
});

test("after a write of somebody else nothing is stored any more, and nothing is said to be", async () => {
  const path = await temporaryFile();
  const store = await fileStore(path, { record });
  const [first, second] = changes() as [Change, Change];
  await store.commit(first);
  await appendFile(path, "x");
  await expect(store.commit(second)).rejects.toThrow("Writing to");
  await expect(store.load(name)).rejects.toThrow("open the store again");
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
