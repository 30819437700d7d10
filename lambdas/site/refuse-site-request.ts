import { pageWithoutSlash } from "../embeds/page-without-slash.ts";
import { siteFunctions } from "../functions/functions.ts";
import type { HttpHandler } from "../http/endpoint.ts";
import { refuseEndpoint } from "../http/refuse-endpoint.ts";
import { publicCache } from "./site-caching.ts";
import { siteEndpoint } from "./site-endpoint.ts";

const refuse = refuseEndpoint(siteFunctions, siteEndpoint);

// Without the headers that forbid frames: browsers obey them on a redirect, too.
const redirectTo = (location: string) => {
  const headers = { location, ...publicCache(3_600) };
  return siteEndpoint(async () => ({ statusCode: 308, headers }), {});
};

export const handler = (...[event, ...rest]: Parameters<HttpHandler>) => {
  const page = pageWithoutSlash(event);
  return (page === undefined ? refuse : redirectTo(page))(event, ...rest);
};
