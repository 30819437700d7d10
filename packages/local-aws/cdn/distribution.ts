import * as z from "zod";
import type { SecretValue } from "../emulators/secrets/secret-values.ts";
import { StartError } from "../start-error.ts";
import type { Stack } from "../template/stack.ts";
import {
  BehaviorProperties,
  type CacheBehavior,
  cacheBehavior,
  type Origin,
} from "./cache-behavior.ts";
import { edgeFunctionType, readEdgeFunctions } from "./edge-function.ts";
import { policyTypes, readPolicies } from "./policies.ts";

export interface ErrorResponse {
  /** How long the error is kept. */
  seconds: number | undefined;
  /** What viewers get in place of the origin's response. */
  page?: { path: string; status: number };
}

export interface DistributionSpec {
  logicalId: string;
  /** In their order; the last takes every path. */
  behaviors: CacheBehavior[];
  errors: ReadonlyMap<number, ErrorResponse>;
}

const distributionType = "AWS::CloudFront::Distribution";

export const cdnTypes = [distributionType, edgeFunctionType, ...Object.values(policyTypes)];

const withoutEffect = z.unknown().optional();

const OriginProperties = z.strictObject({
  Id: z.string(),
  DomainName: z.string(),
  OriginPath: z.string().default(""),
  CustomOriginConfig: z.strictObject({
    // HTTP APIs support nothing else.
    OriginProtocolPolicy: z.literal("https-only"),
    OriginReadTimeout: z.coerce.number().default(30),
    OriginKeepaliveTimeout: withoutEffect,
    OriginSSLProtocols: withoutEffect,
  }),
  OriginCustomHeaders: z
    .array(z.strictObject({ HeaderName: z.string().toLowerCase(), HeaderValue: z.string() }))
    .default([]),
});

const DistributionProperties = z.strictObject({
  DistributionConfig: z.strictObject({
    Enabled: z.literal(true),
    Comment: z.string().optional(),
    Origins: z.array(OriginProperties),
    CacheBehaviors: z.array(BehaviorProperties).default([]),
    DefaultCacheBehavior: BehaviorProperties,
    CustomErrorResponses: z
      .array(
        z.strictObject({
          ErrorCode: z.coerce.number(),
          ErrorCachingMinTTL: z.coerce.number().optional(),
          ResponseCode: z.coerce.number().optional(),
          ResponsePagePath: z.string().optional(),
        }),
      )
      .default([]),
    // It is reached at localhost, without TLS and without a firewall.
    Aliases: withoutEffect,
    HttpVersion: withoutEffect,
    IPV6Enabled: withoutEffect,
    PriceClass: withoutEffect,
    ViewerCertificate: withoutEffect,
    WebACLId: withoutEffect,
  }),
});

const NamedProperties = z.object({
  DistributionConfig: z.object({ Comment: z.string().optional() }),
});

/** The names of the distributions, which are known before any URL is. */
export function readDistributionNames(stack: Stack): { logicalId: string; name: string }[] {
  return stack.resources(distributionType).map((resource) => {
    const { DistributionConfig } = stack.properties(resource, NamedProperties);
    return {
      logicalId: resource.logicalId,
      name: DistributionConfig.Comment ?? resource.logicalId,
    };
  });
}

export interface Origins {
  /** The URLs of the template's HTTP APIs. */
  apiUrls: readonly string[];
  /** Those that custom headers may name. */
  secrets: readonly SecretValue[];
}

/** The distributions that the template declares. */
export function readDistributions(stack: Stack, known: Origins): DistributionSpec[] {
  const policies = readPolicies(stack);
  const functions = readEdgeFunctions(stack);
  return stack.resources(distributionType).map((resource) => {
    const { logicalId } = resource;
    const { DistributionConfig } = stack.properties(resource, DistributionProperties);
    const { Origins, CacheBehaviors, DefaultCacheBehavior } = DistributionConfig;
    const origins = new Map(Origins.map((one) => [one.Id, readOrigin(one, known, logicalId)]));
    const named = { distribution: logicalId, policies, functions, origins };
    return {
      logicalId,
      behaviors: [...CacheBehaviors, DefaultCacheBehavior].map((one) => cacheBehavior(one, named)),
      errors: new Map(
        DistributionConfig.CustomErrorResponses.map((error) => [
          error.ErrorCode,
          {
            seconds: error.ErrorCachingMinTTL,
            ...(error.ResponsePagePath !== undefined && {
              page: {
                path: error.ResponsePagePath,
                status: error.ResponseCode ?? error.ErrorCode,
              },
            }),
          },
        ]),
      ),
    };
  });
}

function readOrigin(
  {
    DomainName,
    OriginPath,
    OriginCustomHeaders,
    CustomOriginConfig,
  }: z.infer<typeof OriginProperties>,
  { apiUrls, secrets }: Origins,
  distribution: string,
): Origin {
  const url = `http://${DomainName}`;
  if (!apiUrls.includes(url)) {
    throw new StartError(
      `${distribution}: the origin ${DomainName} is not an HTTP API of the template.`,
    );
  }
  const customHeaders = OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [
    HeaderName,
    HeaderValue.replaceAll(secretReference, (_, arn: string) => {
      const secret = secrets.find((one) => one.arn === arn);
      if (secret !== undefined) return secret.value;
      throw new StartError(`${distribution}: ${HeaderName} names a secret that is not known here.`);
    }),
  ]);
  return {
    url,
    path: OriginPath,
    customHeaders: Object.fromEntries(customHeaders),
    readTimeoutMs: CustomOriginConfig.OriginReadTimeout * 1_000,
  };
}

/** CloudFormation's dynamic reference to the whole of a secret's current value. */
const secretReference = /\{\{resolve:secretsmanager:(arn:[^{}]*?):SecretString:{0,3}\}\}/g;
