import { Aws } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import {
  AllowedMethods,
  CachePolicy,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  ResponseHeadersPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import type { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import { type Configuration, deploymentName } from "../configuration.ts";
import { createCdn, httpApiOrigin, overHttps } from "../platform/cdn.ts";
import { generatedSecret } from "../platform/generated-secret.ts";

export interface ConsoleDeliveryProps {
  configuration: Configuration;
  httpApi: HttpApi;
}

/** The CDN in front of the console: it keeps hashed files, and nothing else. */
export class ConsoleDelivery extends Construct {
  /** The public URL, without a trailing slash. */
  readonly url: string;
  /** The CDN adds it to each request; with it a function knows that the CDN has sent it. */
  readonly originSecret: Secret;

  constructor(scope: Construct, id: string, { configuration, httpApi }: ConsoleDeliveryProps) {
    super(scope, id);
    this.originSecret = generatedSecret(this, "OriginSecret", {
      description: "Proves to the functions behind the CDNs that a request came through them",
      length: 48,
      whyNotRotated:
        "The CDN holds a copy that only a deployment changes. The secret proves the viewer's address, for rate limits, and that a web ACL has seen the request.",
    });
    const behavior = {
      ...overHttps,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      origin: httpApiOrigin(httpApi, {
        // CloudFormation reads it when it deploys; the template holds a reference.
        customHeaders: { "x-origin-secret": this.originSecret.secretValue.unsafeUnwrap() },
      }),
      // For responses of the CDN and the HTTP API; the functions' own headers have precedence.
      responseHeadersPolicy: ResponseHeadersPolicy.SECURITY_HEADERS,
    };
    this.url = createCdn(this, {
      configuration,
      name: "console",
      domainName: configuration.consoleDomainName,
      certificateArn: configuration.consoleCertificateArn,
      dnsTargetKey: "ConsoleDnsTarget",
      defaultBehavior: {
        ...behavior,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        originRequestPolicy: this.newRequestPolicy(configuration),
      },
      // Named by their content; the functions' headers keep them for a year. No cookie reaches them.
      additionalBehaviors: {
        "/assets/*": { ...behavior, cachePolicy: CachePolicy.CACHING_OPTIMIZED },
      },
      failureSeconds: 0,
      reasons: {
        countries: "People of the organization may count in every country.",
        firewall:
          "The functions limit the rate per person, gate and address; the throttle of the HTTP API limits what a flood costs.",
        logs: "Logs would hold IP addresses of people; metrics and the HTTP API's access log show what reaches the service.",
      },
    });
  }

  /**
   * What the functions look at, and the viewer's address, which CloudFront adds only where a policy
   * names it. Not the Host header: the HTTP API would refuse that of the console. None of CloudFront's
   * own policies does both; an account may have 20 of its own, one for each stage.
   */
  private newRequestPolicy(configuration: Configuration): OriginRequestPolicy {
    return new OriginRequestPolicy(this, "Requests", {
      // Unique in the account, across stages and regions.
      originRequestPolicyName: `${deploymentName(configuration)}-${Aws.REGION}-console-requests`,
      cookieBehavior: OriginRequestCookieBehavior.all(),
      queryStringBehavior: OriginRequestQueryStringBehavior.all(),
      // Ten at most ("Quotas", CloudFront Developer Guide).
      headerBehavior: OriginRequestHeaderBehavior.allowList(
        "Accept",
        "Accept-Language",
        "CloudFront-Viewer-Address",
        "Content-Type",
        "If-None-Match",
        "Origin",
        "Sec-Fetch-Dest",
        "Sec-Fetch-Site",
        "X-Member-Id",
      ),
    });
  }
}
