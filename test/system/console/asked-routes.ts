import { randomUUID } from "node:crypto";
import type { RouteKey } from "../../../api/private/route.ts";
import type { PrivateRoutes } from "../../../api/private/routes.ts";
import type { Role } from "../../../core/members/role.ts";
import { newAlert } from "../alert-service.ts";
import { createGate } from "../gate-service.ts";
import { newGroup } from "../group-service.ts";
import { newChatChannel, newOnlyChannel } from "../notices/chat-service.ts";
import { createInvitation, createMember, type Staff } from "../people-service.ts";
import { type Asked as AskedOverHttp, askRoute } from "../private-api.ts";
import { createCounter, createKey, shareCounter } from "../service.ts";
import { deliveries } from "../webhooks/webhook-service.ts";
import { undosOf, ups } from "./counter-users.ts";
import { newEndpoint, testRecord } from "./webhooks/made-records.ts";

type Place = Pick<Staff, "organization" | "counter">;

/** What a route needs to be asked for something that works. */
interface Asked {
  /** What its path names besides the organization; made anew for each request. */
  id?: (place: Place) => Promise<string>;
  /** The query of a GET, or the body of a change. */
  sent?: object | ((counter: Staff["counter"], id: string) => object);
}

type OfOrganization = Extract<keyof PrivateRoutes, `${string}{organizationId}${string}`>;

/** A deletion would remove what the others ask for: settings/deletion.test.ts has its roles. */
export type AskedRoute = Exclude<OfOrganization, `POST /api/deletion/${string}`>;

let emails = 0;
function newEmail(): string {
  emails += 1;
  return `invited-${emails}@people.example`;
}

export const memberOf = (role: Role) => async (place: Place) =>
  (await createMember(place.organization, role)).member.id;

const tokens = new Map<string, string>();

export const invitationOf = (role: Role) => async (place: Place) => {
  const { id, token } = await createInvitation(place.organization, { email: newEmail(), role });
  tokens.set(id, token);
  return id;
};

export const newInvitation = (role: Role) => () => ({ email: newEmail(), role });

/** A file as a request has it. */
export function fileBody(text: string, createGroups = false) {
  return { file: Buffer.from(text).toString("base64"), createGroups };
}

const counter = { id: async (place: Place) => (await createCounter(place.organization)).id };
const group = { id: async (place: Place) => (await newGroup(place.organization)).id };
/** An organization may have ten, which is enough for all that follows. */
const endpoint = { id: async (place: Place) => (await newEndpoint(place)).id };
/** On a counter of its own: a counter has at most 20. */
const alert = {
  id: async (place: Place) =>
    (await newAlert("counter", await createCounter(place.organization))).id,
};
/** The only one of its organization, which may have five. */
const channel = { id: async ({ organization }: Place) => (await newOnlyChannel(organization)).id };
const chart = () => ({
  resolution: "minute",
  from: new Date(Date.now() - 3_600_000).toISOString(),
});

/** Of an organization in UTC. */
const today = () => new Date().toISOString().slice(0, 10);

async function newDelivery(place: Place): Promise<string> {
  const { id: endpointId } = await newEndpoint(place);
  const record = testRecord({ organizationId: place.organization.id, endpointId });
  if (!(await deliveries.recordFirst(record))) throw new Error("the delivery exists already");
  return record.deliveryId;
}

