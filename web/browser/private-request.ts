import { methodOf, pathOf, queryText } from "../../api/private/path.ts";
import type { PathParameters, QueryOf, ReplyOf, SentBody } from "../../api/private/route.ts";
import type { PrivateRoutes } from "../../api/private/routes.ts";
import { type Reply, type RequestOptions, request } from "./request.ts";

/** What is sent to a route, besides the parameters of its path. */
interface Sent<Route> extends Omit<RequestOptions, "method" | "body"> {
  query?: QueryOf<Route> | undefined;
  body?: SentBody<Route> | undefined;
}

/** Sends a request to a route of the private API; it never throws. */
export function ask<Key extends keyof PrivateRoutes>(
  key: Key,
  parameters: PathParameters<Key>,
  { query, body, ...options }: Sent<PrivateRoutes[Key]> = {},
): Promise<Reply<ReplyOf<PrivateRoutes[Key]>>> {
  const method = methodOf(key);
  const path = pathOf(key, parameters) + queryText(query);
  return request(path, method === "GET" ? options : { ...options, method, body: body ?? {} });
}
