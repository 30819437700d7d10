import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { localAuthorityFile } from "../../../adapters/local-service.ts";
import { dataFolder } from "../service-flags.ts";
import type { VerbOptions } from "../target.ts";
import { systemErrorCode } from "../terminal/failure.ts";

/**
 * From now on this process trusts whom the local service trusts, for its functions send to
 * receivers on this machine. With a deployed stack it changes nothing.
 */
export async function trustLocalAuthority(options: VerbOptions): Promise<void> {
  if (options.stack !== undefined) return;
  const authority = await authorityOf(dataFolder(options));
  const trusted = getCACertificates("default");
  if (authority === undefined || trusted.includes(authority)) return;
  setDefaultCACertificates([...trusted, authority]);
}

async function authorityOf(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, localAuthorityFile), "utf8")).trim();
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
