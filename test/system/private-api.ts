import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import * as z from "zod";
import { damagedItemsHeader, damagedItemsIn } from "../../api/private/damaged-items.ts";
import { methodOf, pathOf, queryText } from "../../api/private/path.ts";
import type { PathParameters, ReplyOf, RouteKey } from "../../api/private/route.ts";
import { type PrivateRoutes, privateRoutes } from "../../api/private/routes.ts";
import { askConsole, type ConsoleRequest } from "./service.ts";

/** What a route is asked: `sent` is the query of a GET, and the body of a change. */
export interface Asked extends Omit<ConsoleRequest, "method" | "body"> {
  sent?: unknown;
}

/** A request to a route of the private API, whatever is sent; it follows no redirect. */
export async function askRoute<Key extends RouteKey>(
  key: Key,
  parameters: PathParameters<Key>,
  { sent, ...request }: Asked = {},
): Promise<Response> {
  const method = methodOf(key);
  const path = pathOf(key, parameters);
  const body = withForm(key, sent);
  if (method === "GET") return await askConsole(`${path}${queryText(Object(sent))}`, request);
  return await askConsole(path, { ...request, method, ...(sent !== undefined && { body }) });
}

/** The body of a creation, which is of a form of its own unless the test names one. */
function withForm(key: string, sent: unknown): unknown {
  const routes: Partial<Record<string, { access: string; body?: z.ZodType }>> = privateRoutes;
  const body = routes[key]?.body;
  const isCreation = body instanceof z.ZodObject && "formId" in body.shape;
  return isCreation && typeof sent === "object" ? { formId: randomUUID(), ...sent } : sent;
}

/** The lists of an organization that need no query of their own. */
const lists = Object.keys(privateRoutes).filter(
  (key) =>
    /^GET \/api\/(?!deletion)\w+\/\{organizationId\}(\/[a-z]+)?$/.test(key) &&
    !/reports|levels|live|usual|targets$/.test(key),
) as RouteKey[];

/** Reads every list of an organization; returns what they leave out. */
export async function damagedInLists(organizationId: string, cookie: string) {
  const damaged: { table: string; id: string }[] = [];
  for (const key of lists) {
    const sent = key.endsWith("/events") ? { of: "alerts" } : undefined;
    const response = await askRoute(key, { organizationId }, { cookie, sent });
    expect([key, response.status, await response.json()]).toEqual([key, 200, expect.anything()]);
    damaged.push(...damagedItemsIn(response.headers.get(damagedItemsHeader)));
  }
  return damaged;
}

/** The body of a successful response, which is what its route's schema says. */
export async function replyOf<Key extends keyof PrivateRoutes>(
  key: Key,
  parameters: PathParameters<Key>,
  asked: Asked = {},
): Promise<ReplyOf<PrivateRoutes[Key]>> {
  const response = await askRoute(key, parameters, asked);
  const body: unknown = await response.json();
  expect([response.status, body]).toEqual([expect.toBeOneOf([200, 201]), expect.anything()]);
  const reply = privateRoutes[key].reply.parse(body);
  // Nothing else of what is stored is sent.
  expect(body).toEqual(reply);
  return reply as ReplyOf<PrivateRoutes[Key]>;
}
