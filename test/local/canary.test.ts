import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { canaryCounter } from "../../core/operations/canary/canary-identity.ts";
import { opsOn } from "../bin/ops/run-ops.ts";
import { eventually } from "../eventually.ts";
import { newFolder, nodeStart, printed, ready } from "./npm-start.ts";

test("a run of the canary that fails is printed in one line that names its log, even with --quiet", async () => {
  const folder = newFolder();
  const service = nodeStart(folder, ["--no-demo", "--quiet", "--canary", "1"]);
  await ready(folder, service);
  const ops = opsOn({ dataDir: folder });
  const lock = ["counter", "update", "--org", canaryCounter.organizationId];
  await eventually("the canary's counter", async () => {
    const { exitCode } = await ops.run(...lock, canaryCounter.counterId, "--locked", "true");
    return exitCode === 0 || undefined;
  });
  const line =
    /^\S+ .*canary failed at the step "count": the count was refused: locked.* log: (.*)$/m;
  await printed(service, line);
  const [, log = ""] = line.exec(service.output()) ?? [];
  expect(existsSync(log)).toBe(true);
  expect(readFileSync(log, "utf8")).toContain("the count was refused: locked");
}, 120_000);
