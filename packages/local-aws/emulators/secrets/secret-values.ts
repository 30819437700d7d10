import { randomInt } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { StartError } from "../../start-error.ts";
import { secretArn } from "../../template/arns.ts";
import type { SecretSpec } from "./secret-properties.ts";

const Kept = z.record(z.string(), z.string().min(1));

/** A secret as GetSecretValue returns it. */
export interface SecretValue {
  arn: string;
  name: string;
  value: string;
}

/**
 * The values of the template's secrets, kept in the data folder for their owner only, and the
 * secrets that the caller brings, by ARN.
 */
export function secretValues(
  dataDir: string,
  specs: readonly SecretSpec[],
  given: Readonly<Record<string, string>>,
): SecretValue[] {
  const kept = keptValues(join(dataDir, "secrets.json"), specs);
  const own = specs.map(({ name }) => ({ arn: secretArn(name), name, value: kept[name] ?? "" }));
  const others = Object.entries(given).map(([arn, value]) => ({ arn, name: nameIn(arn), value }));
  return [...own, ...others];
}

/** Values that were made once stay, even when a template without them comes between. */
function keptValues(file: string, specs: readonly SecretSpec[]): Record<string, string> {
  const kept = existsSync(file) ? readKept(file) : {};
  const missing = specs.filter(({ name }) => !Object.hasOwn(kept, name));
  if (missing.length === 0) return kept;
  const made = missing.map((spec) => [spec.name, generate(spec)]);
  const values = { ...kept, ...Object.fromEntries(made) };
  // Written as a whole: half a file would lose every secret.
  const draft = `${file}.draft`;
  writeFileSync(draft, `${JSON.stringify(values, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, file);
  return values;
}

function readKept(file: string): Record<string, string> {
  try {
    return Kept.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    // The cause is left out: it might quote a secret.
    throw new StartError(
      `${file} does not hold the secrets that it should. Put the file back, or start with an ` +
        "empty data folder.",
      { remedy: "empty-data-folder" },
    );
  }
}

/** Random text with a character of each alphabet. */
function generate({ alphabets, length }: SecretSpec): string {
  const every = alphabets.join("");
  for (;;) {
    const characters = Array.from({ length }, () => every.charAt(randomInt(every.length)));
    const complete = alphabets.every((one) => characters.some((each) => one.includes(each)));
    if (complete || length < alphabets.length) return characters.join("");
  }
}

/** Behind the name, an ARN has six characters of its own. */
function nameIn(arn: string): string {
  return (arn.split(":").at(-1) ?? "").replace(/-\w{6}$/, "");
}
