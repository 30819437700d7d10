import type * as z from "zod";
import type { DamagedItem } from "../../adapters/aws/damaged-items.ts";
import { damagedItemsHeader } from "../../api/private/damaged-items.ts";
import { methodOf } from "../../api/private/path.ts";
import {
  maximumBodyBytesOf,
  type PathParameters,
  pathIn,
  type Route,
  type RouteKey,
  type Routes,
  readUnitsOf,
} from "../../api/private/route.ts";
import { allInOrder } from "../../core/all-in-order.ts";
import { ApiError } from "../../core/api-error.ts";
import type { Member } from "../../core/members/member.ts";
import type { Person } from "../../core/members/person.ts";
import type { HttpHandler } from "../http/http-handler.ts";
import { type HttpEvent, type HttpResponse, jsonResponse } from "../http/message.ts";
import { methodRefused } from "../http/refuse-handler.ts";
import { contentionAs409 } from "./conflict-errors.ts";
import { consoleHandler } from "./console-handler.ts";
import type { MemberAccess } from "./member-access.ts";
import { bodyOf, checkChange, queryOf } from "./request-parsing.ts";

/** An authorized request to a route, with what its schemas made of path, query and body. */
export type PrivateRequest<Key, Of extends Route> = {
  event: HttpEvent;
  path: PathParameters<Key>;
} & (Of extends { checksAccess: true }
  ? { authorize: (readUnits?: number) => Promise<Authorized<Of["access"]>> }
  : Authorized<Of["access"]>) &
  (Of extends { query: infer Query extends z.ZodType } ? { query: z.output<Query> } : unknown) &
  (Of extends { body: infer Body extends z.ZodType } ? { body: z.output<Body> } : unknown);

type Authorized<Access> = Access extends "anyone"
  ? unknown
  : Access extends "person"
    ? { person: Person }
    : { person: Person; member: Member };

/** What a route responds: 200 unless it says otherwise. */
export interface PrivateReply<Body> {
  /** A buffer is JSON that was written by the route's schema, and is sent as it is. */
  body: Body | Buffer;
  statusCode?: number;
  headers?: Record<string, string>;
  cookies?: string[];
}

export type PrivateHandlers<Area extends Routes> = {
  [Key in keyof Area & RouteKey]: (
    request: PrivateRequest<Key, Area[Key]>,
  ) => Promise<PrivateReply<z.input<Area[Key]["reply"]>>>;
};

/** Which routes a function serves, and what authorizes their requests. */
interface AreaOptions<Area extends Routes> {
  routes: Area;
  consoleUrl: string;
  access: MemberAccess;
  /** Throws where the organization's plan does not include the area. */
  checkPlan?: (organizationId: string) => Promise<void>;
}

/**
 * The handler of an area of the private API. A path or method without a route is refused before any
 * cookie is looked at; then come the origin of a change, the session, the role, the person's limit,
 * the plan, and the schemas of query and body.
 */
export function areaHandler<Area extends Routes>(
  { routes, consoleUrl, access, checkPlan }: AreaOptions<Area>,
  handlers: PrivateHandlers<Area>,
): HttpHandler {
  const find = routeFinder(routes);
  return consoleHandler(async (event, scope) => {
    const found = find(event);
    const { key, route, path } = found;
    scope.route = key;
    checkChange(event, consoleUrl);
    const check = (readUnits?: number) => authorize(access, event, { ...found, readUnits });
    const authorized = route.checksAccess ? { authorize: check } : await check();
    const handled = async () => {
      const request = {
        ...{ event, path },
        ...authorized,
        ...(await sentTo(route, event, check)),
      };
      // Each handler is typed by its own route, and is only called for that one.
      const handle = handlers[key] as (of: typeof request) => Promise<PrivateReply<unknown>>;
      return await contentionAs409(handle(request));
    };
    const planChecked = route.onEveryPlan ? undefined : checkPlan?.(path.organizationId ?? "");
    // A read begins while the plan is checked; a refusal comes before what it returns.
    if (!key.startsWith("GET ")) await planChecked;
    const [, { body, headers, ...reply }] = await allInOrder([planChecked, handled()]);
    const checked = Buffer.isBuffer(body) ? body : route.reply.parse(body);
    const left = damagedHeader(scope.damaged);
    const response: HttpResponse = { ...jsonResponse(checked, { ...headers, ...left }), ...reply };
    return response;
  });
}

