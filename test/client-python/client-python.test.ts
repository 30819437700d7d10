// @module-tag all
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { notRunWithout } from "../not-run.ts";

const root = resolve(import.meta.dirname, "..", "..");
const client = join(root, "packages", "client-python");
const module = "counting_client.py";
const notRun = notRunWithout("python3", "The client in Python");
const folder = mkdtempSync(join(tmpdir(), "client-python-"));
afterAll(() => rmSync(folder, { recursive: true }));

const seed = process.env.SEED ?? String(randomInt(1e9));
const again = `SEED=${seed} npx vitest run test/client-python`;
if (!notRun) console.log(`The client in Python lives through random worlds. Again: ${again}`);

async function python(cwd: string, words: string[], worlds: number) {
  const env = { PATH: process.env.PATH, SEED: seed, WORLDS: String(worlds) };
  const child = spawn("python3", ["-B", ...words], { cwd, env: { ...env, PYTHONUTF8: "1" } });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, "close");
  return { passed: code === 0, said: (await said).join("") };
}

describe("the client in Python", () => {
  test.skipIf(notRun)(`${notRun}passes its own tests, with 300 random worlds`, async () => {
    const { passed, said } = await python(client, ["-W", "error", "-m", "unittest"], 300);
    expect(passed, said).toBe(true);
    expect(said).toMatch(/Ran \d{2,} tests/);
  });

  test.skipIf(notRun)(`${notRun}has only syntax of Python 3.9`, async () => {
    const parse = `import ast; ast.parse(open("${module}").read(), feature_version=(3, 9))`;
    const { passed, said } = await python(client, ["-c", parse], 0);
    expect(passed, said).toBe(true);
  });

  test("imports only the standard library", () => {
    const source = readFileSync(join(client, module), "utf8");
    const imports = [...source.matchAll(/^(?:import|from) ([a-z_0-9]+)/gm)].map(([, name]) => name);
    expect([...new Set(imports)].sort()).toEqual(
      (
        "__future__ base64 calendar collections contextlib dataclasses email hashlib hmac http io json random " +
        "re socket sqlite3 ssl threading time typing urllib zlib"
      ).split(" "),
    );
  });
});

/** Each is a line of the client, and what a mistake makes of it. */
const mistakes: [mistake: string, right: string, wrong: string][] = [
  [
    "an event above w + 1 is processed at once",
    "    if number == w + 1:",
    "    if number >= w + 1:",
  ],
  [
    "a change is stored although another one came first",
    "            if before.revision != change.revision:",
    "            if False:",
  ],
  [
    "the first event of a page is left out",
    'fresh = [event for event in page if event["lastEventId"] > search.w]',
    'fresh = [event for event in page if event["lastEventId"] > search.w + 1]',
  ],
  [
    "missing numbers are believed not to exist",
    "        if number > number_before + 1 and not agrees:",
    "        if False:",
  ],
  [
    "a counter that appears later begins with its newest event",
    '        is_new = self._begin == "beginning" or self._store.load(_FIRST_CONTACT) is not None',
    '        is_new = self._begin == "beginning"',
  ],
  [
    "a page is processed in the order in which it comes",
    "    for number in sorted(number for number in known if w < number <= through):",
    "    for number in [number for number in known if w < number <= through]:",
  ],
];

describe("the random worlds find it when", () => {
  test.skipIf(notRun).each(mistakes)(`${notRun}%s`, async (_, right, wrong) => {
    const here = mkdtempSync(join(folder, "mistake-"));
    const source = readFileSync(join(client, module), "utf8");
    expect(source.split(right)).toHaveLength(2);
    writeFileSync(join(here, module), source.replace(right, wrong));
    cpSync(join(client, "test_catch_up.py"), join(here, "test_catch_up.py"));
    const worlds =
      "test_catch_up.CatchUpInRandomWorlds.test_books_have_every_count_once_and_in_order";
    const { passed, said } = await python(here, ["-m", "unittest", "--failfast", worlds], 300);
    expect(passed, `${again}\n${said}`).toBe(false);
  });
});
