import { apiFunctions } from "./contract.ts";
import { refuseEndpoint } from "./http/refuse-endpoint.ts";

export const handler = refuseEndpoint(apiFunctions);
