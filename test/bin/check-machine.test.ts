import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";

const script = resolve("bin/check-machine.sh");
const folder = mkdtempSync(join(tmpdir(), "check-machine-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the script says in a folder of this name, where `node` prints this version. */
function check(name: string, node: string) {
  const cwd = join(folder, name);
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(folder, "node"), `#!/bin/sh\n${node}\n`);
  chmodSync(join(folder, "node"), 0o755);
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const { status, stderr } = spawnSync("sh", [script], { cwd, env, encoding: "utf8" });
  return { status, stderr };
}

test.each([
  ["a folder with # in its path", "a#1", "echo v24.21.0", "rename or move"],
  ["Node.js 20", "b", "echo v20.20.2", "found v20.20.2"],
  ["a Node.js that cannot run", "c", "echo no such file >&2; exit 127", "found no such file"],
])("%s is refused in one line", (_, name, node, words) => {
  const { status, stderr } = check(name, node);
  expect([status, stderr.trim().split("\n").length]).toEqual([1, 1]);
  expect(stderr).toContain(words);
});

test.each(["v24.0.0", "v25.1.0", "v100.0.0"])(
  "Node.js %s is accepted without a word",
  (version) => {
    expect(check("fine", `echo ${version}`)).toEqual({ status: 0, stderr: "" });
  },
);

test("starting, testing and deploying check the machine first", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const { app } = JSON.parse(readFileSync("cdk.json", "utf8"));
  const first = "sh bin/check-machine.sh";
  expect([scripts.prestart, scripts.pretest]).toEqual([first, first]);
  expect(app).toMatch(/^sh bin\/check-machine\.sh && /);
});
