// @module-tag all
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signature } from "../../../core/webhooks/signed-request.ts";
import { notRunWithout } from "../../not-run.ts";

const samples = join("web", "console", "webhooks", "samples");
const secret = "whsec_dGhpcyBpcyBhbiBleGFtcGxlLCBub3QgYSBzZWNyZXQ=";
const nextSecret = "whsec_YW5kIHRoaXMgaXMgdGhlIG5leHQgZXhhbXBsZQ==";
const body = '{"counterName":"Gäte “north” 🚪"}';
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "samples-"));
  const copy = (from: string, to: string) =>
    writeFileSync(join(folder, to), readFileSync(join(samples, from)));
  copy("verify-webhook-node.txt", "verify.mjs");
  copy("verify-webhook-python.txt", "verify.py");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const languages = [
  {
    tool: process.execPath,
    name: "Node.js",
    flags: ["--input-type=module", "-e"],
    program: `import { verifyWebhook } from "./verify.mjs";
      console.log(verifyWebhook(process.argv[1], Buffer.from(process.argv[2])));`,
    notRun: "",
  },
  {
    tool: "python3",
    name: "Python",
    flags: ["-c"],
    program:
      "import sys\nfrom verify import verify_webhook\n" +
      "print(str(verify_webhook(sys.argv[1], sys.argv[2].encode())).lower())",
    notRun: notRunWithout("python3", "The sample in Python"),
  },
];

describe.each(languages)("the sample in $name", ({ tool, flags, program, notRun }) => {
  function run(header: string, secrets: NodeJS.ProcessEnv) {
    const env = { PATH: process.env.PATH, ...secrets };
    return spawnSync(tool, [...flags, program, header, body], {
      cwd: folder,
      encoding: "utf8",
      env,
    });
  }

  /** Whether it accepts the body under this header, said by a program around it. */
  function accepts(header: string, secrets: NodeJS.ProcessEnv): boolean {
    const { stdout, stderr } = run(header, secrets);
    expect(stderr).toBe("");
    return stdout.trim() === "true";
  }

  const now = Math.floor(Date.now() / 1_000);
  const signed = (over: { timestamp?: number; secret?: string } = {}) =>
    signature({ secret, body, timestamp: now, ...over });

  test.skipIf(notRun)(`${notRun}accepts what is signed now`, () => {
    const known = { WEBHOOK_SECRET: secret };
    expect(accepts(signed(), known)).toBe(true);
    expect(accepts(signed({ timestamp: now - 3_600 }), known)).toBe(false);
    expect(accepts(signed({ secret: "whsec_other" }), known)).toBe(false);
    expect(accepts(signed({ secret: nextSecret }), known)).toBe(false);
    expect(accepts(signed().slice(0, -1), known)).toBe(false);
    expect(accepts("", known)).toBe(false);
  });

  test.skipIf(notRun)(`${notRun}accepts both secrets while one replaces the other`, () => {
    const both = { WEBHOOK_SECRET: secret, WEBHOOK_NEXT_SECRET: nextSecret };
    expect(accepts(signed(), both)).toBe(true);
    expect(accepts(signed({ secret: nextSecret }), both)).toBe(true);
    expect(accepts(signed({ secret: "whsec_other" }), both)).toBe(false);
  });

  test.skipIf(notRun).each([{}, { WEBHOOK_SECRET: "" }])(
    `${notRun}says at once that it has no secret: %j`,
    (secrets) => {
      const { status, stdout, stderr } = run(signed({ secret: "" }), secrets);
      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr).toContain("Set WEBHOOK_SECRET to the endpoint's secret.");
    },
  );
});

test("each sample reads the secrets from the environment, and has no place for them", () => {
  for (const file of ["verify-webhook-node.txt", "verify-webhook-python.txt"]) {
    const sample = readFileSync(join(samples, file), "utf8");
    expect(sample).toMatch(/WEBHOOK_SECRET/);
    expect(sample).not.toMatch(/whsec_|\bSECRET\b/);
  }
});
