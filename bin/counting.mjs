#!/usr/bin/env node
// `npx counting …`: starts bin/ops.ts with a Node that runs TypeScript as it is. Plain JavaScript
// for Node 20 and later, because npx may run it with whatever Node the machine has.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = dirname(fileURLToPath(import.meta.url));
const project = join(folder, "..");

// As `npm run` does: relative paths are the caller's, the default data folder is the project's.
process.env.INIT_CWD = process.cwd();
process.env.COUNTING_COMMAND = "npx counting";

if (Number(process.versions.node.split(".")[0]) >= 24) {
  process.chdir(project);
  await import("./ops.ts");
} else {
  runInOwnNode();
}

/** The package of Node 24 for this machine, which `npm ci` installs. */
function runInOwnNode() {
  const node = join(project, "node_modules", ".bin", "node");
  if (!existsSync(node)) cannotRun();
  const args = [join(folder, "ops.ts"), ...process.argv.slice(2)];
  const child = spawn(node, args, { cwd: project, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => child.kill(signal));
  }
  // Not for this machine: it is linked to glibc, for example, where the machine has musl.
  child.once("error", cannotRun);
  child.once("exit", (exitCode, signal) => {
    process.exit(exitCode ?? 128 + constants.signals[signal]);
  });
}

function cannotRun() {
  console.error(
    `error: This needs Node.js 24 or newer, and is run by ${process.version}. Install it; on Linux ` +
      "with glibc, npm ci (with optional packages) brings it.",
  );
  process.exit(1);
}
