import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signature } from "../../../core/webhooks/signed-request.ts";

const samples = join("web", "console", "webhooks", "samples");
const secret = "whsec_dGhpcyBpcyBhbiBleGFtcGxlLCBub3QgYSBzZWNyZXQ=";
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

/** Whether a sample accepts the body under this header, said by a program around it. */
function accepts(language: "node" | "python3", header: string): boolean {
  const program =
    language === "node"
      ? `import { verifyWebhook } from "./verify.mjs";
         console.log(verifyWebhook(process.argv[1], Buffer.from(process.argv[2])));`
      : "import sys\nfrom verify import verify_webhook\n" +
        "print(str(verify_webhook(sys.argv[1], sys.argv[2].encode())).lower())";
  const flags = language === "node" ? ["--input-type=module", "-e"] : ["-c"];
  const ran = spawnSync(language, [...flags, program, header, body], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, WEBHOOK_SECRET: secret },
  });
  expect(ran.stderr).toBe("");
  return ran.stdout.trim() === "true";
}

test.each(["node", "python3"] as const)(
  "the sample for %s accepts what is signed now",
  (language) => {
    const now = Math.floor(Date.now() / 1_000);
    const signed = (over: { timestamp?: number; secret?: string }) =>
      signature({ secret, body, timestamp: now, ...over });
    expect(accepts(language, signed({}))).toBe(true);
    expect(accepts(language, signed({ timestamp: now - 3_600 }))).toBe(false);
    expect(accepts(language, signed({ secret: "whsec_other" }))).toBe(false);
    expect(accepts(language, "")).toBe(false);
  },
);

test("each sample reads the secret from the environment, and has no place for it", () => {
  for (const file of ["verify-webhook-node.txt", "verify-webhook-python.txt"]) {
    const sample = readFileSync(join(samples, file), "utf8");
    expect(sample).toMatch(/WEBHOOK_SECRET/);
    expect(sample).not.toMatch(/whsec_|\bSECRET\b/);
  }
});
