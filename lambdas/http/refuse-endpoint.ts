import { Problem } from "../../core/problem.ts";
import type { RouteContract } from "../contract.ts";
import { type HttpHandler, httpEndpoint, type Respond } from "./endpoint.ts";

/** Answers what no route takes: 405 with Allow where the path exists, otherwise 404. */
export function refuseEndpoint(
  functions: RouteContract[],
  endpoint: (respond: Respond) => HttpHandler = httpEndpoint,
): HttpHandler {
  const paths = functions.flatMap(({ route }) =>
    route === "$default" ? [] : [pathPattern(route)],
  );
  return endpoint(async (event) => {
    const { method } = event.requestContext.http;
    if (paths.some((pattern) => pattern.test(event.rawPath))) {
      throw new Problem(405, `This address takes GET, not ${shown(method)}`, {
        headers: { allow: "GET" },
      });
    }
    throw new Problem(404, "There is nothing at this address");
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
