// @module-tag all
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkoutAt, measuredByTurns, measuredPart } from "../../bench/checkout.ts";
import type { PartName } from "../../bench/report/parts.ts";

const root = join(import.meta.dirname, "..", "..");

function bench(...args: string[]) {
  const { status, stderr } = spawnSync(process.execPath, ["bench/run.ts", ...args], {
    cwd: root,
    encoding: "utf8",
  });
  return { status, stderr };
}

/** A folder with programs of parts, by their names. */
function folderWith(programs: Partial<Record<PartName, string>>) {
  const folder = mkdtempDisposableSync(join(tmpdir(), "bench-"));
  mkdirSync(join(folder.path, "bench", "programs"), { recursive: true });
  for (const [part, text] of Object.entries(programs)) {
    writeFileSync(join(folder.path, "bench", "programs", `${part}.ts`), text);
  }
  return folder;
}

function checkoutIn(folder: { path: string }) {
  const checkout = checkoutAt(folder.path);
  if (checkout === undefined) throw new Error(`${folder.path} is no checkout`);
  return checkout;
}

describe("before anything is measured, the command line refuses", () => {
  test.each([
    ["a part that there is not", ["nosuch"], "Allowed choices are round-trips"],
    ["a folder that is no checkout", ["taps", "--beside", tmpdir()], "no checkout of this project"],
    ["to measure everything beside another checkout", ["--beside", root], "name the parts"],
    ["to store a comparison", ["taps", "--write", "--beside", root], "cannot be used with"],
    ["no rounds at all", ["taps", "--rounds", "0"], "a number from 1 to 20"],
  ])("%s", (_, args, message) => {
    const { status, stderr } = bench(...args);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });

  test("a checkout without the part", () => {
    using folder = folderWith({});
    const { status, stderr } = bench("taps", "--beside", folder.path);
    expect(stderr).toContain(`${folder.path} has no taps`);
    expect(status).toBe(2);
  });
});

test("a folder that git does not know has no commit", () => {
  using folder = folderWith({});
  expect(checkoutIn(folder).commit).toBeUndefined();
});

test("a part is measured in each checkout by turns", async () => {
  const order: string[] = [];
  const checkouts = ["here", "there"].map((folder) => ({ folder, commit: undefined }));
  const rounds = await measuredByTurns("taps", { checkouts, rounds: 3 }, async ({ folder }) => {
    order.push(folder);
    return [{ name: folder, value: order.length, unit: "ms" }];
  });
  expect(order).toEqual(["here", "there", "here", "there", "here", "there"]);
  const values = rounds?.map((each) => each.flat().map(({ value }) => value));
  expect(values).toEqual([
    [1, 3, 5],
    [2, 4, 6],
  ]);
});

test("a part whose measurement fails once has no rounds", async () => {
  const checkouts = [{ folder: "here", commit: undefined }];
  let round = 0;
  const measured = await measuredByTurns("taps", { checkouts, rounds: 3 }, async () => {
    round += 1;
    return round === 2 ? undefined : [{ name: "tap", value: 1, unit: "ms" }];
  });
  expect(measured).toBeUndefined();
});

test("a part's figures are what the checkout's program prints, if they are figures", async () => {
  const figures = [{ name: "tap", value: 1, unit: "ms" }];
  using folder = folderWith({
    taps: `console.log('${JSON.stringify(figures)}')`,
    latency: `console.log('[{"name":"p50","value":"1 ms"}]')`,
    units: "throw new Error('it fails')",
  });
  const checkout = checkoutIn(folder);
  expect(await measuredPart(checkout, "taps")).toEqual(figures);
  expect(await measuredPart(checkout, "latency")).toBeUndefined();
  expect(await measuredPart(checkout, "units")).toBeUndefined();
});
