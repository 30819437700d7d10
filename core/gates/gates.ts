import { allInOrder } from "../all-in-order.ts";
import { type AuditEntry, creatorOf, newAuditEntry } from "../audit/audit-entry.ts";
import type { RandomBase62 } from "../base62.ts";
import type { Clock } from "../clock.ts";
import type { StoredCounters } from "../counters/counter-lookup.ts";
import { isCounterId } from "../counters/counter-names.ts";
import { actorBy, type ChangedBy } from "../members/changed-by.ts";
import {
  findOrganizationName,
  type NoSuchOrganization,
  type OrganizationName,
  readIfOrganizationExists,
} from "../organization-id.ts";
import type { RandomSecret } from "../secret.ts";
import { type Gate, type GateKey, gateSecretHash, gateUrl, isGateId, newGateId } from "./gate.ts";
import { maximumOpenGates } from "./gate-limits.ts";

/** Who asks may no longer manage gates, or the organization is gone. */
export type GateRefusal = "forbidden" | "no_such_organization";

export interface Gates {
  /** Strongly consistent: a gate that is revoked is so at the next tap. */
  get(key: GateKey): Promise<Gate | undefined>;
  /** The gates of an organization, oldest first; of the revoked ones the newest 200. */
  list(organizationId: string): Promise<Gate[]>;
  /**
   * Decides from the gates as they are, and again where another writer has changed them meanwhile;
   * writes the change with its entry.
   */
  change<Result>(
    request: { organizationId: string; by: ChangedBy },
    decide: (gates: Gate[]) => GatesDecision<Result>,
  ): Promise<Result | { result: GateRefusal }>;
}

export interface GatesDecision<Result> {
  result: Result;
  /** Absent when there is nothing to write. */
  write?: { entry: AuditEntry } & ({ create: Gate } | { revoke: Gate; forget: Gate[] });
}

export interface GatePorts {
  organizationName: OrganizationName;
  storedCounters: StoredCounters;
  gates: Gates;
  clock: Clock;
  randomBase62: RandomBase62;
  randomSecret: RandomSecret;
  consoleUrl: string;
}

export interface GateSetup {
  organizationId: string;
  name: string;
  counterIds: string[];
  endsAt: string | null;
  /** Of a creation that may be repeated: another call with them finds the gate, with `isNew` false. */
  preset?: { id: string; secret: string };
}

export type GateCreation =
  /** The URL holds the secret, which is stored nowhere: show it, once. */
  | { result: "created"; isNew: boolean; gate: Gate; url: string }
  /** The preset id is that of a gate with this name, which is not as this one. */
  | { result: "created_already"; name: string }
  | { result: "no_such_counter" | "counter_archived"; counterId: string }
  | { result: "end_is_past" | "limit_reached" | "forbidden" }
  | NoSuchOrganization;

/** Makes a gate with its link, on any plan. */
export async function createGate(
  ports: GatePorts,
  setup: GateSetup,
  by: ChangedBy,
): Promise<GateCreation> {
  const { organizationId } = setup;
  if ((await findOrganizationName(ports, organizationId)) === undefined) {
    return { result: "no_such_organization" };
  }
  const counterIds = [...new Set(setup.counterIds)];
  const counters = await allInOrder(
    counterIds.map(async (counterId) => ({
      counterId,
      counter: isCounterId(counterId)
        ? await ports.storedCounters.get({ organizationId, counterId })
        : undefined,
    })),
  );
  for (const { counterId, counter } of counters) {
    if (counter === undefined) return { result: "no_such_counter", counterId };
    if (counter.archivedAt !== undefined) return { result: "counter_archived", counterId };
  }
  const nowMs = ports.clock.now();
  if (setup.endsAt !== null && Date.parse(setup.endsAt) <= nowMs) return { result: "end_is_past" };
  const secret = setup.preset?.secret ?? ports.randomSecret();
  const gate: Gate = {
    id: setup.preset?.id ?? newGateId(ports.randomBase62),
    organizationId,
    name: setup.name,
    counterIds,
    secretHash: gateSecretHash(secret),
    createdAt: new Date(nowMs).toISOString(),
    createdBy: creatorOf(actorBy(by)),
    endsAt: setup.endsAt === null ? null : new Date(setup.endsAt).toISOString(),
    revokedAt: null,
  };
  const url = gateUrl(ports.consoleUrl, { organizationId, gateId: gate.id }, secret);
  return await ports.gates.change<GateCreation>({ organizationId, by }, (gates) => {
    const earlier = gates.find(({ id }) => id === gate.id);
    if (earlier !== undefined) {
      const result: GateCreation = isSameGate(earlier, gate)
        ? { result: "created", isNew: false, gate: earlier, url }
        : { result: "created_already", name: earlier.name };
      return { result };
    }
    const open = gates.filter(({ revokedAt }) => revokedAt === null);
    if (open.length >= maximumOpenGates) return { result: { result: "limit_reached" } };
    const entry = gateEntry(ports, "gate.create", { gate, by });
    return {
      result: { result: "created", isNew: true, gate, url },
      write: { entry, create: gate },
    };
  });
}

