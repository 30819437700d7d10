import type { Respond } from "./http-handler.ts";
import { methodRefused } from "./refuse-handler.ts";

const methods = ["GET", "HEAD"];

/** Refuses all methods but GET and HEAD, which have one route of the HTTP API together. */
export function readOnly(respond: Respond): Respond {
  return async (event, ...rest) => {
    const { method } = event.requestContext.http;
    if (!methods.includes(method)) throw methodRefused(method, methods);
    return await respond(event, ...rest);
  };
}
