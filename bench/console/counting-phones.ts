import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { TapsResponse, UndosResponse } from "../../api/private/counting.ts";
import type { StoredCounter } from "../../core/counters/counter.ts";
import { CountView } from "../../core/counting/count-view.ts";
import type { TapRequest } from "../../core/counting/credential-taps.ts";
import { parseGateToken } from "../../core/gates/gate.ts";
import { createGate } from "../../core/gates/gates.ts";
import { acceptInvitation } from "../../core/members/accept-invitation.ts";
import { invite } from "../../core/members/invitations.ts";
import type { Role } from "../../core/members/role.ts";
import { signIn } from "../../core/sessions/sign-in.ts";
import type { MeasuredService } from "../service/measured-service.ts";

export const operator = {
  kind: "operator",
  actor: { kind: "operator", id: null, name: "bench" },
} as const;

/** A phone on which a person counts one counter, without the page. */
export interface Phone {
  /** Of the counter. */
  url: string;
  consoleUrl: string;
  cookie: string;
}

/** A phone that has opened a new gate's link. */
export async function gatePhone(service: MeasuredService, counter: StoredCounter): Promise<Phone> {
  const { organizationId, id } = counter;
  const setup = { organizationId, name: "North entrance", counterIds: [id], endsAt: null };
  const creation = await createGate(service.stores, setup, operator);
  if (creation.result !== "created") throw new Error(`no gate: ${creation.result}`);
  const cookie = parseGateToken(new URL(creation.url).hash.slice(1))?.cookie;
  const consoleUrl = service.outputs.ConsoleUrl;
  return {
    url: `${consoleUrl}/api/gates/${creation.gate.id}/counters/${id}`,
    consoleUrl,
    cookie: `${cookie?.name}=${cookie?.value}`,
  };
}

/** A phone of a member who is signed in. */
export async function memberPhone(
  service: MeasuredService,
  { organizationId, id }: StoredCounter,
  role: Role = "member",
): Promise<Phone> {
  const email = "anna@people.example";
  const identity = { issuer: "https://identity.example", subject: randomUUID(), name: "Anna" };
  const { person, value } = await signIn(service.stores, {
    identity: { ...identity, email, emailVerified: true },
    nowMs: Date.now(),
  });
  const invited = await invite(service.stores, { organizationId, email, role }, operator);
  if (invited.result !== "created") throw new Error(`no invitation: ${invited.result}`);
  const token = new URL(invited.url).hash.slice(1);
  const accepted = await acceptInvitation(service.stores, { token, personId: person.id });
  if (accepted.result !== "accepted") throw new Error(`no member: ${accepted.result}`);
  const consoleUrl = service.outputs.ConsoleUrl;
  return {
    url: `${consoleUrl}/api/organizations/${organizationId}/counters/${id}`,
    consoleUrl,
    cookie: `__Host-session=${value}`,
  };
}

export function madeTaps(count: number): TapRequest[] {
  const tappedAt = new Date().toISOString();
  return Array.from({ length: count }, () => ({ id: randomUUID(), direction: "up", tappedAt }));
}

/** Sends taps until they are answered, as the page does when a counter is too crowded (503). */
export async function sendBatch(
  phone: Phone,
  taps: TapRequest[],
  onCrowded: () => void = () => {},
): Promise<TapsResponse> {
  return TapsResponse.parse(await untilAnswered(phone, "taps", { body: { taps }, onCrowded }));
}

/** Undoes taps of this phone, as often as it takes until they are answered. */
export async function sendUndos(phone: Phone, taps: { id: string }[]): Promise<UndosResponse> {
  const undoneAt = new Date().toISOString();
  const body = { undos: taps.map(({ id }) => ({ id, undoneAt })) };
  return UndosResponse.parse(await untilAnswered(phone, "undos", { body, onCrowded: () => {} }));
}

async function untilAnswered(
  phone: Phone,
  what: "taps" | "undos",
  { body, onCrowded }: { body: object; onCrowded(): void },
): Promise<unknown> {
  for (;;) {
    const response = await fetch(`${phone.url}/${what}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: phone.consoleUrl,
        cookie: phone.cookie,
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status === 200) return JSON.parse(text);
    if (response.status !== 503) throw new Error(`${response.status}: ${text}`);
    onCrowded();
    await setTimeout(1_000 * Number(response.headers.get("retry-after")));
  }
}

/** What the page polls; undefined when nothing has changed since the ETag. */
export async function lookAgain(
  { url, cookie }: Phone,
  etag: string | null,
): Promise<{ view: CountView | undefined; etag: string | null }> {
  const headers = { cookie, ...(etag !== null && { "if-none-match": etag }) };
  const response = await fetch(url, { headers });
  if (response.status === 304) return { view: undefined, etag };
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return { view: CountView.parse(await response.json()), etag: response.headers.get("etag") };
}
