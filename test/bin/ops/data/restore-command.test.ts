import { expect, test } from "vitest";
import { commandToResume } from "../../../../bin/ops/data/restore-command.ts";

test.each([
  [
    { table: "Counters", from: "a table", dryRun: true, unitsPerSecond: 200 },
    "npx counting data restore --table Counters --from 'a table' --dry-run --resume eyJ0",
  ],
  [
    {
      ...{ all: true, prefix: "r'-", only: "org_1", includeDeleted: true, otherSource: true },
      ...{ unitsPerSecond: 1_000, yes: true, json: true, resume: "former" },
    },
    "npx counting data restore --all --prefix 'r'\\''-' --only org_1 --include-deleted" +
      " --other-source --units-per-second 1000 --yes --json --resume eyJ0",
  ],
  [
    { table: "Gates", from: "x", overwrite: true, unitsPerSecond: 200 },
    "npx counting data restore --table Gates --from x --overwrite --resume eyJ0",
  ],
])("the command to continue has the options %j, quoted for a shell", (options, command) => {
  expect(commandToResume(options, "eyJ0")).toBe(command);
});
