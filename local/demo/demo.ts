import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { randomBase62 } from "../../adapters/random.ts";
import type { Stores } from "../../adapters/stores.ts";
import { dayOf } from "../../core/calendar.ts";
import { newCounterId } from "../../core/counters/counter-names.ts";
import { newGateId } from "../../core/gates/gate.ts";
import { newGroupId } from "../../core/groups/group.ts";
import { newApiKey } from "../../core/keys/api-key.ts";
import { keyHash, newKeyText } from "../../core/keys/key-text.ts";
import { newOrganization, Plan } from "../../core/organizations/organization.ts";
import { defaultTimeZone } from "../../core/time-zone.ts";
import { TimeZone } from "../../core/time-zone-name.ts";
import { writeJsonAtomic } from "../write-file-atomic.ts";
import {
  demoCounterCount,
  demoGates,
  organizationPast,
  type PastSource,
} from "./history/demo-past.ts";
import { pastAuditEntries } from "./history/past-audit.ts";
import { keepPastSources } from "./history/past-sources.ts";
import { writeMarks, writeToday } from "./history/write-past.ts";
import { createLiveGroupAlert } from "./live-group.ts";
import { seedGates } from "./seed-gates.ts";

const DemoEndpoint = z.object({ id: z.string(), secret: z.string() });
export type DemoEndpoint = z.infer<typeof DemoEndpoint>;

const DemoOrganization = z.object({
  id: z.string(),
  name: z.string(),
  plan: Plan,
  apiKey: z.string(),
  endpoint: DemoEndpoint.exactOptional(),
  /** A second endpoint, which is down at first. */
  till: DemoEndpoint.exactOptional(),
  /** What stands behind # in the link of the demo's gate. */
  gateToken: z.string().exactOptional(),
});
export type DemoOrganization = z.infer<typeof DemoOrganization>;

const demoFile = "demo.json";
const unfinishedFile = "demo-unfinished.txt";

/** True when the seeding of this folder broke off; nobody has used the service then. */
export function demoIsUnfinished(folder: string): boolean {
  return existsSync(join(folder, unfinishedFile));
}

/**
 * The demo's organizations, keys and secrets, which are stored nowhere else; empty without a demo.
 */
export function demoOrganizations(folder: string): DemoOrganization[] {
  const file = join(folder, demoFile);
  if (!existsSync(file)) return [];
  return z.array(DemoOrganization).parse(JSON.parse(readFileSync(file, "utf8")));
}

/** Keeps what is stored nowhere else. */
export function keepDemo(folder: string, organizations: DemoOrganization[]): void {
  if (organizations.length > 0) writeJsonAtomic(join(folder, demoFile), organizations);
}

/**
 * Fills an empty service: an organization on each plan, with counters as eight weeks of counting have
 * left them, and what charts and comparisons read of these weeks. Of the counts themselves only today's
 * are written; `writeHistory` writes the others.
 */
export async function seedDemo(folder: string, stores: Stores, signal: AbortSignal): Promise<void> {
  writeJsonAtomic(join(folder, unfinishedFile), {});
  const nowMs = Date.now();
  const timeZone = timeZoneHere();
  const todayMs = dayOf({ timeZone }, nowMs).startMs;
  const organizations: DemoOrganization[] = [];
  const sources: PastSource[] = [];
  for (const plan of Plan.options) {
    signal.throwIfAborted();
    const seeded = await seedOrganization(stores, { plan, timeZone });
    const counterIds = Array.from({ length: demoCounterCount[plan] }, () =>
      newCounterId(randomBase62),
    );
    const names = Object.keys(demoGates[plan]);
    const gateIds = Object.fromEntries(names.map((name) => [name, newGateId(randomBase62)]));
    const groupId = newGroupId(randomBase62);
    const source = { plan, timeZone, nowMs, todayMs, counterIds, groupId, gateIds };
    organizations.push(seeded);
    sources.push({ ...source, organizationId: seeded.id });
  }
  for (const source of sources) {
    const past = await organizationPast(source);
    await seedCounters(stores, source, past);
    const gateToken = await seedGates(stores, source, past);
    const seeded = organizations.find(({ id }) => id === source.organizationId);
    if (seeded !== undefined && gateToken !== undefined) seeded.gateToken = gateToken;
    if (source.plan === "enterprise" && past.group) {
      await createLiveGroupAlert(stores, past.group.group);
    }
    signal.throwIfAborted();
  }
  keepDemo(folder, organizations);
  keepPastSources(folder, sources);
  rmSync(join(folder, unfinishedFile));
}

const organizationNames: Record<Plan, string> = {
  free: "Village Fair",
  pro: "City Museum",
  enterprise: "Stadium Group",
};

/** The machine's, where the service knows it: some machines have names that no database has. */
function timeZoneHere(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return TimeZone.safeParse(timeZone).data ?? defaultTimeZone;
}

async function seedOrganization(
  stores: Stores,
  { plan, timeZone }: { plan: Plan; timeZone: string },
): Promise<DemoOrganization> {
  const fresh = { nowMs: Date.now(), randomBase62 };
  const organization = newOrganization({ name: organizationNames[plan], plan, timeZone }, fresh);
  await stores.organizationCreator.create(organization);
  const keyText = newKeyText(stores.keyBrand, randomBase62);
  const creator = { kind: "operator", id: null, name: "demo" } as const;
  const apiKey = newApiKey({ name: "Demo", organization, keyText, creator }, fresh);
  await stores.apiKeys.create({ apiKey, keyHash: keyHash(keyText) });
  return { id: organization.id, name: organization.name, plan, apiKey: keyText };
}

/** The group and the counters as they are after their past, with what was written of it today. */
async function seedCounters(
  stores: Stores,
  source: PastSource,
  past: Awaited<ReturnType<typeof organizationPast>>,
): Promise<void> {
  const { organizationId } = source;
  // A counter finds its marks when it exists.
  await writeMarks(stores, past);
  await writeToday(stores, source, past);
  if (past.group) {
    // Its counters bring their counts when they join.
    const empty = { ...past.group.group, total: 0n };
    await stores.groupCreator.create(organizationId, [empty]);
  }
  await stores.counterCreator.create(past.counters.map(({ counter }) => counter));
  await Promise.all(pastAuditEntries(past).map((entry) => stores.auditLog.record(entry)));
}
