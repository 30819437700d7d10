import type { Stores } from "../../adapters/stores.ts";
import { createGate } from "../../core/gates/gates.ts";
import { type DemoOrganization, keepDemo } from "./demo.ts";

/** The counter that people without an account can count at. */
const counterName = "Back gate";

/**
 * Makes a gate for the demo, once. What opens it is kept: the link begins with the console's URL,
 * which another port changes.
 */
export async function seedDemoGate(
  folder: string,
  stores: Stores,
  organizations: DemoOrganization[],
): Promise<DemoOrganization[]> {
  const made: DemoOrganization[] = [];
  for (const organization of organizations) {
    const gateToken = organization.gateToken ?? (await newGateToken(stores, organization));
    made.push({ ...organization, ...(gateToken !== undefined && { gateToken }) });
  }
  keepDemo(folder, made);
  return made;
}

/** Undefined for an organization without such a counter, or with too many gates. */
async function newGateToken(
  stores: Stores,
  { id: organizationId }: DemoOrganization,
): Promise<string | undefined> {
  const counters = await stores.counters.list(organizationId);
  const counter = counters.find(({ name }) => name === counterName);
  if (counter === undefined) return undefined;
  const setup = { organizationId, name: counterName, counterIds: [counter.id], endsAt: null };
  const actor = { kind: "operator", id: null, name: "demo" } as const;
  const creation = await createGate(stores, setup, { kind: "operator", actor });
  return creation.result === "created" ? new URL(creation.url).hash.slice(1) : undefined;
}
