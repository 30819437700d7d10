import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { draftFile } from "../../../../bin/ops/data/draft-file.ts";

/** More than is written at once. */
const long = "x".repeat(300_000);

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "draft-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test.each([
  ["before its first line", []],
  ["after a line that is not on the disk yet", ["a\n"]],
  ["after lines that are on the disk", [long, "a\n"]],
])("a draft that is interrupted %s leaves nothing, and the next one begins", async (_, lines) => {
  const folder = await newFolder();
  const file = join(folder, "export.jsonl");
  for (let times = 0; times < 2; times++) {
    const interrupted = async () => {
      await using draft = await draftFile(file);
      for (const line of lines) await draft.write(line);
      throw new Error("interrupted");
    };
    await expect(interrupted()).rejects.toThrow("interrupted");
    expect(await readdir(folder)).toEqual([]);
  }
  await using whole = await draftFile(file);
  await whole.write(long);
  await whole.finish();
  expect(await readdir(folder)).toEqual(["export.jsonl"]);
  expect(await readFile(file, "utf8")).toBe(long);
});
