import { apiFunctions } from "../functions/functions.ts";
import { refuseEndpoint } from "../http/refuse-endpoint.ts";

export const handler = refuseEndpoint(apiFunctions);
