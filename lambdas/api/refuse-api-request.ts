import { apiSurface } from "../functions/api.ts";
import { httpHandler } from "../http/http-handler.ts";
import { refuseHandler } from "../http/refuse-handler.ts";

/**
 * Refuses before anybody looks at a key, so that a wrong path or method costs no rate limit and a
 * caller without a key learns of it, too.
 */
export const handler = refuseHandler(apiSurface, httpHandler);
