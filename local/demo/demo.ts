import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { randomBase62 } from "../../adapters/random.ts";
import type { Stores } from "../../adapters/stores.ts";
import {
  type InitialCounterSettings,
  newCounter,
  newCounterId,
} from "../../core/counters/counter.ts";
import { countTap } from "../../core/counters/taps/count-batch.ts";
import { keyHash, newApiKey, newKeyText } from "../../core/keys/api-key.ts";
import { newOrganization, Plan } from "../../core/organizations/organization.ts";
import { writeJsonAtomic } from "../write-file-atomic.ts";
import { createLiveGroup, createLiveGroupAlert } from "./live-group.ts";

const DemoEndpoint = z.object({ id: z.string(), secret: z.string() });
export type DemoEndpoint = z.infer<typeof DemoEndpoint>;

const DemoOrganization = z.object({
  id: z.string(),
  name: z.string(),
  plan: Plan,
  apiKey: z.string(),
  endpoint: DemoEndpoint.exactOptional(),
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

/** Fills an empty service: an organization on each plan, with counters that have a history. */
export async function seedDemo(folder: string, stores: Stores, signal: AbortSignal): Promise<void> {
  writeJsonAtomic(join(folder, unfinishedFile), {});
  const organizations: DemoOrganization[] = [];
  for (const plan of Plan.options) {
    const seeded = await seedOrganization(stores, plan);
    organizations.push(seeded);
    const group = plan === "enterprise" ? await createLiveGroup(stores, seeded.id) : undefined;
    const seeding = demoCounters[plan].map(({ inGroup, ...counter }) =>
      seedCounter(stores, {
        organizationId: seeded.id,
        counter: { ...counter, ...(inGroup && group && { groupId: group.id }) },
        signal,
      }),
    );
    await Promise.all(seeding);
    if (group !== undefined) await createLiveGroupAlert(stores, group);
  }
  keepDemo(folder, organizations);
  rmSync(join(folder, unfinishedFile));
}

interface DemoCounter extends InitialCounterSettings {
  taps: number;
  inGroup?: boolean;
}

const demoCounters: Record<Plan, DemoCounter[]> = {
  free: [{ name: "Village fair", taps: 12 }],
  pro: [
    { name: "Main entrance", goalTarget: 500, taps: 150 },
    { name: "Back gate", taps: 40 },
    { name: "Wristbands handed out", mode: "increment-only", taps: 25 },
  ],
  enterprise: [
    { name: "Gate North", inGroup: true, taps: 60 },
    { name: "Gate South", inGroup: true, taps: 60 },
    { name: "Shuttle seats left", mode: "decrement-only", decrementStep: 4, taps: 10 },
  ],
};

const organizationNames: Record<Plan, string> = {
  free: "Village Fair",
  pro: "City Museum",
  enterprise: "Stadium Group",
};

async function seedOrganization(stores: Stores, plan: Plan): Promise<DemoOrganization> {
  const fresh = { nowMs: Date.now(), randomBase62 };
  const organization = newOrganization({ name: organizationNames[plan], plan }, fresh);
  await stores.organizationCreator.create(organization);
  const keyText = newKeyText(stores.keyBrand, randomBase62);
  const creator = { kind: "operator", id: null, name: "demo" } as const;
  const apiKey = newApiKey({ name: "Demo", organization, keyText, creator }, fresh);
  await stores.apiKeys.create({ apiKey, keyHash: keyHash(keyText) });
  return { id: organization.id, name: organization.name, plan, apiKey: keyText };
}

/** Seconds between two people at a demo gate. */
const secondsBetweenTaps = 47;

interface SeededCounter {
  organizationId: string;
  counter: DemoCounter;
  signal: AbortSignal;
}

async function seedCounter(
  stores: Stores,
  { organizationId, counter, signal }: SeededCounter,
): Promise<void> {
  const { taps, ...settings } = counter;
  const key = { organizationId, counterId: newCounterId(randomBase62) };
  let nowMs = Date.now() - taps * secondsBetweenTaps * 1000;
  let known = newCounter(settings, key, nowMs);
  await stores.counterCreator.create([known]);
  const past = { ...stores.clock, now: () => nowMs };
  for (let index = 0; index < taps; index += 1) {
    signal.throwIfAborted();
    nowMs += secondsBetweenTaps * 1000;
    const tap = { direction: direction(known.mode, index), metadata: lane(index) };
    const result = await countTap(stores.taps, past, { key, tap, known });
    if (result.result === "counted") known = result.counter;
  }
}

function direction(mode: string, index: number): "up" | "down" {
  if (mode === "decrement-only") return "down";
  return mode === "both" && index % 5 === 4 ? "down" : "up";
}

function lane(index: number) {
  return index % 3 === 0 ? { lane: index % 2 === 0 ? "left" : "right" } : null;
}
