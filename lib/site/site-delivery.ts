import { Aws, CfnOutput, Duration, Fn, Validations } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  type CachePolicyProps,
  CacheQueryStringBehavior,
  Distribution,
  HttpVersion,
  type IOrigin,
  OriginProtocolPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { Construct } from "constructs";
import type { Configuration } from "../configuration.ts";
import { SiteHeaders } from "./site-headers.ts";

export interface SiteDeliveryProps {
  configuration: Configuration;
  site: HttpApi;
}

/**
 * The CDN in front of the site. It caches responses for as long as the functions' Cache-Control
 * says, one second for a count: each cache then sends the service one request for all its viewers.
 */
export class SiteDelivery extends Construct {
  /** The public URL, without a trailing slash. */
  readonly url: string;
  /** Names of policies must be unique in the account, across stages and regions. */
  private readonly policyPrefix: string;

  constructor(scope: Construct, id: string, { configuration, site }: SiteDeliveryProps) {
    super(scope, id);
    this.policyPrefix = `${configuration.serviceName}-${configuration.stage}-${Aws.REGION}`;
    const origin = new HttpOrigin(Fn.select(2, Fn.split("/", site.apiEndpoint)), {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      // Above the functions' 10 s: their own error is returned.
      readTimeout: Duration.seconds(15),
    });
    const { siteDomainName } = configuration;
    const distribution = new Distribution(this, "Distribution", {
      comment: `${configuration.serviceName} ${configuration.stage}: site`,
      ...this.behaviors(origin),
      errorResponses,
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...this.ownDomain(configuration),
    });
    this.url = `https://${siteDomainName ?? distribution.distributionDomainName}`;
    if (siteDomainName !== undefined) {
      new CfnOutput(this, "DnsTarget", {
        description: `Point a CNAME or alias record of ${siteDomainName} here`,
        value: distribution.distributionDomainName,
        key: "SiteDnsTarget",
      });
    }
    Validations.of(distribution).acknowledge(...acknowledged(siteDomainName));
  }

  private behaviors(origin: IOrigin) {
    const headers = new SiteHeaders(this, "Headers", { prefix: this.policyPrefix });
    const pages = this.cachePolicy("Pages", { ...compressed, maxTtl: Duration.hours(1) });
    const behavior = (options: Pick<BehaviorOptions, "cachePolicy" | "responseHeadersPolicy">) => ({
      origin,
      // The functions refuse other methods themselves, with the contract's error body.
      allowedMethods: AllowedMethods.ALLOW_ALL,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      compress: true,
      ...options,
    });
    return {
      defaultBehavior: behavior({ cachePolicy: pages, responseHeadersPolicy: headers.notFramed }),
      // CloudFront uses the first pattern that matches.
      additionalBehaviors: {
        "/embed/*/count": behavior({
          // 100 bytes, which no encoding makes smaller: one copy for all viewers. The maximum also
          // bounds how long CloudFront could serve an expired count in an outage.
          cachePolicy: this.cachePolicy("Counts", { maxTtl: Duration.seconds(2) }),
          responseHeadersPolicy: headers.notFramed,
        }),
        "/embed/*": behavior({ cachePolicy: pages, responseHeadersPolicy: headers.framed }),
        "/api/oembed": behavior({
          cachePolicy: this.cachePolicy("Oembed", {
            ...compressed,
            queryStringBehavior: oembedParameters,
            maxTtl: Duration.hours(1),
          }),
          responseHeadersPolicy: headers.notFramed,
        }),
      },
    };
  }

  /** Without cookies and headers in the key: with them each viewer would have a copy of its own. */
  private cachePolicy(id: string, props: CachePolicyProps): CachePolicy {
    return new CachePolicy(this, id, {
      cachePolicyName: `${this.policyPrefix}-${id.toLowerCase()}`,
      // The functions decide; a response without Cache-Control is not cached.
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      ...props,
    });
  }

  private ownDomain({ siteDomainName, siteCertificateArn }: Configuration) {
    if (siteDomainName === undefined || siteCertificateArn === undefined) return {};
    return {
      domainNames: [siteDomainName],
      certificate: Certificate.fromCertificateArn(this, "Certificate", siteCertificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }
}

const compressed = { enableAcceptEncodingGzip: true, enableAcceptEncodingBrotli: true };

const oembedParameters = CacheQueryStringBehavior.allowList(
  "url",
  "maxwidth",
  "maxheight",
  "format",
);

// CloudFront's default of 10 s would make a service that is back look broken. One second is enough
// to shield a failing service from all its viewers. A longer max-age of a 404 has precedence.
// CloudFront caches a 5xx in spite of no-store; it does not cache 404 and 501 with no-store, 400,
// 405 and 429.
const errorResponses = [404, 414, 500, 501, 502, 503, 504].map((httpStatus) => ({
  httpStatus,
  ttl: Duration.seconds(1),
}));

function acknowledged(siteDomainName: string | undefined) {
  const reasons: Record<string, string> = {
    CFR1: "The site is public in every country.",
    CFR2: "The site is public and read-only; the throttle of its HTTP API limits what a flood costs.",
    CFR3: "Logs would hold viewers' IP addresses next to the links they know; metrics and the HTTP API's access log show what reaches the service.",
    ...(siteDomainName === undefined && {
      CFR4: "CloudFront's default domain name fixes its TLS versions; a custom domain name requires TLS 1.2.",
    }),
  };
  return Object.entries(reasons).map(([rule, reason]) => ({
    id: `AwsSolutions::AwsSolutions-${rule}`,
    reason,
  }));
}
