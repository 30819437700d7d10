import type { Stores } from "../../adapters/stores.ts";
import { createGate } from "../../core/gates/gates.ts";
import { operatorNamed } from "../../core/members/changed-by.ts";
import { demoGates, type OrganizationPast, type PastSource } from "./history/demo-past.ts";
import { firstMs } from "./history/step.ts";

/** The gate whose link is printed. */
const shownGate = "Garden door";

/**
 * Makes the gates at which the past was counted, as old as their counters. Returns the token of the
 * one whose link is printed, without the console's URL, which another port changes.
 */
export async function seedGates(
  stores: Stores,
  source: PastSource,
  past: OrganizationPast,
): Promise<string | undefined> {
  const { organizationId, plan, gateIds } = source;
  const early = { ...stores, clock: { ...stores.clock, now: () => firstMs(source) } };
  let token: string | undefined;
  for (const [name, indexes] of Object.entries(demoGates[plan])) {
    const counted = indexes.flatMap((index) => past.counters[index] ?? []);
    const setup = {
      ...{ organizationId, name, endsAt: null },
      counterIds: counted.map(({ counter }) => counter.id),
      preset: { id: gateIds[name] ?? "", secret: stores.randomSecret() },
    };
    const creation = await createGate(early, setup, operatorNamed("demo"));
    if (creation.result !== "created") throw new Error(`no gate: ${creation.result}`);
    const { gate, url } = creation;
    const times = counted.flatMap(({ events }) => events.at(-1)?.createdAt ?? []);
    const at = times.toSorted().at(-1);
    const key = { organizationId, gateId: gate.id };
    if (at !== undefined) await stores.recordHeard(key, { at, before: at });
    if (name === shownGate) token = new URL(url).hash.slice(1);
  }
  return token;
}
