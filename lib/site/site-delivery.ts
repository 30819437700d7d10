import { Aws, Duration } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import {
  type BehaviorOptions,
  CachePolicy,
  type CachePolicyProps,
  CacheQueryStringBehavior,
  type IOrigin,
} from "aws-cdk-lib/aws-cloudfront";
import { Construct } from "constructs";
import type { Configuration } from "../configuration.ts";
import { anyMethodOverHttps, createCdn, httpApiOrigin } from "../platform/cdn.ts";
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
    this.url = createCdn(this, {
      comment: `${configuration.serviceName} ${configuration.stage}: site`,
      domainName: configuration.siteDomainName,
      certificateArn: configuration.siteCertificateArn,
      dnsTargetKey: "SiteDnsTarget",
      ...this.behaviors(httpApiOrigin(site)),
      // CloudFront's default of 10 s would make a service that is back look broken. One second is
      // enough to shield a failing service from all its viewers. A longer max-age of a 404 has
      // precedence. CloudFront caches a 5xx in spite of no-store; it does not cache 404 and 501
      // with no-store, 400, 405 and 429.
      errorSeconds: 1,
      reasons: {
        countries: "The site is public in every country.",
        firewall:
          "The site is public and read-only; the throttle of its HTTP API limits what a flood costs.",
        logs: "Logs would hold viewers' IP addresses next to the links they know; metrics and the HTTP API's access log show what reaches the service.",
      },
    });
  }

  private behaviors(origin: IOrigin) {
    const headers = new SiteHeaders(this, "Headers", { prefix: this.policyPrefix });
    const pages = this.cachePolicy("Pages", { ...compressed, maxTtl: Duration.hours(1) });
    const behavior = (options: Pick<BehaviorOptions, "cachePolicy" | "responseHeadersPolicy">) => ({
      ...anyMethodOverHttps,
      origin,
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
}

const compressed = { enableAcceptEncodingGzip: true, enableAcceptEncodingBrotli: true };

const oembedParameters = CacheQueryStringBehavior.allowList(
  "url",
  "maxwidth",
  "maxheight",
  "format",
);
