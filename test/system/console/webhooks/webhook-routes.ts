import type { Plan } from "../../../../core/organizations/organization.ts";
import type { WebhookEndpoint } from "../../../../core/webhooks/endpoint.ts";
import { makeNextSecret } from "../../../../core/webhooks/endpoints/replace-secret.ts";
import { operator } from "../../../core/audit/operator.ts";
import { createMember } from "../../people-service.ts";
import { createCounter, createOrganization } from "../../service.ts";
import { createEndpoint, deliveries, webhooks } from "../../webhooks/webhook-service.ts";
import { ask as askRoute, type RequestOf } from "../organization-endpoints.ts";
import { testRecord } from "./made-records.ts";

/** An organization with somebody of each role. */
export async function createStaff(plan: Plan = "pro") {
  const organization = await createOrganization(plan);
  const owner = await createMember(organization, "owner");
  return {
    organization,
    owner,
    admin: await createMember(organization, "admin"),
    member: await createMember(organization, "member"),
    counter: await createCounter(organization),
  };
}
export type Staff = Awaited<ReturnType<typeof createStaff>>;

/** One route with one body. Owners and admins may use it, members may not. */
export interface WebhookRoute {
  name: string;
  /** As the function has it. */
  route: string;
  /** What the path names besides the organization; made anew for each request. */
  target?: (staff: Staff) => Promise<string>;
  query?: (staff: Staff) => string;
  body?: (staff: Staff) => unknown;
}

/** Behind an organization's URL: 10 may exist at once, so each test removes what it made. */
export async function newEndpoint({ organization }: Pick<Staff, "organization">) {
  const url = "https://receiver.example.com/hooks";
  const events = ["counter.increment" as const];
  return (await createEndpoint({ organizationId: organization.id, url, events })).endpoint;
}

const made = new Map<string, WebhookEndpoint>();

/** The same endpoint of an organization each time. */
async function oneEndpoint(staff: Staff): Promise<string> {
  const known = made.get(staff.organization.id) ?? (await newEndpoint(staff));
  made.set(staff.organization.id, known);
  return known.id;
}

async function newDelivery(staff: Staff): Promise<string> {
  const endpointId = await oneEndpoint(staff);
  const record = testRecord({ organizationId: staff.organization.id, endpointId });
  if (!(await deliveries.recordFirst(record))) throw new Error("the delivery exists already");
  return record.deliveryId;
}

const webhooksOf = "/api/webhooks/{organizationId}";
const endpoint = `${webhooksOf}/endpoints/{endpointId}`;

export const routes: WebhookRoute[] = [
  { name: "list endpoints", route: `GET ${webhooksOf}/endpoints` },
  { name: "see an endpoint", route: `GET ${endpoint}`, target: oneEndpoint },
  { name: "see an endpoint's responses", route: `GET ${endpoint}/responses`, target: oneEndpoint },
  {
    name: "change an endpoint's events",
    route: `PATCH ${endpoint}`,
    target: async (staff) => {
      const { id } = await newEndpoint(staff);
      return id;
    },
    body: () => ({ settings: { events: ["counter.decrement"] } }),
  },
  {
    name: "pause an endpoint",
    route: `POST ${endpoint}/pause`,
    target: oneEndpoint,
    body: () => ({ paused: true }),
  },
  {
    name: "resume an endpoint",
    route: `POST ${endpoint}/pause`,
    target: oneEndpoint,
    body: () => ({ paused: false }),
  },
  {
    name: "make the next secret",
    route: `POST ${endpoint}/secret`,
    target: async (staff) => (await newEndpoint(staff)).id,
    body: () => ({ action: "make" }),
  },
  {
    name: "check an endpoint",
    route: `POST ${endpoint}/check`,
    target: oneEndpoint,
    body: () => ({}),
  },
  {
    name: "recover an endpoint's deliveries",
    route: `POST ${endpoint}/recover`,
    target: oneEndpoint,
    body: () => ({ since: new Date().toISOString(), dryRun: true }),
  },
  {
    name: "delete an endpoint",
    route: `DELETE ${endpoint}`,
    target: async (staff) => (await newEndpoint(staff)).id,
  },
  { name: "list deliveries", route: `GET ${webhooksOf}/deliveries` },
  {
    name: "see a delivery",
    route: `GET ${webhooksOf}/deliveries/{deliveryId}`,
    target: newDelivery,
  },
  {
    name: "resend a delivery",
    route: `POST ${webhooksOf}/deliveries/resend`,
    body: () => ({ deliveryIds: [`dlv_${"0".repeat(48)}`] }),
  },
  {
    name: "see a counter's events",
    route: `GET ${webhooksOf}/events`,
    query: ({ counter }) => `?of=counter&counter=${counter.id}`,
  },
  {
    name: "see what fired",
    route: `GET ${webhooksOf}/events`,
    query: () => "?of=alerts",
  },
];

/** Somebody's request to a route, for a target of this organization unless one is given. */
export async function ask(
  route: WebhookRoute,
  staff: Staff,
  request: RequestOf = {},
): Promise<Response> {
  const response = await askRoute(route, staff, request);
  await makeRoom(staff);
  return response;
}

/** An organization has ten endpoints at most: all but the one that stays go. */
async function makeRoom({ organization }: Staff): Promise<void> {
  const kept = made.get(organization.id)?.id;
  for (const { id } of await webhooks.endpointRegistry.list(organization.id)) {
    const key = { organizationId: organization.id, endpointId: id };
    if (id !== kept) await webhooks.endpointRegistry.remove(key);
  }
}

/** The next secret of an endpoint, made by an operator. */
export async function makeSecret(endpoint: WebhookEndpoint) {
  const key = { organizationId: endpoint.organizationId, endpointId: endpoint.id };
  const next = await makeNextSecret(webhooks, key, operator);
  if (next.result !== "made") throw new Error(next.result);
  return next;
}
