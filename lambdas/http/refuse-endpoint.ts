import { ApiError } from "../../core/api-error.ts";
import { methodsOf, type RouteContract } from "../functions/functions.ts";
import { type HttpHandler, httpEndpoint, type Respond } from "./endpoint.ts";

/** Answers what no route takes: 405 with Allow where the path exists, otherwise 404. */
export function refuseEndpoint(
  functions: RouteContract[],
  endpoint: (respond: Respond) => HttpHandler = httpEndpoint,
): HttpHandler {
  const paths = functions
    .filter(({ route }) => route !== "$default")
    .map((contract) => ({ pattern: pathPattern(contract.route), methods: methodsOf(contract) }));
  return endpoint(async (event) => {
    const { method } = event.requestContext.http;
    const path = paths.find(({ pattern }) => pattern.test(event.rawPath));
    if (path !== undefined) {
      const taken = path.methods.join(" and ");
      throw new ApiError(405, `This address takes ${taken}, not ${shown(method)}`, {
        headers: { allow: path.methods.join(", ") },
      });
    }
    throw new ApiError(404, "There is nothing at this address");
  });
}

function pathPattern(route: string): RegExp {
  const path = route.slice(route.indexOf("/"));
  const literal = path.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literal.replace(/\{\w+\}/g, "[^/]+")}$`);
}

function shown(method: string): string {
  return /^[A-Z]{1,20}$/.test(method) ? method : "that method";
}