/** Every route of an organization, with something that works. */
export const askedRoutes: Record<AskedRoute, Asked> = {
  "GET /api/alerts/{organizationId}": {},
  "POST /api/alerts/{organizationId}": {
    sent: ({ id: targetId }: Staff["counter"]) => ({
      ...{ name: "Full", scope: "counter", targetId, kind: "absolute", at: 1_000 },
    }),
  },
  "GET /api/alerts/{organizationId}/firings": {},
  "GET /api/alerts/{organizationId}/targets": { sent: { scope: "counter" } },
  "GET /api/alerts/{organizationId}/{alertId}": alert,
  "PATCH /api/alerts/{organizationId}/{alertId}": {
    ...alert,
    sent: { settings: { name: "Nearly full" } },
  },
  "DELETE /api/alerts/{organizationId}/{alertId}": alert,
  "POST /api/alerts/{organizationId}/{alertId}/pause": alert,
  "POST /api/alerts/{organizationId}/{alertId}/resume": alert,
  "GET /api/charts/{organizationId}/levels": { sent: ({ id }) => ({ ids: id }) },
  "GET /api/charts/{organizationId}/counters/{counterId}": { ...counter, sent: chart },
  "GET /api/charts/{organizationId}/counters/{counterId}/history": counter,
  "GET /api/charts/{organizationId}/counters/{counterId}/today": counter,
  "GET /api/charts/{organizationId}/groups/{groupId}/today": group,
  "GET /api/charts/{organizationId}/groups/{groupId}": { ...group, sent: chart },
  "GET /api/deletion/{organizationId}": {},
  "GET /api/keys/{organizationId}": {},
  "POST /api/keys/{organizationId}": { sent: { name: "Website" } },
  "DELETE /api/keys/{organizationId}/{keyId}": {
    id: async (place) => (await createKey(place.organization)).id,
  },
  "GET /api/organization/{organizationId}": {},
  "PATCH /api/organization/{organizationId}": { sent: { settings: { name: "City Museum" } } },
  "GET /api/organization/{organizationId}/audit": {},
  "GET /api/organization/{organizationId}/gates": {},
  "POST /api/organization/{organizationId}/gates": {
    sent: ({ id }: Staff["counter"]) => ({ name: "North entrance", counterIds: [id] }),
  },
  "DELETE /api/organization/{organizationId}/gates/{gateId}": {
    id: async (place) => (await createGate([place.counter])).gate.id,
  },
  "GET /api/organization/{organizationId}/invitations": {},
  "POST /api/organization/{organizationId}/invitations": { sent: newInvitation("member") },
  "DELETE /api/organization/{organizationId}/invitations/{invitationId}": {
    id: invitationOf("member"),
  },
  "POST /api/organization/{organizationId}/invitations/{invitationId}/mail": {
    id: invitationOf("member"),
    sent: (_, id) => ({ token: tokens.get(id) ?? "none" }),
  },
  "GET /api/organization/{organizationId}/members": {},
  "PATCH /api/organization/{organizationId}/members/{memberId}": {
    id: memberOf("member"),
    sent: { role: "admin" },
  },
  "DELETE /api/organization/{organizationId}/members/{memberId}": { id: memberOf("member") },
  "GET /api/organization/{organizationId}/notifications": {},
  "PATCH /api/organization/{organizationId}/notifications": { sent: { kinds: { report: true } } },
  "POST /api/organization/{organizationId}/notifications/test": {},
  "GET /api/organization/{organizationId}/notifications/alert-hearers": {},
  "GET /api/organizations/{organizationId}/counters": {},
  "GET /api/organizations/{organizationId}/counters/{counterId}": counter,
  "POST /api/organizations/{organizationId}/counters/{counterId}/taps": {
    ...counter,
    sent: () => ({ taps: ups(1) }),
  },
  "POST /api/organizations/{organizationId}/counters/{counterId}/undos": {
    ...counter,
    sent: () => ({ undos: undosOf(ups(1)) }),
  },
  "GET /api/reports/{organizationId}": {
    sent: ({ id: targets }: Staff["counter"]) => ({
      ...{ targets, from: today(), to: today(), by: "day" },
    }),
  },
  "GET /api/setup/{organizationId}/counters": {},
  "POST /api/setup/{organizationId}/counters": { sent: { name: "North gate" } },
  "GET /api/setup/{organizationId}/counters/live": {
    sent: ({ id }: Staff["counter"]) => ({ ids: id }),
  },
  "PATCH /api/setup/{organizationId}/counters/{counterId}": {
    ...counter,
    sent: { settings: { locked: true } },
  },
  "POST /api/setup/{organizationId}/counters/{counterId}/adjust": {
    ...counter,
    sent: () => ({ formId: randomUUID(), to: 5 }),
  },
  "POST /api/setup/{organizationId}/counters/{counterId}/archive": { ...counter, sent: {} },
  "POST /api/setup/{organizationId}/counters/{counterId}/restore": { ...counter, sent: {} },
  "GET /api/setup/{organizationId}/counters/{counterId}/embeds": counter,
  "POST /api/setup/{organizationId}/counters/{counterId}/embeds": {
    ...counter,
    sent: { note: "Press" },
  },
  "GET /api/setup/{organizationId}/groups/{groupId}/embeds": group,
  "POST /api/setup/{organizationId}/groups/{groupId}/embeds": {
    ...group,
    sent: { note: "Press" },
  },
  "DELETE /api/setup/{organizationId}/embeds/{sessionId}": {
    id: async (place) => await shareCounter(place.counter),
  },
  "GET /api/setup/{organizationId}/groups": {},
  "POST /api/setup/{organizationId}/groups": { sent: { name: "Hall", capacity: null } },
  "GET /api/setup/{organizationId}/groups/{groupId}": group,
  "PATCH /api/setup/{organizationId}/groups/{groupId}": {
    ...group,
    sent: { settings: { capacity: 800 } },
  },
  "DELETE /api/setup/{organizationId}/groups/{groupId}": { ...group, sent: { ungroup: false } },
  "POST /api/setup/{organizationId}/groups/{groupId}/reset": {
    ...group,
    sent: () => ({ formId: randomUUID() }),
  },
  "GET /api/setup/{organizationId}/groups/{groupId}/counters": group,
  "POST /api/setup/{organizationId}/charts/redraw": {
    sent: ({ id }) => ({ counterIds: [id], timeZone: "UTC" }),
  },
  "POST /api/setup/{organizationId}/imports": { sent: fileBody("name\nNorth gate\n") },
  "POST /api/setup/{organizationId}/imports/preview": { sent: fileBody("name\nNorth gate\n") },
  "GET /api/overview/{organizationId}": {},
  "GET /api/overview/{organizationId}/usual": {
    sent: ({ id }: Staff["counter"]) => ({ targets: id }),
  },
  "PATCH /api/overview/{organizationId}/pins": {
    sent: ({ id }: Staff["counter"]) => ({ settings: { pins: [id] } }),
  },
  "GET /api/webhooks/{organizationId}/deliveries": {},
  "GET /api/webhooks/{organizationId}/deliveries/{deliveryId}": { id: newDelivery },
  "POST /api/webhooks/{organizationId}/deliveries/resend": {
    sent: { deliveryIds: [`dlv_${"0".repeat(48)}`] },
  },
  "GET /api/webhooks/{organizationId}/endpoints": {},
  "POST /api/webhooks/{organizationId}/endpoints": {
    sent: { url: "https://localhost:8443/", events: ["counter.increment"] },
  },
  "GET /api/webhooks/{organizationId}/endpoints/{endpointId}": endpoint,
  "PATCH /api/webhooks/{organizationId}/endpoints/{endpointId}": {
    ...endpoint,
    sent: { settings: { events: ["counter.decrement"] } },
  },
  "DELETE /api/webhooks/{organizationId}/endpoints/{endpointId}": endpoint,
  "POST /api/webhooks/{organizationId}/endpoints/{endpointId}/check": { ...endpoint, sent: {} },
  "POST /api/webhooks/{organizationId}/endpoints/{endpointId}/pause": {
    ...endpoint,
    sent: { paused: true },
  },
  "POST /api/webhooks/{organizationId}/endpoints/{endpointId}/recover": {
    ...endpoint,
    sent: () => ({ since: new Date().toISOString(), dryRun: true }),
  },
  "GET /api/webhooks/{organizationId}/endpoints/{endpointId}/responses": endpoint,
  "POST /api/webhooks/{organizationId}/endpoints/{endpointId}/secret": {
    ...endpoint,
    sent: { action: "make" },
  },
  "GET /api/webhooks/{organizationId}/channels": {},
  "POST /api/webhooks/{organizationId}/channels": { sent: newChatChannel() },
  "PATCH /api/webhooks/{organizationId}/channels/{channelId}": {
    ...channel,
    sent: { name: "Hall team", kinds: ["alert"] },
  },
  "DELETE /api/webhooks/{organizationId}/channels/{channelId}": channel,
  "POST /api/webhooks/{organizationId}/channels/{channelId}/test": channel,
  "GET /api/webhooks/{organizationId}/events": {
    sent: ({ id }: Staff["counter"]) => ({ of: "counter", counter: id }),
  },
};

/** The first of these routes in each area. */
export function oneOfEachArea(some: AskedRoute[]): AskedRoute[] {
  const areas = Map.groupBy(some, (key) => key.split("/")[2]);
  return [...areas.values()].flatMap(([first]) => first ?? []);
}

interface RequestOf extends AskedOverHttp {
  organizationId?: string;
  id?: string;
}

/** Asks for a route of an organization, for something of its own that works unless told otherwise. */
export async function askFor(
  key: AskedRoute,
  place: Place,
  { organizationId = place.organization.id, id, ...request }: RequestOf = {},
): Promise<Response> {
  const { id: newId, sent } = askedRoutes[key];
  const target = id ?? (await newId?.(place)) ?? "";
  const named = Object.fromEntries(
    [...key.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, target]),
  );
  const works = typeof sent === "function" ? sent(place.counter, target) : sent;
  const parameters = { ...named, organizationId };
  return await askRoute<string & RouteKey>(key, parameters, { sent: works, ...request });
}
