import type { AddedHeader, CachePolicy, Forwarded, ResponseHeadersPolicy } from "./policy.ts";

const day = 86_400;
const year = 365 * day;
const both = ["br", "gzip"] as const;
const nothing = { headers: "none", cookies: "none", query: "none" } as const;
const forAYear = { min: 1, default: day, max: year };
const asTheOriginSays = {
  headers: {
    only: ["host", "origin", "x-http-method", "x-http-method-override", "x-method-override"],
  },
  cookies: "all",
  ttl: { min: 0, default: 0, max: year },
  encodings: both,
} as const;

/** "Use managed cache policies", CloudFront Developer Guide; any other one is a StartError. */
export const managedCachePolicies: Readonly<Record<string, CachePolicy>> = {
  // CachingDisabled
  "4135ea2d-6df8-44a3-9df3-4b5a84be39ad": {
    ...nothing,
    ttl: { min: 0, default: 0, max: 0 },
    encodings: [],
  },
  // CachingOptimized
  "658327ea-f89d-4fab-a63d-7e88639e58f6": { ...nothing, ttl: forAYear, encodings: both },
  // UseOriginCacheControlHeaders
  "83da9c7e-98b4-4e11-a168-04f0df8e2c65": { ...asTheOriginSays, query: "none" },
};

/** "Use managed origin request policies", CloudFront Developer Guide. */
export const managedOriginRequestPolicies: Readonly<Record<string, Forwarded>> = {
  // AllViewer
  "216adef6-5c7f-47e4-b989-5492eafa07d3": { headers: "all", cookies: "all", query: "all" },
  // AllViewerExceptHostHeader
  "b689b0a8-53d0-40ab-baf2-68738e2966ac": {
    headers: { except: ["host"] },
    cookies: "all",
    query: "all",
  },
};

const cors: AddedHeader[] = [{ name: "access-control-allow-origin", value: "*", onlyToCors: true }];
const security: AddedHeader[] = [
  { name: "x-xss-protection", value: "1; mode=block" },
  { name: "x-frame-options", value: "SAMEORIGIN" },
  { name: "referrer-policy", value: "strict-origin-when-cross-origin" },
  { name: "x-content-type-options", value: "nosniff", override: true },
  { name: "strict-transport-security", value: "max-age=31536000" },
];

/** "Use managed response headers policies", CloudFront Developer Guide. */
export const managedResponseHeadersPolicies: Readonly<Record<string, ResponseHeadersPolicy>> = {
  // SimpleCORS
  "60669652-455b-4ae9-85a4-c4c02393f86c": { add: cors },
  // SecurityHeadersPolicy
  "67f7725c-6f97-4210-82d7-5512b31e9d03": { add: security },
};
