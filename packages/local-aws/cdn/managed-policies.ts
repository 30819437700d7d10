import type {
  AddedHeader,
  CachePolicy,
  Forwarded,
  ResponseHeadersPolicy,
  Selection,
} from "./policies.ts";

const day = 86_400;
const year = 365 * day;
const both = ["br", "gzip"] as const;
const only = (...names: string[]): Selection => ({ only: names });
const nothing: Forwarded = { headers: "none", cookies: "none", query: "none" };
const forAYear = { min: 1, default: day, max: year };
const asTheOriginSays = {
  headers: only("host", "origin", "x-http-method", "x-http-method-override", "x-method-override"),
  cookies: "all",
  ttl: { min: 0, default: 0, max: year },
  encodings: both,
} as const;

/** "Use managed cache policies", CloudFront Developer Guide. */
export const managedCachePolicies: [id: string, CachePolicy][] = [
  // CachingDisabled
  [
    "4135ea2d-6df8-44a3-9df3-4b5a84be39ad",
    { ...nothing, ttl: { min: 0, default: 0, max: 0 }, encodings: [] },
  ],
  // CachingOptimized
  ["658327ea-f89d-4fab-a63d-7e88639e58f6", { ...nothing, ttl: forAYear, encodings: both }],
  // CachingOptimizedForUncompressedObjects
  ["b2884449-e4de-46a7-ac36-70bc7f1ddd6d", { ...nothing, ttl: forAYear, encodings: [] }],
  // UseOriginCacheControlHeaders
  ["83da9c7e-98b4-4e11-a168-04f0df8e2c65", { ...asTheOriginSays, query: "none" }],
  // UseOriginCacheControlHeaders-QueryStrings
  ["4cc15a8a-d715-48a4-82b8-cc0b614638fe", { ...asTheOriginSays, query: "all" }],
  // Amplify
  [
    "2e54312d-136d-493c-8eb9-b001f22f67d2",
    {
      headers: only("authorization", "host"),
      added: ["cloudfront-viewer-country"],
      cookies: "all",
      query: "all",
      ttl: { min: 2, default: 2, max: 600 },
      encodings: both,
    },
  ],
  // Elemental-MediaPackage
  [
    "08627262-05a9-4f76-9ded-b50ca2e3a84f",
    {
      headers: only("origin"),
      cookies: "none",
      query: only("aws.manifestfilter", "start", "end", "m"),
      ttl: { min: 0, default: day, max: year },
      encodings: ["gzip"],
    },
  ],
];

const preflight = ["access-control-request-headers", "access-control-request-method"];

/** "Use managed origin request policies", CloudFront Developer Guide. */
export const managedOriginRequestPolicies: [id: string, Forwarded][] = [
  // AllViewer
  ["216adef6-5c7f-47e4-b989-5492eafa07d3", { headers: "all", cookies: "all", query: "all" }],
  // AllViewerExceptHostHeader
  [
    "b689b0a8-53d0-40ab-baf2-68738e2966ac",
    { headers: { except: ["host"] }, cookies: "all", query: "all" },
  ],
  // CORS-CustomOrigin
  ["59781a5b-3903-41f3-afcb-af62929ccde1", { ...nothing, headers: only("origin") }],
  // CORS-S3Origin
  ["88a5eaf4-2fd4-4709-b370-b4c650ea3fcf", { ...nothing, headers: only("origin", ...preflight) }],
  // HostHeaderOnly
  ["bf0718e1-ba1e-49d1-88b1-f726733018ae", { ...nothing, headers: only("host") }],
  // UserAgentRefererHeaders
  ["acba4595-bd28-49b8-b9fe-13317c0390fa", { ...nothing, headers: only("user-agent", "referer") }],
  // Elemental-MediaTailor-PersonalizedManifests
  [
    "775133bc-15f2-49f9-abea-afb2e0bf67d2",
    {
      headers: only("origin", ...preflight, "user-agent", "x-forwarded-for"),
      cookies: "none",
      query: "all",
    },
  ],
];

const simpleCors: AddedHeader[] = [
  { name: "access-control-allow-origin", value: "*", onlyTo: "cors" },
];
const corsWithPreflight: AddedHeader[] = [
  ...simpleCors,
  {
    name: "access-control-allow-methods",
    value: "GET, HEAD, PUT, POST, PATCH, DELETE, OPTIONS",
    onlyTo: "preflight",
  },
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
export const managedResponseHeadersPolicies: [id: string, ResponseHeadersPolicy][] = [
  // SimpleCORS
  ["60669652-455b-4ae9-85a4-c4c02393f86c", { add: simpleCors }],
  // CORS-With-Preflight
  ["5cc3b908-e619-4b99-88e5-2cf7f45965bd", { add: corsWithPreflight }],
  // SecurityHeadersPolicy
  ["67f7725c-6f97-4210-82d7-5512b31e9d03", { add: security }],
  // CORS-and-SecurityHeadersPolicy
  ["e61eb60c-9c35-4d20-a928-2b84e02af89c", { add: [...simpleCors, ...security] }],
  // CORS-with-preflight-and-SecurityHeadersPolicy
  ["eaab4381-ed33-4a86-88ca-d9558dc6cd63", { add: [...corsWithPreflight, ...security] }],
];
