import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import * as z from "zod";
import { OperatorError, systemErrorCode } from "./terminal/failure.ts";
import { calledAs, caller, type Environment } from "./terminal/invocation.ts";

/** What `counting use` keeps: the service, and perhaps an organization of it. */
export const KeptDefault = z
  .strictObject({
    local: z.literal(true).exactOptional(),
    /** Absolute; without it, the project's own folder. */
    dataDir: z.string().min(1).max(4_096).exactOptional(),
    stack: z.string().min(1).max(1_024).exactOptional(),
    org: z.string().min(1).max(100).exactOptional(),
  })
  .refine(({ local, stack }) => (local === true) !== (stack !== undefined))
  .refine(({ local, dataDir }) => local === true || dataDir === undefined);
export type KeptDefault = z.infer<typeof KeptDefault>;

const project = resolve(import.meta.dirname, "..", "..");
const longestFile = 16_384;

/**
 * One file per user and checkout: two checkouts have a service each, and two people who share a
 * checkout have a default each. It does not lie in the checkout, so nobody commits it.
 */
export function keptDefaultFile({ XDG_CONFIG_HOME }: Environment): string {
  const configured = XDG_CONFIG_HOME !== undefined && isAbsolute(XDG_CONFIG_HOME);
  const folder = configured ? XDG_CONFIG_HOME : join(homedir(), ".config");
  const checkout = createHash("sha256").update(project).digest("hex").slice(0, 16);
  return join(folder, "counting-service", `use-${checkout}.json`);
}

export async function readKeptDefault(): Promise<KeptDefault | undefined> {
  const file = keptDefaultFile(caller().env);
  try {
    return KeptDefault.parse(JSON.parse(await beginningOf(file)));
  } catch (cause) {
    const code = systemErrorCode(cause);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    const why = code === undefined ? "is not as expected" : `cannot be read (${code})`;
    const remedy =
      code === undefined ? `remove it with: ${calledAs()} use --clear` : "remove it by hand";
    throw new OperatorError(`${file}, which counting use keeps, ${why}; ${remedy}`, {
      code: "INVALID_INPUT",
      cause,
    });
  }
}

export async function writeKeptDefault(kept: KeptDefault): Promise<void> {
  const file = keptDefaultFile(caller().env);
  const fresh = `${file}.${randomUUID()}`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(fresh, `${JSON.stringify(kept)}\n`, { mode: 0o600, flag: "wx" });
    await rename(fresh, file);
  } catch (cause) {
    await rm(fresh, { force: true }).catch(() => {});
    throw new OperatorError(`${file} cannot be written (${systemErrorCode(cause)})`, { cause });
  }
}

export async function removeKeptDefault(): Promise<void> {
  const file = keptDefaultFile(caller().env);
  try {
    await rm(file, { force: true });
  } catch (cause) {
    throw new OperatorError(`${file} cannot be removed (${systemErrorCode(cause)})`, { cause });
  }
}

async function beginningOf(file: string): Promise<string> {
  // Opening a pipe would wait for a writer, and no signal ends that.
  if (!(await stat(file)).isFile()) throw Object.assign(new Error(file), { code: "EFTYPE" });
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(file, { end: longestFile })) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
