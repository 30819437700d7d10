import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as service from "../../system/service.ts";
import { runOps } from "./run-ops.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "counting-use-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const run = (...args: string[]) => runOps(args, { XDG_CONFIG_HOME: home });
const target = ["--local", "--data-dir", service.dataDir];

function keptFile(): string {
  const folder = join(home, "counting-service");
  const [name = "none", ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  return join(folder, name);
}

describe("counting use", () => {
  test("keeps a service and an organization, and every verb says that it uses them", async () => {
    const { id } = await service.createOrganization("pro");
    expect(await run("use", ...target, "--org", id)).toMatchObject({ exitCode: 0, stderr: "" });
    const flags = `${target.join(" ")} --org ${id}`;
    expect((await run("counter", "list")).stderr).toBe(`using ${flags} (counting use)\n`);
    expect((await run("use")).stdout).toContain(`The default is: ${flags}\n`);
    const list = await run("org", "list");
    expect(list).toMatchObject({
      exitCode: 0,
      stderr: `using ${target.join(" ")} (counting use)\n`,
    });
  });

  test("is not mentioned with --json", async () => {
    await run("use", ...target);
    expect(await run("org", "list", "--json")).toMatchObject({ exitCode: 0, stderr: "" });
    const { stdout } = await run("use", "--json");
    const kept = { stack: null, local: true, dataDir: service.dataDir, org: null };
    expect(JSON.parse(stdout)).toEqual(kept);
  });

  test("changes the organization alone with --org alone", async () => {
    await run("use", ...target, "--org", "org_one");
    await run("use", "--org", "org_two");
    expect((await run("use")).stdout).toContain(`${target.join(" ")} --org org_two\n`);
  });

  test("--clear removes it", async () => {
    await run("use", ...target);
    expect((await run("use", "--clear")).stdout).toMatch(/^No default is kept/);
    expect(await run("org", "list")).toMatchObject({ exitCode: 2 });
  });

  test("is readable for its user only", async () => {
    await run("use", ...target);
    expect(statSync(keptFile()).mode & 0o777).toBe(0o600);
  });

  test.each([
    ["no JSON", "{"],
    ["another shape", '{"local":true,"stack":"both"}'],
    ["too long", `{"local":true,"org":"${"x".repeat(20_000)}"}`],
  ])("a file that is %s is named, and --clear removes it", async (_, text) => {
    await run("use", ...target);
    writeFileSync(keptFile(), text);
    const { exitCode, stderr } = await run("org", "list");
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      `error: ${keptFile()}, which counting use keeps, is not as expected; ` +
        "remove it with: npx counting use --clear\n",
    );
    expect(await run("use", "--clear")).toMatchObject({ exitCode: 0 });
  });

  test.each([
    ["two services", ["--local", "--stack", "s"], /not both/],
    ["a folder without --local", ["--data-dir", "d"], /needs --local/],
    ["an organization without a service", ["--org", "o"], /needs a service/],
    ["--clear with more", ["--clear", "--local"], /no other flag/],
  ])("refuses %s", async (_, args, reason) => {
    const { exitCode, stdout, stderr } = await run("use", ...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(reason);
  });
});

describe("flags on the command line", () => {
  test("are used instead of the default, which is then not mentioned", async () => {
    await run("use", "--local", "--data-dir", join(home, "nothing"));
    expect(await run("org", "list", ...target)).toMatchObject({ exitCode: 0, stderr: "" });
  });

  test("leave the kept organization out when they name another service", async () => {
    await run("use", "--stack", "other", "--org", "org_other");
    const { exitCode, stderr } = await run("counter", "list", ...target);
    expect(exitCode).toBe(2);
    const flags = `${target.join(" ")} --org ORG`;
    expect(stderr).toContain(`--org ORG; to keep a default: npx counting use ${flags};`);
  });

  test("keep the kept organization when they name the same service", async () => {
    const { id } = await service.createOrganization("pro");
    await run("use", ...target, "--org", id);
    const list = await run("counter", "list", ...target);
    expect(list).toMatchObject({ exitCode: 0, stderr: `using --org ${id} (counting use)\n` });
  });
});
