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
 * The CDN in front of the site. It holds what the functions' Cache-Control lets it hold, one second
 * for a count, so that the service sees one viewer of each counter per cache and not all of them.
 */
export class SiteDelivery extends Construct {
  /** The public address, without a slash at the end. */
  readonly url: string;
  /** Names of policies must be unique in an account, also between stages and regions. */
  private readonly policyPrefix: string;

  constructor(scope: Construct, id: string, { configuration, site }: SiteDeliveryProps) {
    super(scope, id);
    this.policyPrefix = `${configuration.serviceName}-${configuration.stage}-${Aws.REGION}`;
    const origin = new HttpOrigin(Fn.select(2, Fn.split("/", site.apiEndpoint)), {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      // Above the functions' 10 s, so that the answer is theirs.
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
      // What takes no POST says so itself, in the contract's words.
      allowedMethods: AllowedMethods.ALLOW_ALL,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      compress: true,
      ...options,
    });
    return {
      defaultBehavior: behavior({ cachePolicy: pages, responseHeadersPolicy: headers.notFramed }),
      // The first whose pattern matches counts.
      additionalBehaviors: {
        "/embed/*/count": behavior({
          // 100 bytes, which no encoding makes smaller: one copy for all viewers. The longest time
          // is also the longest that CloudFront could serve a count past its second in an outage.
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

  /** Neither cookies nor headers: they would give each viewer a copy of the same answer. */
  private cachePolicy(id: string, holds: CachePolicyProps): CachePolicy {
    return new CachePolicy(this, id, {
      cachePolicyName: `${this.policyPrefix}-${id.toLowerCase()}`,
      // The functions decide; what says nothing is not held.
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      ...holds,
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

// CloudFront's own choice is 10 s, in which a service that is back would still look broken. One
// second is enough to keep a failing service from the full number of viewers. A longer max-age of a
// 404 stands. Not held at all are 404 and 501 with no-store, 400 and 405, and 429, which has no
// setting here; a 5xx is held in spite of no-store.
const errorResponses = [404, 414, 500, 501, 502, 503, 504].map((httpStatus) => ({
  httpStatus,
  ttl: Duration.seconds(1),
}));

function acknowledged(siteDomainName: string | undefined) {
  const reasons: Record<string, string> = {
    CFR1: "The site is public in every country.",
    CFR2: "The site is public and read-only; the throttle of its HTTP API bounds what a flood costs.",
    CFR3: "Logs of viewers would hold their addresses beside the links that they may see; metrics and the HTTP API's access log show what reaches the service.",
    ...(siteDomainName === undefined && {
      CFR4: "CloudFront's own domain name fixes its TLS versions; an own domain name asks for TLS 1.2.",
    }),
  };
  return Object.entries(reasons).map(([rule, reason]) => ({
    id: `AwsSolutions::AwsSolutions-${rule}`,
    reason,
  }));
}
