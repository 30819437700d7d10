import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { opsProgram } from "../../../bin/ops/program.ts";
import { exampleIn, runHere } from "./run-ops.ts";

const tap = ["counter", "tap", "--org", "org_x", "ctr_x", "up", "--local"];
const create = ["counter", "create", "--org", "org_x", "--local", "--name"];

describe("wrong usage", () => {
  test.each<[string, string[], RegExp]>([
    ["nothing at all", [], /Usage: npx counting <noun> <verb>/],
    ["a noun alone", ["org"], /Usage: npx counting org/],
    ["an unknown noun", ["orgs", "list"], /unknown command 'orgs'/],
    ["an unknown verb", ["org", "frobnicate"], /unknown command 'frobnicate'/],
    ["an unknown option", ["org", "list", "--local", "--frob"], /unknown option '--frob'/],
    [
      "a missing option",
      ["org", "create", "--local", "--name", "x"],
      /--plan <plan>' not specified/,
    ],
    [
      "a wrong choice of an argument",
      ["counter", "tap", "--org", "o", "c", "sideways", "--local"],
      /^error: <direction> must be up or down, not "sideways"; add --help .*\n$/,
    ],
    [
      "a wrong choice of an option",
      ["org", "create", "--local", "--name", "x", "--plan", "gold"],
      /^error: --plan must be free, pro or enterprise, not "gold"; add --help .*\n$/,
    ],
    ["a missing argument", ["org", "show", "--local"], /missing required argument 'org'/],
    ["an argument too many", ["org", "list", "x", "--local"], /too many arguments/],
    ["no target", ["org", "list"], /--stack NAME or --local/],
    ["two targets", ["org", "list", "--local", "--stack", "x"], /not both/],
    [
      "a name that nobody can see",
      ["org", "create", "--name", "\u200b\u2060", "--plan", "pro"],
      /must have a visible character/,
    ],
    ["an empty target", ["org", "list", "--stack", ""], /must not be empty/],
    [
      "a folder without --local",
      ["org", "list", "--stack", "x", "--data-dir", "d"],
      /needs --local/,
    ],
    ["a name with control characters", [...create, "a\u001b[31mb"], /control characters/],
    ["a goal with an exponent", [...create, "x", "--goal", "1e3"], /must be a number such as/],
    ["a step in hexadecimal", [...create, "x", "--increment-step", "0x10"], /whole number/],
    ["no setting", ["counter", "update", "--org", "o", "c", "--local"], /at least one setting/],
    ["too many taps", [...tap, "--times", "1000001"], /at most 1000000/],
    ["no tap", [...tap, "--times", "0"], /from 1 to 1000000/],
    [
      "an argument that is empty",
      ["org", "rename", "--local", "org_x", " "],
      /^error: <name> must not be empty/,
    ],
    [
      "a recovery of what is to come",
      ["delivery", "recover", "--local", "--endpoint", "end_x", "--since", "2099-01-01"],
      /--since.*must not be in the future: it is now 20/,
    ],
    ["metadata that is no JSON", [...tap, "--metadata", "{a}"], /must be JSON/],
    ["metadata that is no object", [...tap, "--metadata", "[1]"], /must be a JSON object/],
    [
      "metadata that is too long",
      [...tap, "--metadata", JSON.stringify({ a: "é".repeat(600) })],
      /1024/,
    ],
    [
      "metadata with more digits than a number has",
      [...tap, "--metadata", '{"a":3.14159265358979323846}'],
      /would change \(3\.14159265358979323846\)/,
    ],
    ["metadata nested deeply", [...tap, "--metadata", nested(1_020)], /1024/],
    ["an empty idempotency key", [...tap, "--idempotency-key", ""], /1 to 200 printable/],
  ])("%s ends with exit code 2 and says why", async (_case, args, reason) => {
    const { exitCode, stdout, stderr } = await runHere(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(reason);
    expect(stderr.length).toBeLessThan(2_100);
    expect(stderr).not.toContain("\u001b");
  });
});

test("a wrong choice is said in the same way for every argument and option that has choices", async () => {
  const verbs = (await opsProgram()).commands.flatMap((noun) =>
    noun.commands.map((verb) => ({ name: [noun.name(), verb.name()], verb })),
  );
  const wrong = verbs.flatMap(({ name, verb }) => [
    ...verb.options
      .filter(({ argChoices }) => argChoices !== undefined)
      .map(({ long = "" }) => ({ word: long, args: [...name, long, "no\u001bne"] })),
    ...verb.registeredArguments
      .filter(({ argChoices }) => argChoices !== undefined)
      .map((argument) => ({
        word: `<${argument.name()}>`,
        args: [...name, ...verb.registeredArguments.map(() => "no\u001bne")],
      })),
  ]);
  expect(wrong.length).toBeGreaterThan(8);
  for (const { word, args } of wrong) {
    const { exitCode, stderr } = await runHere([...args, "--local"]);
    expect([args, exitCode]).toEqual([args, 2]);
    expect(stderr).toMatch(
      new RegExp(`^error: ${word} must be .* or .*, not "no[^\u001b]*ne"; add`),
    );
  }
});

describe("an unknown verb", () => {
  test.each([
    ["org", "remove", "delete"],
    ["org", "rm", "delete"],
    ["key", "delete", "revoke"],
    ["gate", "destroy", "revoke"],
    ["member", "delete", "remove"],
    ["counter", "rm", "archive"],
    ["counter", "ls", "list"],
    ["group", "new", "create"],
    ["member", "add", "invite"],
    ["endpoint", "edit", "update"],
    // Similar spelling, as before.
    ["org", "creat", "create"],
  ])("of %s, %s, is answered with %s", async (noun, verb, meant) => {
    const { exitCode, stderr } = await runHere([noun, verb, "org_x", "--local"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`error: unknown command '${verb}'\n(Did you mean ${meant}?)\n`);
    const json = JSON.parse((await runHere([noun, verb, "--json"])).stderr);
    expect(json).toEqual({
      ...{ error: `unknown command '${verb}'\n(Did you mean ${meant}?)`, code: "USAGE" },
    });
  });

  test("has no suggestion if no verb means the same, or if only an argument does", async () => {
    expect((await runHere(["audit", "remove"])).stderr).not.toContain("Did you mean");
    const { stderr } = await runHere(["org", "frobnicate", "remove"]);
    expect(stderr).toContain("unknown command 'frobnicate'");
    expect(stderr).not.toContain("Did you mean");
  });
});

describe("--json", () => {
  test.each<[string, string[], RegExp]>([
    ["a wrong option", ["org", "list", "--frob", "--json"], /^unknown option '--frob'$/],
    ["--json in front", ["--json", "org", "list"], /^unknown option '--json'/],
    [
      "a missing argument",
      ["org", "show", "--json", "--local"],
      /^missing required argument 'org'$/,
    ],
    ["no verb", ["org", "--json"], /unknown option/],
    ["no target", ["org", "list", "--json"], /^say where: --stack NAME or --local/],
    ["a wrong value", [...tap, "--times", "0", "--json"], /from 1 to 1000000/],
    ["a long wrong value", [...tap, "--metadata", "x".repeat(5_000), "--json"], /1024/],
  ])("makes the error of %s one line of JSON", async (_case, args, reason) => {
    const { exitCode, stdout, stderr } = await runHere(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(/^.{1,1000}\n$/);
    const report = { error: expect.stringMatching(reason), code: "USAGE" };
    expect(JSON.parse(stderr)).toEqual(report);
  });

  test.each([
    ["--name", ["counter", "create", "--org", "o", "--local", "--name", "--json", "--frob"]],
    ["--metadata", [...tap, "--metadata", "--json"]],
    ["--data-dir", ["org", "list", "--local", "--data-dir", "--json", "--frob"]],
  ])("as the value of %s is no option", async (_option, args) => {
    expect((await runHere(args)).stderr).toMatch(/^error: /);
    expect(JSON.parse((await runHere([...args, "--json"])).stderr)).toMatchObject({
      code: "USAGE",
    });
  });

  test("behind -- is an argument and no option", async () => {
    const { stderr } = await runHere(["org", "show", "--local", "x", "--", "--json"]);
    expect(stderr).toMatch(/^error: too many arguments/);
  });
});

test("--version prints the version of package.json", async () => {
  const file = new URL("../../../package.json", import.meta.url);
  const { version } = JSON.parse(readFileSync(file, "utf8"));
  expect(await runHere(["--version"])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: "" });
});

describe("--help", () => {
  test("lists the nouns and the exit codes", async () => {
    const { exitCode, stdout } = await runHere(["--help"]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /org .*\n +key .*\n +member .*\n +invitation .*\n +counter .*\n +group .*\n +alert .*\n +embed /,
    );
    expect(tooLong(stdout)).toEqual([]);
    expect(stdout).toContain("Exit codes:");
    for (const code of [0, 1, 2, 130, 143])
      expect(stdout).toMatch(new RegExp(`^  ${code} +\\w`, "m"));
  });

  test.each([
    ["org", ["create", "list", "show", "rename", "set-plan"]],
    ["key", ["create", "list", "revoke"]],
    ["member", ["invite", "list", "set-role", "remove"]],
    ["invitation", ["list", "revoke"]],
    ["gate", ["create", "list", "revoke"]],
    ["audit", ["list"]],
    [
      "counter",
      ["create", "list", "show", "update", "tap", "history", "archive", "restore", "import"],
    ],
    ["group", ["create", "list", "show", "update", "delete"]],
    ["embed", ["create", "list", "revoke"]],
    ["endpoint", ["create", "list", "show", "update", "delete"]],
    ["delivery", ["list", "show", "resend", "recover"]],
    ["dead-letter", ["list", "redrive"]],
    ["data", ["remove-damaged", "repair"]],
  ])("of %s lists its verbs, and each verb has an example", async (noun, verbs) => {
    const { stdout } = await runHere([noun, "--help"]);
    for (const verb of verbs) {
      expect(stdout).toMatch(new RegExp(`^  ${verb} `, "m"));
      const help = await runHere([noun, verb, "--help"]);
      expect(help).toMatchObject({ exitCode: 0, stderr: "" });
      expect(tooLong(help.stdout)).toEqual([]);
      const example = exampleIn(help.stdout);
      expect(example.slice(0, 2)).toEqual([noun, verb]);
      const nowhere = [...example, "--data-dir", "/nonexistent"];
      expect(await runHere(nowhere)).toMatchObject({ exitCode: 1, stderr: notRunning });
      for (const option of ["--stack", "--local", "--data-dir", "--json"]) {
        expect(help.stdout).toContain(option);
      }
    }
  });
});

const notRunning = expect.stringMatching(/^error: the local service is not running in .*\n$/);

/** The lines that a terminal of 80 columns would break; an example may have 100. */
function tooLong(help: string): string[] {
  const most = (line: string) => (line.startsWith("  npx counting ") ? 100 : 80);
  return help.split("\n").filter((line) => line.length > most(line));
}

function nested(depth: number): string {
  return `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
}
