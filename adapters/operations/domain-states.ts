import { lookup } from "node:dns/promises";
import type { DomainFacts } from "../../core/operations/domains.ts";

/** No record of the name exists, or none with an address. Any other failure says nothing about the name. */
const isMissing = (error: unknown) =>
  error instanceof Error && "code" in error && ["ENOTFOUND", "ENODATA"].includes(`${error.code}`);

/** Looks up domains as this machine's resolver does. */
export async function domainStates(
  domains: Pick<DomainFacts, "name" | "target">[],
): Promise<DomainFacts[]> {
  return await Promise.all(
    domains.map(async (domain) => ({ ...domain, resolves: await resolves(domain.name) })),
  );
}

async function resolves(name: string): Promise<boolean> {
  try {
    await lookup(name);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