/** The most damaged items that a response names. */
const maximumNamed = 20;

function damagedHeader(damaged: DamagedItem[]): Record<string, string> {
  if (damaged.length === 0) return {};
  const named = damaged.slice(0, maximumNamed);
  const names = named.map(({ table, id }) => `${table}/${encodeURIComponent(id)}`);
  return { [damagedItemsHeader]: names.join(",") };
}

/** What the schemas make of query and body; throws first that the person may not ask. */
async function sentTo(route: Route, event: HttpEvent, check: () => Promise<unknown>) {
  try {
    return {
      ...(route.query && { query: queryOf(event, route.query) }),
      ...(route.body && { body: bodyOf(event, route.body, maximumBodyBytesOf(route)) }),
    };
  } catch (error) {
    if (route.checksAccess) await check();
    throw error;
  }
}

interface FoundRoute<Key = RouteKey> {
  key: Key;
  route: Route;
  path: Record<string, string>;
}

/** Finds a request's route; throws 404 for an unknown path, and 405 for another method. */
function routeFinder<Area extends Routes>(
  routes: Area,
): (event: HttpEvent) => FoundRoute<keyof Area & RouteKey> {
  const keys = Object.keys(routes) as (keyof Area & RouteKey)[];
  // A parameter sorts behind every literal segment: a literal path comes first, as in an HTTP API.
  const paths = [...Map.groupBy(keys, pathIn)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, ofPath]) => ({ expected: path.split("/"), ofPath }));
  return ({ rawPath, requestContext }) => {
    const { method } = requestContext.http;
    for (const { expected, ofPath } of paths) {
      const path = parametersIn(expected, rawPath.split("/"));
      if (path === undefined) continue;
      const key = ofPath.find((one) => methodOf(one) === method);
      if (key !== undefined) return { key, route: routes[key], path };
      throw methodRefused(method, ofPath.map(methodOf));
    }
    throw new ApiError(404, "This path does not exist");
  };
}

/** The parameters of a path; undefined where it is another one. */
function parametersIn(expected: string[], given: string[]): Record<string, string> | undefined {
  if (expected.length !== given.length) return undefined;
  const pairs = expected.map((segment, index) => ({ segment, text: given[index] ?? "" }));
  const isParameter = (segment: string) => segment.startsWith("{");
  const matches = pairs.every(({ segment, text }) =>
    isParameter(segment) ? text !== "" : segment === text,
  );
  if (!matches) return undefined;
  const parameters = pairs.filter(({ segment }) => isParameter(segment));
  return Object.fromEntries(parameters.map(({ segment, text }) => [segment.slice(1, -1), text]));
}

/** Counts the read units that the handler knows of, or else those of the route. */
async function authorize(
  access: MemberAccess,
  event: HttpEvent,
  { key, route, path, readUnits }: FoundRoute & { readUnits: number | undefined },
): Promise<{ person?: Person; member?: Member }> {
  if (route.access === "anyone") return {};
  const asked = {
    event: { ...event, pathParameters: path },
    readUnits: readUnits ?? readUnitsOf(key, route),
  };
  if (route.access === "person") return { person: await access.person(asked.event, asked) };
  if (route.duringDeletion) {
    return await access.memberDuringDeletion(asked.event, route.access, asked);
  }
  const how = route.isPolled ? access.polledMember : access.member;
  return await how(asked.event, route.access, asked);
}
