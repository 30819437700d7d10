import { randomUUID } from "node:crypto";
import type { Stores } from "../../adapters/stores.ts";
import type { Metadata } from "../../core/counters/count-event.ts";
import type { CounterKey } from "../../core/counters/counter.ts";
import { type Credential, madeWith } from "../../core/counting/credential-taps.ts";
import { hasCounter } from "../../core/gates/gate.ts";
import { heardGates } from "../../core/gates/last-heard.ts";

/** The metadata of the next tap of the demo: somebody at one of the counter's gates, or a member. */
export type LiveMetadata = () => Promise<Metadata | null>;

export function liveMetadata(
  stores: Stores,
  { organizationId, counterId }: CounterKey,
): LiveMetadata {
  const heard = heardGates(stores.recordHeard, stores.clock, () => {});
  return async () => {
    const [gates, members] = await Promise.all([
      stores.gates.list(organizationId),
      stores.people.members(organizationId),
    ]);
    // A gate that the viewer revokes counts no more.
    const open = gates.filter((gate) => gate.revokedAt === null && hasCounter(gate, counterId));
    const credentials: Credential[] = [
      ...open.map((gate) => ({ kind: "gate" as const, gate })),
      ...members
        .filter(({ role }) => role === "member")
        .map((member) => ({ kind: "member" as const, member })),
    ];
    const credential = credentials[Math.floor(Math.random() * credentials.length)];
    if (credential === undefined) return null;
    if (credential.kind === "gate") await heard(credential.gate);
    const madeAt = new Date(stores.clock.now()).toISOString();
    return madeWith(credential, { id: randomUUID(), madeAt }).metadata;
  };
}
