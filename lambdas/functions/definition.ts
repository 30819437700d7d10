import * as z from "zod/mini";
import type { TableName } from "../../core/tables.ts";

/**
 * One deployed function: its entry file and the environment variables that it needs. The lists in
 * this folder are all that CDK knows of the runtime, and all that the runtime knows of CDK.
 */
export interface FunctionDefinition<Environment extends z.ZodMiniType = z.ZodMiniType> {
  /** The entry file in its folder of lambdas/, without the extension. */
  name: string;
  folder:
    | "alerts"
    | "api"
    | "charts"
    | "console"
    | "counters"
    | "counting"
    | "data"
    | "embeds"
    | "keys"
    | "notices"
    | "operations"
    | "organizations"
    | "overview"
    | "sessions"
    | "site"
    | "webhooks";
  /** The tables that it uses; each is a variable such as `COUNT_EVENTS_TABLE`. */
  tables?: TableName[];
  /** Its other variables. */
  environment: Environment;
  /** Files of web/ that are built into the function's folder. */
  assets?: string[];
  /** What the function has of the hashed files: their list alone, or the files, too. */
  hashedFiles?: "list" | "files";
  /** Whether the docs are built into the function's folder. */
  hasDocs?: boolean;
}

export type Method = "ANY" | "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface GatewayRoute {
  /**
   * With HEAD, GET and HEAD are one route for any method: the function refuses the others, and the HTTP
   * API drops the body of a HEAD.
   */
  methods: [Method, ...Method[]];
  /** As an HTTP API writes it, for example `/embed/{sessionId}`. */
  path: `/${string}`;
  /** Whether its requests a second have a limit of their own, so that others cannot use it up. */
  separateLimit?: boolean;
}

/** An area of the private API: its function finds the route, and refuses what has none. */
export function areaRoutes(area: string): [GatewayRoute, GatewayRoute] {
  return [
    { methods: ["ANY"], path: `/api/${area}` },
    { methods: ["ANY"], path: `/api/${area}/{proxy+}` },
  ];
}

export interface HttpFunction<Environment extends z.ZodMiniType = z.ZodMiniType>
  extends FunctionDefinition<Environment> {
  routes: [GatewayRoute, ...GatewayRoute[]];
}

/** One HTTP API: the functions behind its routes, and the one that refuses all other requests. */
export interface Surface {
  name: "api" | "console" | "site";
  functions: HttpFunction[];
  refuse: FunctionDefinition;
}

export const noVariables = z.object({});
export const keyBrand = z.string().check(z.minLength(1));
export const tableName = z.string().check(z.minLength(3));
export const bucketName = z.string().check(z.minLength(3));
export const arn = z.string().check(z.startsWith("arn:"));
/** Values in one variable, separated by commas; none in an empty one. */
export const list = z.pipe(
  z.string(),
  z.transform((text: string) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  ),
);
