import { mkdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll } from "vitest";
import { systemErrorCode } from "../../bin/ops/terminal/failure.ts";
import { dataDir } from "./service.ts";

const lock = join(dataDir, "tests-of-failed-records.lock");

/**
 * Runs the tests of a file while no other such file runs: all files share the service's stores of
 * failed records, and some tests count or redrive whatever is in them.
 */
export function holdFailedRecords(): void {
  beforeAll(async () => {
    while (!isHeld()) await setTimeout(50);
  }, 300_000);
  afterAll(() => rmdirSync(lock));
}

function isHeld(): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST") return false;
    throw error;
  }
}
