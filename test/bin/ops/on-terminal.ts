import { spawn } from "node:child_process";
import { join } from "node:path";
import { shellWord } from "../../../adapters/shell.ts";
import * as service from "../../system/service.ts";

const entry = join(import.meta.dirname, "..", "..", "..", "bin", "ops.ts");

/** Runs the command line on a pseudo-terminal, and types the answer once it asks. */
export function onTerminal(args: string[], answer: string, question = "[y/N]") {
  const target = ["--local", "--data-dir", service.dataDir];
  const command = [process.execPath, entry, ...args, ...target].map(shellWord).join(" ");
  const child = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { PATH: process.env.PATH, XDG_CONFIG_HOME: "/nonexistent", SHELL: "/bin/sh" },
  });
  let output = "";
  let answered = false;
  child.stdout.on("data", (chunk) => {
    output += chunk;
    if (answered || !output.includes(question)) return;
    answered = true;
    child.stdin.write(answer);
  });
  return new Promise<{ exitCode: number | null; output: string }>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode) => resolve({ exitCode, output }));
  });
}
