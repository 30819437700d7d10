import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { keptDefaultFile } from "../../../bin/ops/kept-default.ts";
import * as service from "../../system/service.ts";
import { runHere } from "./run-ops.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "counting-use-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const run = (...args: string[]) => runHere(args, { XDG_CONFIG_HOME: home });
const target = ["--local", "--data-dir", service.dataDir];

describe("counting use", () => {
  test("keeps a service and an organization, and every verb says that it uses them", async () => {
    const { id } = await service.createOrganization("pro");
    const kept = await run("use", ...target, "--org", id);
    expect(kept).toMatchObject({ exitCode: 0, stderr: "" });
    expect(statSync(keptDefaultFile({ XDG_CONFIG_HOME: home })).mode & 0o777).toBe(0o600);
    const flags = `${target.join(" ")} --org ${id}`;
    expect((await run("counter", "list")).stderr).toBe(`using ${flags} (counting use)\n`);
    expect((await run("use")).stdout).toContain(`The default is: ${flags}\n`);
    // Not `org list`: that also says which deletions of other tests are under way.
    const shown = await run("org", "show", id);
    expect(shown).toMatchObject({
      exitCode: 0,
      stderr: `using ${target.join(" ")} (counting use)\n`,
    });
  });

  test("keeps the absolute path of a folder, so that it means the same from any other", async () => {
    const { stdout } = await run("use", "--local", "--data-dir", "some/folder", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ dataDir: resolve("some/folder") });
  });

  test("is not mentioned with --json", async () => {
    const { id } = await service.createOrganization("pro");
    await run("use", ...target);
    expect(await run("org", "show", id, "--json")).toMatchObject({ exitCode: 0, stderr: "" });
    const { stdout } = await run("use", "--json");
    const kept = { stack: null, local: true, dataDir: service.dataDir, org: null };
    expect(JSON.parse(stdout)).toEqual(kept);
  });

  test("changes the organization alone with --org alone", async () => {
    await run("use", ...target, "--org", "org_one");
    expect((await run("use", "--org", "org_two")).stdout).toContain(
      `${target.join(" ")} --org org_two\n`,
    );
  });

  test("the same service again keeps its folder and the organization", async () => {
    await run("use", ...target, "--org", "org_one");
    const kept = `The default is: ${target.join(" ")} --org org_one\n`;
    expect((await run("use", "--local")).stdout).toContain(kept);
    expect((await run("use", ...target)).stdout).toContain(kept);
    expect((await run("use", "--local", "--org", "org_two")).stdout).toContain(
      `The default is: ${target.join(" ")} --org org_two\n`,
    );
  });

  test("another service replaces folder and organization", async () => {
    const keep = () => run("use", ...target, "--org", "org_one");
    await keep();
    expect((await run("use", "--stack", "Other")).stdout).toMatch(
      /^The default is: --stack Other\n/,
    );
    expect((await run("use", "--local")).stdout).toMatch(/^The default is: --local\n/);
    await keep();
    const other = join(home, "other");
    expect((await run("use", "--local", "--data-dir", other)).stdout).toMatch(
      `The default is: --local --data-dir ${other}\n`,
    );
  });

  test("--clear removes it, also when it is broken", async () => {
    await run("use", ...target);
    writeFileSync(keptDefaultFile({ XDG_CONFIG_HOME: home }), "{");
    expect((await run("use", "--clear")).stdout).toMatch(/^No default is kept/);
    expect((await run("org", "list")).stderr).toContain("say where");
  });

  test("a pipe in the place of the file is refused instead of waited for", async () => {
    const file = keptDefaultFile({ XDG_CONFIG_HOME: home });
    mkdirSync(dirname(file));
    execFileSync("mkfifo", [file]);
    const { exitCode, stderr } = await run("org", "list");
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`${file}, which counting use keeps, cannot be read (EFTYPE)`);
  });

  test.each([
    ["no JSON", "{"],
    ["of another shape", '{"local":true,"stack":"both"}'],
    ["too long", `{"local":true,"org":"${"x".repeat(20_000)}"}`],
  ])("a file that is %s is named in a sentence", async (_, text) => {
    const file = keptDefaultFile({ XDG_CONFIG_HOME: home });
    mkdirSync(dirname(file));
    writeFileSync(file, text);
    expect(await run("org", "list")).toEqual({
      exitCode: 1,
      stdout: "",
      stderr:
        `error: ${file}, which counting use keeps, is not as expected; ` +
        "remove it with: npx counting use --clear\n",
    });
  });

  test.each([
    ["two services", ["--local", "--stack", "s"], /not both/],
    ["a folder without --local", ["--data-dir", "d"], /needs --local/],
    ["an organization without a service", ["--org", "o"], /needs a service/],
    ["--clear with more", ["--clear", "--local"], /no other flag/],
  ])("refuses %s", async (_, args, reason) => {
    const { exitCode, stderr } = await run("use", ...args);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(reason) });
  });
});

describe("flags on the command line", () => {
  test("are used instead of the default, which is then not mentioned", async () => {
    const { id } = await service.createOrganization("pro");
    await run("use", "--local", "--data-dir", join(home, "nothing"));
    expect(await run("org", "show", id, ...target)).toMatchObject({ exitCode: 0, stderr: "" });
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

describe("an error about the kept organization", () => {
  const kept = "(the organization that `counting use` keeps; give --org for another)";

  test("says that nobody typed it, with --json too", async () => {
    const { id } = await service.createOrganization("pro");
    const { organization, counter } = await service.createCustomer("pro");
    await run("use", ...target, "--org", id);
    const other = [
      ["counter", "show", counter.id],
      ["delivery", "list", "--endpoint", "end_01234567890123456789"],
      ["alert", "show", "alt_01234567890123456789"],
    ];
    for (const args of other) {
      const failed = await run(...args);
      expect([args, failed.exitCode]).toEqual([args, 1]);
      expect(failed.stderr).toContain(`error: the organization ${id} ${kept} has no `);
      const { error } = JSON.parse((await run(...args, "--json")).stderr);
      expect(error).toContain(`the organization ${id} ${kept} has no `);
    }
    const typed = await run("counter", "show", counter.id, "--org", id);
    expect(typed.stderr).toContain(`the organization ${id} has no counter`);
    expect((await run("counter", "show", counter.id, "--org", organization.id)).exitCode).toBe(0);
  });

  test("says so, too, when the organization does not exist", async () => {
    await run("use", ...target, "--org", "org_gone");
    const { stderr } = await run("counter", "list");
    expect(stderr).toContain(`there is no organization with the id "org_gone" ${kept}; see: `);
    const canary = "org_00000000000000Canary";
    expect((await run("counter", "list", "--org", canary)).stderr).not.toContain(kept);
  });
});
