import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { shellWord } from "../../adapters/shell.ts";
import * as service from "../system/service.ts";
import { entry, finish, noDefaults, opsOn, startProcess } from "./ops/run-ops.ts";

// What only a process has: all else is tested within this one.

test("wrong usage ends the process with exit code 2, a message and no stack trace", async () => {
  const { exitCode, stdout, stderr } = await startProcess(["org", "list"]).finished;
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
  expect(stderr).toMatch(/^error: say where: .*\n$/);
});

test("without a folder it looks into .local", async () => {
  const nowhere = startProcess(["org", "list", "--local"], {}, service.dataDir);
  expect(await nowhere.finished).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: "error: the local service is not running in .local; start it with: npm start\n",
  });
});

test("a reader that closes the pipe causes no error", async () => {
  const command = `${await keyList()} | true; echo $PIPESTATUS`;
  expect(await inShell(command)).toEqual({ stdout: "0\n", stderr: "" });
});

test("output that cannot be written is a failure", async () => {
  const { stderr } = await inShell(`${await keyList()} > /dev/full; echo $? >&2`);
  expect(stderr).toMatch(/^error: the output could not be written: .*\n1\n$/);
});

test.each([
  ["y", "y\n", { exitCode: 0, left: 0 }],
  ["Ctrl-C", "\u0003", { exitCode: 130, left: 1 }],
])("on a pseudo-terminal it asks, and takes %s for an answer", async (_, answer, expected) => {
  const { id } = await service.createOrganization("pro");
  const key = await opsOn(service).json("key", "create", "--org", id, "--name", "Web");
  const command = commandLine("key", "revoke", "--org", id, key.id);
  const child = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    env: { PATH: process.env.PATH, XDG_CONFIG_HOME: noDefaults, SHELL: "/bin/sh" },
  });
  let shown = "";
  child.stdout.on("data", (chunk) => {
    shown += chunk;
    if (shown.endsWith("[y/N] ")) child.stdin.write(answer);
  });
  const { exitCode } = await finish(child);
  const left = (await opsOn(service).json("key", "list", "--org", id)).length;
  expect({ exitCode, left }).toEqual(expected);
});

function commandLine(...args: string[]): string {
  const words = [process.execPath, entry, ...args, "--local", "--data-dir", service.dataDir];
  return words.map(shellWord).join(" ");
}

async function keyList(): Promise<string> {
  const { organization } = await service.createCustomer("free");
  return commandLine("key", "list", "--org", organization.id);
}

const inShell = (command: string) => promisify(execFile)("bash", ["-c", command]);
