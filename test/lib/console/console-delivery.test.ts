import type { Template } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import * as z from "zod";
import { consoleSurface } from "../../../lambdas/functions/console.ts";
import { everySetting, resolved, resources, template } from "../synthesized.ts";

const Behavior = z.object({
  PathPattern: z.string().optional(),
  ViewerProtocolPolicy: z.string(),
  CachePolicyId: z.string(),
  OriginRequestPolicyId: z.string().optional(),
  ResponseHeadersPolicyId: z.string(),
});

const Distribution = z.object({
  Aliases: z.array(z.string()).optional(),
  ViewerCertificate: z.record(z.string(), z.unknown()).optional(),
  DefaultCacheBehavior: Behavior,
  CacheBehaviors: z.array(Behavior),
  CustomErrorResponses: z.array(z.object({ ErrorCachingMinTTL: z.number() })),
  Origins: z.tuple([
    z.object({
      OriginCustomHeaders: z.array(z.object({ HeaderName: z.string(), HeaderValue: z.string() })),
      CustomOriginConfig: z.object({ OriginProtocolPolicy: z.string() }),
    }),
  ]),
});

function distribution(made?: Template) {
  const found = resources("AWS::CloudFront::Distribution", made).ConsoleDeliveryDistribution;
  return Distribution.parse(resolved(found?.Properties.DistributionConfig));
}

// CloudFront's own policies have the same ids in every account.
const cachingDisabled = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";
const cachingOptimized = "658327ea-f89d-4fab-a63d-7e88639e58f6";
const securityHeaders = "67f7725c-6f97-4210-82d7-5512b31e9d03";

test("the CDN keeps files that are named by their content, and no page and no response of the API", () => {
  const { DefaultCacheBehavior, CacheBehaviors } = distribution();
  expect(DefaultCacheBehavior.CachePolicyId).toBe(cachingDisabled);
  expect(CacheBehaviors.map((one) => [one.PathPattern, one.CachePolicyId])).toEqual([
    ["/assets/*", cachingOptimized],
  ]);
});

test("no cookie and no address reaches what the CDN keeps for everybody", () => {
  expect(distribution().CacheBehaviors[0]?.OriginRequestPolicyId).toBeUndefined();
});

test("the functions get cookies, queries, the viewer's address, and the headers that they look at", () => {
  expect(distribution().DefaultCacheBehavior.OriginRequestPolicyId).toBe(
    "{ConsoleDeliveryRequests}",
  );
  const policy = resources("AWS::CloudFront::OriginRequestPolicy").ConsoleDeliveryRequests;
  expect(policy?.Properties.OriginRequestPolicyConfig).toMatchObject({
    CookiesConfig: { CookieBehavior: "all" },
    QueryStringsConfig: { QueryStringBehavior: "all" },
    HeadersConfig: {
      HeaderBehavior: "whitelist",
      Headers: [
        "Accept",
        "Accept-Language",
        "CloudFront-Viewer-Address",
        "Content-Type",
        "If-None-Match",
        "Origin",
        "Sec-Fetch-Dest",
        "Sec-Fetch-Site",
        "X-Member-Id",
      ],
    },
  });
});

test("the CDN proves itself with a generated secret, which the template does not hold", () => {
  const [{ OriginCustomHeaders, CustomOriginConfig }] = distribution().Origins;
  expect(OriginCustomHeaders).toEqual([
    {
      HeaderName: "x-origin-secret",
      HeaderValue: "{{resolve:secretsmanager:{ConsoleDeliveryOriginSecret}:SecretString:::}}",
    },
  ]);
  expect(CustomOriginConfig.OriginProtocolPolicy).toBe("https-only");
  const secret = resources("AWS::SecretsManager::Secret").ConsoleDeliveryOriginSecret;
  expect(secret?.Properties.GenerateSecretString).toEqual({
    ExcludePunctuation: true,
    PasswordLength: 48,
  });
});

test("an error of one moment is nobody's answer in the next", () => {
  const { CustomErrorResponses } = distribution();
  expect(CustomErrorResponses.length).toBeGreaterThan(5);
  for (const { ErrorCachingMinTTL } of CustomErrorResponses) expect(ErrorCachingMinTTL).toBe(0);
});

test("the CDN adds HSTS and forbids frames where the functions do not respond themselves", () => {
  const { DefaultCacheBehavior, CacheBehaviors } = distribution();
  for (const { ResponseHeadersPolicyId } of [DefaultCacheBehavior, ...CacheBehaviors]) {
    expect(ResponseHeadersPolicyId).toBe(securityHeaders);
  }
});

test("without a domain name the console is at the CDN's own, always over HTTPS", () => {
  const { DefaultCacheBehavior, CacheBehaviors, Aliases } = distribution();
  expect(Aliases).toBeUndefined();
  for (const { ViewerProtocolPolicy } of [DefaultCacheBehavior, ...CacheBehaviors]) {
    expect(ViewerProtocolPolicy).toBe("redirect-to-https");
  }
});

test("a domain name is the console's URL in outputs, functions and the user pool", () => {
  const made = template(everySetting);
  expect(distribution(made)).toMatchObject({
    Aliases: ["console.example.com"],
    ViewerCertificate: {
      AcmCertificateArn: everySetting.consoleCertificateArn,
      MinimumProtocolVersion: "TLSv1.2_2021",
    },
  });
  made.hasOutput("ConsoleUrl", { Value: "https://console.example.com" });
  made.hasOutput("ConsoleDnsTarget", {});
  const privateFunctions = consoleSurface.functions.filter(({ routes }) =>
    routes.some(({ path }) => path.startsWith("/api/")),
  );
  made.resourcePropertiesCountIs(
    "AWS::Lambda::Function",
    { Environment: { Variables: { CONSOLE_URL: "https://console.example.com" } } },
    // The site’s home page, its docs, its pages that do not exist, and mails lead to the console.
    privateFunctions.length + 4,
  );
  made.hasResourceProperties("AWS::Cognito::UserPoolClient", {
    CallbackURLs: ["https://console.example.com/sign-in/callback"],
    LogoutURLs: ["https://console.example.com/"],
  });
});
