import { ApiError } from "../../core/api-error.ts";
import type { Surface } from "../functions/definition.ts";
import type { HttpHandler, Respond } from "./http-handler.ts";

/**
 * The handler of a surface's `$default` route: 405 with Allow where another method has a route at
 * the path, otherwise 404.
 */
export function refuseHandler(
  { functions }: Surface,
  wrap: (respond: Respond) => HttpHandler,
): HttpHandler {
  // An allowed method comes here only with a path that the HTTP API splits before decoding, such as
  // one with %2F or //. It matches our pattern but belongs to no function.
  const routes = functions
    .flatMap((one) => one.routes)
    .filter(({ methods }) => !methods.includes("ANY"))
    .map(({ methods, path }) => ({ methods, pattern: pathPattern(path) }));
  return wrap(async ({ rawPath, requestContext }) => {
    const matching = routes.filter(({ pattern }) => pattern.test(rawPath));
    const allowed = new Set<string>(matching.flatMap(({ methods }) => methods));
    const { method } = requestContext.http;
    if (matching.length === 0 || allowed.has(method)) {
      throw new ApiError(404, "This path does not exist");
    }
    throw methodRefused(method, [...allowed]);
  });
}

/** The 405 of a path that has routes for other methods only. */
export function methodRefused(method: string, allowed: string[]): ApiError {
  return new ApiError(405, `This path accepts ${sentenceList(allowed)}, not ${shown(method)}`, {
    headers: { allow: allowed.join(", ") },
  });
}

function pathPattern(path: string): RegExp {
  const literal = path.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  // A parameter such as {page+} matches the rest of the path, with its slashes.
  const pattern = literal.replace(/\{\w+\\\+\}/g, ".+").replace(/\{\w+\}/g, "[^/]+");
  return new RegExp(`^${pattern}$`);
}

function sentenceList(methods: string[]): string {
  return new Intl.ListFormat("en", { type: "conjunction" }).format(methods);
}

function shown(method: string): string {
  return /^[A-Z]{1,20}$/.test(method) ? method : "that method";
}
