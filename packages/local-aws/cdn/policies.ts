import * as z from "zod";
import type { Stack } from "../template/stack.ts";
import {
  managedCachePolicies,
  managedOriginRequestPolicies,
  managedResponseHeadersPolicies,
} from "./managed-policies.ts";
import type { CachePolicy, Forwarded, ResponseHeadersPolicy, Selection } from "./policy.ts";

export const policyTypes = {
  cache: "AWS::CloudFront::CachePolicy",
  originRequest: "AWS::CloudFront::OriginRequestPolicy",
  responseHeaders: "AWS::CloudFront::ResponseHeadersPolicy",
};

/** The policies that behaviors may name, by their ids. */
export interface Policies {
  cache: ReadonlyMap<string, CachePolicy>;
  originRequest: ReadonlyMap<string, Forwarded>;
  responseHeaders: ReadonlyMap<string, ResponseHeadersPolicy>;
}

/** The template's own policies, and those that AWS manages. */
export function readPolicies(stack: Stack): Policies {
  const all = <T>(type: string, schema: z.ZodType<T>, managed: Readonly<Record<string, T>>) =>
    new Map([
      ...Object.entries(managed),
      ...stack
        .resources(type)
        .map((own): [string, T] => [own.logicalId, stack.properties(own, schema)]),
    ]);
  return {
    cache: all(policyTypes.cache, OwnCachePolicy, managedCachePolicies),
    originRequest: all(
      policyTypes.originRequest,
      OwnOriginRequestPolicy,
      managedOriginRequestPolicies,
    ),
    responseHeaders: all(
      policyTypes.responseHeaders,
      OwnResponseHeadersPolicy,
      managedResponseHeadersPolicies,
    ),
  };
}

const Names = z.array(z.string()).default([]);
const Behavior = z.enum([
  "none",
  "all",
  "allViewer",
  "allViewerAndWhitelistCloudFront",
  "whitelist",
  "allExcept",
]);

/** The three parts of a request that both kinds of policies choose from. */
const parts = {
  HeadersConfig: z
    .strictObject({ HeaderBehavior: Behavior, Headers: Names })
    .transform(({ HeaderBehavior, Headers }) => {
      const names = Headers.map((name) => name.toLowerCase());
      const added = names.filter((name) => name.startsWith("cloudfront-"));
      return { headers: selection(HeaderBehavior, names), added };
    }),
  CookiesConfig: z
    .strictObject({ CookieBehavior: Behavior, Cookies: Names })
    .transform(({ CookieBehavior, Cookies }) => selection(CookieBehavior, Cookies)),
  QueryStringsConfig: z
    .strictObject({ QueryStringBehavior: Behavior, QueryStrings: Names })
    .transform(({ QueryStringBehavior, QueryStrings }) =>
      selection(QueryStringBehavior, QueryStrings),
    ),
};

function selection(behavior: z.infer<typeof Behavior>, names: readonly string[]): Selection {
  if (behavior === "none") return "none";
  if (behavior === "whitelist") return { only: names };
  return behavior === "allExcept" ? { except: names } : "all";
}

const described = { Name: z.string(), Comment: z.string().optional() };

const OwnOriginRequestPolicy = z
  .strictObject({ OriginRequestPolicyConfig: z.strictObject({ ...described, ...parts }) })
  .transform(({ OriginRequestPolicyConfig: config }): Forwarded => {
    return {
      ...config.HeadersConfig,
      cookies: config.CookiesConfig,
      query: config.QueryStringsConfig,
    };
  });

const Seconds = z.coerce.number().min(0);
const Switch = z.boolean().default(false);

const OwnCachePolicy = z
  .strictObject({
    CachePolicyConfig: z.strictObject({
      ...described,
      MinTTL: Seconds,
      DefaultTTL: Seconds,
      MaxTTL: Seconds,
      ParametersInCacheKeyAndForwardedToOrigin: z.strictObject({
        ...parts,
        EnableAcceptEncodingBrotli: Switch,
        EnableAcceptEncodingGzip: Switch,
      }),
    }),
  })
  .transform(({ CachePolicyConfig: { MinTTL, DefaultTTL, MaxTTL, ...config } }): CachePolicy => {
    const key = config.ParametersInCacheKeyAndForwardedToOrigin;
    return {
      ...key.HeadersConfig,
      cookies: key.CookiesConfig,
      query: key.QueryStringsConfig,
      ttl: { min: MinTTL, default: DefaultTTL, max: MaxTTL },
      encodings: [
        ...(key.EnableAcceptEncodingBrotli ? (["br"] as const) : []),
        ...(key.EnableAcceptEncodingGzip ? (["gzip"] as const) : []),
      ],
    };
  });

const items = <T extends z.ZodType>(item: T) => z.strictObject({ Items: z.array(item) }).optional();

const OwnResponseHeadersPolicy = z
  .strictObject({
    ResponseHeadersPolicyConfig: z.strictObject({
      ...described,
      CustomHeadersConfig: items(
        z.strictObject({ Header: z.string(), Value: z.string(), Override: z.boolean() }),
      ),
      RemoveHeadersConfig: items(z.strictObject({ Header: z.string() })),
    }),
  })
  .transform(({ ResponseHeadersPolicyConfig: config }): ResponseHeadersPolicy => {
    return {
      remove: config.RemoveHeadersConfig?.Items.map(({ Header }) => Header.toLowerCase()) ?? [],
      add: (config.CustomHeadersConfig?.Items ?? []).map(({ Header, Value, Override }) => ({
        name: Header.toLowerCase(),
        value: Value,
        override: Override,
      })),
    };
  });
