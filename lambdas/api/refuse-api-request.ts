import { apiSurface } from "../functions/api.ts";
import { apiHandler } from "../http/http-handler.ts";
import { refuseHandler } from "../http/refuse-handler.ts";

/**
 * Refuses before any key is checked: a wrong path or method counts towards no limit, and a caller
 * without a key learns of it, too.
 */
export const handler = refuseHandler(apiSurface, apiHandler);
