import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { inject } from "vitest";

// Runs before each file that needs the service, which starts beside the tests that need none.
while (!existsSync(join(inject("dataDir"), "connection.json"))) {
  if (!isRunning(inject("servicePid"))) throw new Error("the service did not start; see above");
  await setTimeout(50);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
