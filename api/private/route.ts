import type * as z from "zod";
import type { Action } from "../../core/members/role.ts";

export const privateMethods = ["GET", "POST", "PATCH", "DELETE"] as const;
export type PrivateMethod = (typeof privateMethods)[number];

/** A method and a path with its parameters, such as `GET /api/keys/{organizationId}`. */
export type RouteKey = `${PrivateMethod} /api/${string}`;

/** What functions, browsers, tests and documents know of a route of the private API, contract §9. */
export interface Route {
  /**
   * What a member of the path's organization must be allowed to do. `person`: whoever is signed in;
   * `anyone`: the route checks by itself who asks.
   */
  access: Action | "person" | "anyone";
  /** What a request counts against its person's limit; 5 for a GET and 0 for a change unless given. */
  readUnits?: number;
  /** Open pages ask again and again; such a route may notice 10 s late that a deletion has begun. */
  isPolled?: boolean;
  /** Whether the handler itself checks access, at the same time as its first reads. */
  checksAccess?: boolean;
  /** Whether it also serves an organization whose plan does not include the area. */
  onEveryPlan?: boolean;
  /** Whether it also serves an organization that is being deleted. */
  duringDeletion?: boolean;
  query?: z.ZodObject | z.ZodDiscriminatedUnion;
  body?: z.ZodType;
  /** The most bytes of the body of a request; 16,384 unless given. */
  maximumBodyBytes?: number;
  /** Fields that it does not name are removed from a response. */
  reply: z.ZodType;
}

/** The routes of one area, whose paths begin with `/api/{area}`. */
export type Routes = Record<RouteKey, Route>;

/** The parameters of a path, by their names. */
export type PathParameters<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Record<Name, string> & PathParameters<Rest>
  : unknown;

/** What a browser sends in a route's query; undefined for a route without one. */
export type QueryOf<Of> = Of extends { query: infer Query extends z.ZodType }
  ? z.input<Query>
  : undefined;

/** What a browser sends as a route's body; undefined for a route without one. */
export type SentBody<Of> = Of extends { body: infer Body extends z.ZodType }
  ? z.input<Body>
  : undefined;

export type ReplyOf<Of> = Of extends { reply: infer Reply extends z.ZodType }
  ? z.output<Reply>
  : never;

/** The path of a route's key, such as `/api/keys/{organizationId}`. */
export function pathIn(key: string): string {
  return key.slice(key.indexOf("/"));
}

/** About as many read units of DynamoDB as session, person, membership and an item or two. */
const ordinaryRead = 5;

/** More than any form of the console sends. */
const ordinaryBodyBytes = 16_384;

export function maximumBodyBytesOf({ maximumBodyBytes }: Pick<Route, "maximumBodyBytes">): number {
  return maximumBodyBytes ?? ordinaryBodyBytes;
}

/** What a request of this route counts against its person's limit. */
export function readUnitsOf(key: string, { readUnits }: Pick<Route, "readUnits">): number {
  return readUnits ?? (key.startsWith("GET ") ? ordinaryRead : 0);
}
