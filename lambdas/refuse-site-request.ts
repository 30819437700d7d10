import { siteFunctions } from "./contract.ts";
import { refuseEndpoint } from "./http/refuse-endpoint.ts";
import { siteEndpoint } from "./http/site-endpoint.ts";

export const handler = refuseEndpoint(siteFunctions, siteEndpoint);
