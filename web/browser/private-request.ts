import { methodOf, pathOf } from "../../api/private/path.ts";
import type { PathParameters, ReplyOf, SentBody } from "../../api/private/route.ts";
import type { PrivateRoutes } from "../../api/private/routes.ts";
import { type Reply, type RequestOptions, request } from "./request.ts";

/** Sends a request to a route of the private API; it never throws. */
export function ask<Key extends keyof PrivateRoutes>(
  key: Key,
  parameters: PathParameters<Key>,
  options: Omit<RequestOptions, "method" | "body"> & { body?: SentBody<PrivateRoutes[Key]> } = {},
): Promise<Reply<ReplyOf<PrivateRoutes[Key]>>> {
  const method = methodOf(key);
  return request(pathOf(key, parameters), method === "GET" ? options : { ...options, method });
}
