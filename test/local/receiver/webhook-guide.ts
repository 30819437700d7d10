import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..", "..", "..");

export const guide = readFileSync(join(root, "docs", "integrators", "webhooks.md"), "utf8");

/** The text of the code block in a language that begins with this text. */
export function block(language: string, beginning: string): string {
  const fence = `\`\`\`${language}\n${beginning}`;
  const start = guide.indexOf(fence);
  if (start < 0 || guide.indexOf(fence, start + 1) >= 0)
    throw new Error(`not exactly one block of ${language} begins with ${beginning}`);
  const from = start + language.length + 4;
  return guide.slice(from, guide.indexOf("\n```", from) + 1);
}

const samples = {
  "verify-webhook.mjs": block("js", "// verify-webhook.mjs"),
  "receive-webhooks.mjs": block("js", "// receive-webhooks.mjs"),
  "receive-locally.mjs": block("js", "// receive-locally.mjs"),
  "receive_locally.py": block("python", "# receive_locally.py"),
  "verify-with-stripe.mjs": block("js", "// verify-with-stripe.mjs"),
  "verify_webhook.py": block("python", "# verify_webhook.py"),
  "verify-webhook.sh": block("sh", "# verify-webhook.sh"),
};

/** The samples of the guide as files in a folder of their own, where packages can be imported. */
export function samplesFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "webhook-samples-"));
  for (const [name, text] of Object.entries(samples)) writeFileSync(join(folder, name), text);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}
