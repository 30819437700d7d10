import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { isWholeRun, keepForGrants } from "../grants/recorded-calls.ts";
import { failOnFindings } from "./findings.ts";

declare module "vitest" {
  interface ProvidedContext {
    dataDir: string;
    servicePid: number;
  }
}

const testCommand = "npx vitest run --project service";

/**
 * One service for all tests, started as `npm start` does; the tests share no data in it. It starts
 * beside the tests that need none; await-service.ts waits until it is ready.
 */
export default function startService(project: TestProject) {
  // Vitest calls it for each project, and each inherits what the root provides.
  const root = project.vitest.getRootProject();
  if ("dataDir" in root.getProvidedContext()) return;
  const dataDir = mkdtempSync(join(tmpdir(), "counting-service-"));
  const ports = [
    "--api-port",
    "0",
    "--site-port",
    "0",
    "--console-port",
    "0",
    "--identity-port",
    "0",
    "--chat-port",
    "0",
    "--mailbox-port",
    "0",
  ];
  // Retries within a test's patience; those after 2 s and more go through the Scheduler.
  const schedule = ["--retry-delays", "1,2,1,1,1", "--scheduler-from", "2"];
  const recorded = join(dataDir, "aws-calls");
  const options = ["--no-demo", "--data-dir", dataDir, ...ports, ...schedule];
  const isRecording = isWholeRun(process.argv.slice(2), process.env.TIER);
  if (isRecording) options.push("--record-calls", recorded);
  options.push("--canary", "10", "--short-pages");
  // The read API may use a tenth of it. Tests send a hundred requests at once, and of Lambda's 1,000
  // nothing would be left for what other tests send at that moment.
  options.push("--lambda-concurrency", "10000");
  const seed = process.env.FAULT_SEED ?? String(randomInt(1e9));
  options.push("--fault-seed", seed);
  console.log(`Parts of batches stay unprocessed. Again: FAULT_SEED=${seed} ${testCommand}`);
  const service = spawn(process.execPath, [join("local", "start.ts"), ...options], {
    // Over the IPC channel the service notices when the tests are killed, and ends.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  root.provide("dataDir", dataDir);
  root.provide("servicePid", service.pid ?? 0);
  return async () => {
    if (service.exitCode === null) {
      service.kill("SIGTERM");
      await once(service, "exit");
    }
    if (isRecording) {
      const templateFile = join(dataDir, "cdk.out", "CountingService.template.json");
      keepForGrants({ calls: recorded, logs: join(dataDir, "logs"), templateFile });
    }
    try {
      failOnFindings(dataDir);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  };
}