/** Whether the stored gate is open with the link, and for what, that were asked for. */
function isSameGate(stored: Gate, wanted: Gate): boolean {
  return (
    stored.revokedAt === null &&
    stored.secretHash === wanted.secretHash &&
    stored.name === wanted.name &&
    stored.endsAt === wanted.endsAt &&
    stored.counterIds.join() === wanted.counterIds.join()
  );
}

export async function listGates(
  ports: GatePorts,
  organizationId: string,
): Promise<{ result: "listed"; gates: Gate[] } | NoSuchOrganization> {
  const list = () => ports.gates.list(organizationId);
  const gates = await readIfOrganizationExists(ports, organizationId, list);
  return gates === undefined ? { result: "no_such_organization" } : { result: "listed", gates };
}

export type GateRevocation =
  | { result: "revoked"; gate: Gate }
  | { result: "no_such_gate" | "forbidden" };

/** Revokes a gate for good; `gateId` may be any text. The next tap with its link is refused. */
export async function revokeGate(
  ports: GatePorts,
  key: GateKey,
  by: ChangedBy,
): Promise<GateRevocation | NoSuchOrganization> {
  if ((await findOrganizationName(ports, key.organizationId)) === undefined) {
    return { result: "no_such_organization" };
  }
  if (!isGateId(key.gateId)) return { result: "no_such_gate" };
  const { organizationId } = key;
  const revokedAt = new Date(ports.clock.now()).toISOString();
  type Revoked = GateRevocation | NoSuchOrganization;
  return await ports.gates.change<Revoked>({ organizationId, by }, (gates) => {
    const gate = gates.find(({ id }) => id === key.gateId);
    if (gate === undefined) return { result: { result: "no_such_gate" } };
    if (gate.revokedAt !== null) return { result: { result: "revoked", gate } };
    const entry = gateEntry(ports, "gate.revoke", { gate, by });
    const revoke = { ...gate, revokedAt };
    const write = { entry, revoke, forget: gatesToForget(gates) };
    return { result: { result: "revoked", gate: revoke }, write };
  });
}

const revokedGatesKept = 200;

/** Those that were revoked first, where another one is revoked. */
function gatesToForget(gates: Gate[]): Gate[] {
  return gates
    .filter(({ revokedAt }) => revokedAt !== null)
    .sort((a, b) => (a.revokedAt ?? "").localeCompare(b.revokedAt ?? ""))
    .slice(0, -(revokedGatesKept - 1));
}

function gateEntry(
  { clock, randomBase62 }: Pick<GatePorts, "clock" | "randomBase62">,
  action: "gate.create" | "gate.revoke",
  { gate, by }: { gate: Gate; by: ChangedBy },
): AuditEntry {
  const { id, name, organizationId, counterIds, endsAt } = gate;
  const target = { kind: "gate", id, name };
  const details = { name, counterIds, endsAt };
  const [before, after] = action === "gate.create" ? [null, details] : [details, null];
  const change = { organizationId, actor: actorBy(by), action, target, before, after };
  return newAuditEntry(change, { nowMs: clock.now(), randomBase62 });
}
