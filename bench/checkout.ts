import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { json } from "node:stream/consumers";
import * as z from "zod";
import { Figure } from "./report/figure.ts";
import type { PartName } from "./report/parts.ts";

/** A checkout of this project, with its packages installed. */
export interface Checkout {
  folder: string;
  /** Undefined where something was changed after it, or where git knows none. */
  commit: string | undefined;
}

/** Returns undefined for a folder that is none. */
export function checkoutAt(path: string): Checkout | undefined {
  const folder = resolve(path);
  if (!existsSync(join(folder, "bench", "programs"))) return undefined;
  const git = (...args: string[]) =>
    spawnSync("git", args, { cwd: folder, encoding: "utf8" }).stdout?.trim();
  const unchanged = git("status", "--porcelain") === "";
  const commit = unchanged ? git("rev-parse", "--short", "HEAD") : undefined;
  return { folder, commit: commit || undefined };
}

export function hasPart({ folder }: Checkout, part: PartName): boolean {
  return existsSync(programOf(folder, part));
}

/** No benchmark takes a quarter of this on a quiet machine of two cores; one that hangs is ended. */
const longestMs = 1_800_000;

/** Runs a part's program; undefined when it fails, or prints figures of another schema. */
export async function measuredPart(
  { folder }: Checkout,
  part: PartName,
): Promise<Figure[] | undefined> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [programOf(folder, part)], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    timeout: longestMs,
  });
  const [printed, [code]] = await Promise.all([
    json(child.stdout).catch(() => undefined),
    once(child, "exit"),
  ]);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  const { data: figures, error } = z.array(Figure).min(1).safeParse(printed);
  if (printed !== undefined && error) console.error(`${part}: another schema: ${error.message}`);
  const result = code === 0 ? "done" : "MISSED a target";
  console.error(`${part}: ${figures ? result : "FAILED"} after ${seconds} s`);
  return figures;
}

function programOf(folder: string, part: PartName): string {
  return join(folder, "bench", "programs", `${part}.ts`);
}

/**
 * Measures a part in each checkout by turns, so that what else the machine does meets all alike. Returns
 * the rounds of each checkout; undefined when a measurement fails.
 */
export async function measuredByTurns(
  part: PartName,
  { checkouts, rounds }: { checkouts: Checkout[]; rounds: number },
  measure = measuredPart,
): Promise<Figure[][][] | undefined> {
  const measured: Figure[][][] = checkouts.map(() => []);
  for (let round = 1; round <= rounds; round += 1) {
    for (const [index, checkout] of checkouts.entries()) {
      if (rounds > 1) console.error(`${part}: round ${round} of ${rounds} in ${checkout.folder}`);
      const figures = await measure(checkout, part);
      if (figures === undefined) return undefined;
      measured[index]?.push(figures);
    }
  }
  return measured;
}
