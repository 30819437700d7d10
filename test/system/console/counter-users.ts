import { randomUUID } from "node:crypto";
import { TapsResponse, UndosResponse } from "../../../api/private/counting.ts";
import type { CountEvent } from "../../../core/counters/count-event.ts";
import type { CounterKey, CounterSettings, StoredCounter } from "../../../core/counters/counter.ts";
import { updateSettings } from "../../../core/counters/settings/change-counter.ts";
import type { Direction } from "../../../core/counters/taps/tap.ts";
import { CountView } from "../../../core/counting/count-view.ts";
import type { TapRequest } from "../../../core/counting/credential-taps.ts";
import type { UndoRequest } from "../../../core/counting/credential-undos.ts";
import type { Role } from "../../../core/members/role.ts";
import { operator } from "../../core/audit/operator.ts";
import { createGate, type OpenGate } from "../gate-service.ts";
import { createMember } from "../people-service.ts";
import {
  askConsole,
  type ConsoleRequest,
  createCounter,
  createOrganization,
  stores,
} from "../service.ts";

/** A person who counts one counter: a member with a session, or a phone with a gate's cookie. */
export interface CounterUser {
  /** As the metadata of their taps names them. */
  credential: { member: string } | { gate: string };
  /** Of the counter, as this user asks for it. */
  path: string;
  cookie: string;
}

/** Signs in a new person who has this role in an organization. */
export async function signInMember(organizationId: string, role: Role = "member") {
  return await createMember({ id: organizationId }, role);
}

type CounterIdentity = Pick<StoredCounter, "organizationId" | "id">;

export function keyOf({ organizationId, id }: CounterIdentity): CounterKey {
  return { organizationId, counterId: id };
}

export async function changeSettings(counter: CounterIdentity, settings: CounterSettings) {
  await updateSettings(stores, { key: keyOf(counter), settings }, operator);
}

export async function memberAt({ organizationId, id }: CounterIdentity): Promise<CounterUser> {
  const { cookie, member } = await signInMember(organizationId);
  const path = `/api/organizations/${organizationId}/counters/${id}`;
  return { credential: { member: member.id }, path, cookie };
}

export async function phoneAt(counter: CounterIdentity): Promise<CounterUser> {
  return userOfGate(await createGate([counter]), counter);
}

export function userOfGate({ gate, cookie }: OpenGate, { id }: { id: string }): CounterUser {
  return { credential: { gate: gate.id }, path: `/api/gates/${gate.id}/counters/${id}`, cookie };
}

/** Both kinds of users, for rules that are the same for both. */
export const kinds = [
  ["a member", memberAt],
  ["a gate", phoneAt],
] as const;

export async function newCounter(settings: Parameters<typeof createCounter>[1] = {}) {
  return await createCounter(await createOrganization("free"), settings);
}

/** Taps as a device makes them, each with an id of its own. */
export function taps(...directions: Direction[]): TapRequest[] {
  return directions.map((direction) => ({
    id: randomUUID(),
    direction,
    tappedAt: new Date().toISOString(),
  }));
}

export function ups(count: number): TapRequest[] {
  return taps(...Array.from({ length: count }, () => "up" as const));
}

export function post({ path, cookie }: CounterUser, body: unknown, request: ConsoleRequest = {}) {
  return askConsole(`${path}/taps`, { method: "POST", cookie, body, ...request });
}

/** Sends taps that must be answered. */
export async function send(user: CounterUser, made: TapRequest[]): Promise<TapsResponse> {
  const response = await post(user, { taps: made });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return TapsResponse.parse(await response.json());
}

/** Undoes of these taps, pressed now. */
export function undosOf(made: TapRequest[], undoneAt = new Date().toISOString()): UndoRequest[] {
  return made.map(({ id }) => ({ id, undoneAt }));
}

export function postUndos(user: CounterUser, undos: UndoRequest[], request: ConsoleRequest = {}) {
  const { path, cookie } = user;
  return askConsole(`${path}/undos`, { method: "POST", cookie, body: { undos }, ...request });
}

/** Undoes taps, which must be answered. */
export async function undo(user: CounterUser, undos: UndoRequest[]): Promise<UndosResponse> {
  const response = await postUndos(user, undos);
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return UndosResponse.parse(await response.json());
}

/** What became of each tap or undo, in short: `counted`, `repeated`, or why it was refused. */
export function outcomes({ answers }: TapsResponse | UndosResponse): string[] {
  return answers.map((answer) => (answer.result === "refused" ? answer.reason : answer.result));
}

export async function view({ path, cookie }: CounterUser): Promise<CountView> {
  const response = await askConsole(path, { cookie });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return CountView.parse(await response.json());
}

/** The whole history, oldest first. */
export async function history({ organizationId, id }: CounterIdentity): Promise<CountEvent[]> {
  const events: CountEvent[] = [];
  for (;;) {
    const oldest = events.at(-1)?.lastEventId;
    const page = await stores.countEvents.page(
      { organizationId, counterId: id },
      { limit: 500, ...(oldest !== undefined && { beforeEventId: oldest }) },
    );
    if (page.length === 0) return events.reverse();
    events.push(...page);
  }
}
