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

/** "Use managed cache policies", CloudFront Developer Guide. */
export const managedCachePolicies: Readonly<Record<string, CachePolicy>> = {
  // CachingDisabled
  "4135ea2d-6df8-44a3-9df3-4b5a84be39ad": {
    ...nothing,
    ttl: { min: 0, default: 0, max: 0 },
    encodings: [],
  },
  // CachingOptimized
  "658327ea-f89d-4fab-a63d-7e88639e58f6": { ...nothing, ttl: forAYear, encodings: both },
  // CachingOptimizedForUncompressedObjects
  "b2884449-e4de-46a7-ac36-70bc7f1ddd6d": { ...nothing, ttl: forAYear, encodings: [] },
  // UseOriginCacheControlHeaders
  "83da9c7e-98b4-4e11-a168-04f0df8e2c65": { ...asTheOriginSays, query: "none" },
  // UseOriginCacheControlHeaders-QueryStrings
  "4cc15a8a-d715-48a4-82b8-cc0b614638fe": { ...asTheOriginSays, query: "all" },
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
  // CORS-CustomOrigin
  "59781a5b-3903-41f3-afcb-af62929ccde1": { ...nothing, headers: { only: ["origin"] } },
  // HostHeaderOnly
  "bf0718e1-ba1e-49d1-88b1-f726733018ae": { ...nothing, headers: { only: ["host"] } },
  // UserAgentRefererHeaders
  "acba4595-bd28-49b8-b9fe-13317c0390fa": {
    ...nothing,
    headers: { only: ["user-agent", "referer"] },
  },
};

const cors: AddedHeader[] = [{ name: "access-control-allow-origin", value: "*", onlyTo: "cors" }];
const methods = "GET, HEAD, PUT, POST, PATCH, DELETE, OPTIONS";
const withPreflight: AddedHeader[] = [
  ...cors,
  { name: "access-control-allow-methods", value: methods, onlyTo: "preflight" },
  { name: "access-control-expose-headers", value: "*", onlyTo: "cors" },
];
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
  // CORS-With-Preflight
  "5cc3b908-e619-4b99-88e5-2cf7f45965bd": { add: withPreflight },
  // SecurityHeadersPolicy
  "67f7725c-6f97-4210-82d7-5512b31e9d03": { add: security },
  // CORS-and-SecurityHeadersPolicy
  "e61eb60c-9c35-4d20-a928-2b84e02af89c": { add: [...cors, ...security] },
  // CORS-with-preflight-and-SecurityHeadersPolicy
  "eaab4381-ed33-4a86-88ca-d9558dc6cd63": { add: [...withPreflight, ...security] },
};
