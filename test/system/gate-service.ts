import type { StoredCounter } from "../../core/counters/counter.ts";
import { type Gate, parseGateToken } from "../../core/gates/gate.ts";
import * as useCases from "../../core/gates/gates.ts";
import { operator } from "./people-service.ts";
import { stores } from "./service.ts";

/** A gate with what opens it: the link's token, and the cookie that a browser gets for it. */
export interface OpenGate {
  gate: Gate;
  url: string;
  /** What stands behind # in the URL. */
  token: string;
  /** As a request's Cookie header has it: `name=value`. */
  cookie: string;
}

/** Makes a gate for one or several counters of one organization. */
export async function createGate(
  counters: Pick<StoredCounter, "organizationId" | "id">[],
  { name = "North entrance", endsAt = null }: { name?: string; endsAt?: string | null } = {},
): Promise<OpenGate> {
  const organizationId = counters[0]?.organizationId ?? "";
  const setup = { organizationId, name, counterIds: counters.map(({ id }) => id), endsAt };
  const creation = await useCases.createGate(stores, setup, operator);
  if (creation.result !== "created") throw new Error(`no gate: ${creation.result}`);
  const { gate, url } = creation;
  const token = new URL(url).hash.slice(1);
  const cookie = parseGateToken(token)?.cookie;
  return { gate, url, token, cookie: `${cookie?.name}=${cookie?.value}` };
}

/** Revokes a gate, as an operator does. */
export async function revokeGate({ organizationId, id: gateId }: Gate): Promise<void> {
  const { result } = await useCases.revokeGate(stores, { organizationId, gateId }, operator);
  if (result !== "revoked") throw new Error(`not revoked: ${result}`);
}
