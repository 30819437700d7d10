import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { Plan } from "../../../core/organizations/organization.ts";
import { writeJsonAtomic } from "../../write-file-atomic.ts";
import type { PastSource } from "./demo-past.ts";

const file = "demo-history.json";

const PastSources = z.array(
  z.object({
    plan: Plan,
    organizationId: z.string(),
    groupId: z.string(),
    counterIds: z.array(z.string()),
    gateIds: z.record(z.string(), z.string()),
    timeZone: z.string(),
    todayMs: z.int(),
    nowMs: z.int(),
  }),
);

/** Keeps what the history is computed from, until it is written. */
export function keepPastSources(folder: string, sources: PastSource[]): void {
  writeJsonAtomic(join(folder, file), sources);
}

/** Empty where the history is written, or there is none. */
export function unwrittenPast(folder: string): PastSource[] {
  const path = join(folder, file);
  if (!existsSync(path)) return [];
  return PastSources.parse(JSON.parse(readFileSync(path, "utf8")));
}

export function forgetPastSources(folder: string): void {
  rmSync(join(folder, file), { force: true });
}
