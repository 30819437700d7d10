// @module-tag all
import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Count } from "counting-client";
import { fileStore } from "counting-client/file-store";
import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { happenedIn, worlds } from "../catch-up/world.ts";
import { fastFolder } from "./fast-folder.ts";

test("the file store keeps every count once and in order in 200 worlds", async () => {
  const folder = await mkdtemp(join(fastFolder, "worlds-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "books");
  const record = (book: Count[] = [], count: Count) => [...book, count];
  const property = fc.asyncProperty(worlds, async (plan) => {
    rmSync(path, { force: true });
    const store = await fileStore(path, { record });
    const book = (counterId: string) => store.book(counterId) ?? [];
    const { broken } = await happenedIn(plan, {}, { ...store, book });
    await store.close();
    expect(broken).toEqual([]);
  });
  await fc.assert(property, { numRuns: 200 });
});
