import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import {
  AllowedMethods,
  CachePolicy,
  Function as CdnFunction,
  type FunctionAssociation,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  type IOrigin,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { Construct } from "constructs";
import type { Configuration } from "../configuration.ts";
import { createCdn, httpApiOrigin, overHttps } from "../platform/cdn.ts";

export interface SiteDeliveryProps {
  configuration: Configuration;
  site: HttpApi;
  /** A reference to what proves that a request came through this CDN. */
  originSecret: string;
}

/**
 * The CDN in front of the site. It caches responses for as long as the functions' Cache-Control
 * says, one second for a count: each cache then sends the service one request for all its viewers.
 */
export class SiteDelivery extends Construct {
  /** The public URL, without a trailing slash. */
  readonly url: string;

  constructor(
    scope: Construct,
    id: string,
    { configuration, site, originSecret }: SiteDeliveryProps,
  ) {
    super(scope, id);
    this.url = createCdn(this, {
      configuration,
      name: "site",
      domainName: configuration.siteDomainName,
      certificateArn: configuration.siteCertificateArn,
      dnsTargetKey: "SiteDnsTarget",
      // Also where no function asks for it, so that a web ACL can be added and removed without a gap.
      ...this.behaviors(
        httpApiOrigin(site, { customHeaders: { "x-origin-secret": originSecret } }),
      ),
      // CloudFront's default of 10 s would make a service that is back look broken. One second is
      // enough to shield a failing service from all its viewers. CloudFront caches a 5xx in spite of
      // no-store.
      failureSeconds: 1,
      reasons: {
        countries: "The site is public in every country.",
        firewall:
          "The site is public and read-only; the throttle of its HTTP API limits what a flood costs.",
        logs: "Logs would hold viewers' IP addresses next to the links they know; metrics and the HTTP API's access log show what reaches the service.",
      },
    });
  }

  /** With CloudFront's own policies: an account may have only 20 of its own, for all its stages. */
  private behaviors(origin: IOrigin) {
    const kept = {
      ...overHttps,
      origin,
      // Without cookies, headers and query in the key: one copy for all viewers of a language. What the functions
      // call no-store is kept for a second.
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      // The functions' own headers have precedence.
      responseHeadersPolicy: ResponseHeadersPolicy.CORS_ALLOW_ALL_ORIGINS,
    };
    const filtered = {
      ...kept,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      functionAssociations: [readOnlyFilter(this)],
    };
    return {
      defaultBehavior: filtered,
      // CloudFront uses the first pattern that matches.
      additionalBehaviors: {
        // Every viewer asks every second or two. The filter would add a tenth to the price of each
        // request; CloudFront refuses other methods itself, free of charge, with a 403.
        "/embed/*/count": { ...kept, allowedMethods: AllowedMethods.ALLOW_GET_HEAD_OPTIONS },
        // Its response depends on the query, for which CloudFront has no caching policy that this
        // origin can use: all of them forward the viewer's Host header.
        "/api/oembed": {
          ...filtered,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        },
      },
    };
  }
}

/**
 * Answers requests that would change something with 405 at the CDN: no function runs for a flood. The
 * key of the cache has no query, so the language of an embed's page becomes a part of its path (the page
 * names the URL of its metadata in that language), and so do the looks of a badge, which runs no script.
 */
function readOnlyFilter(scope: Construct): FunctionAssociation {
  return {
    eventType: FunctionEventType.VIEWER_REQUEST,
    function: new CdnFunction(scope, "ReadOnly", {
      runtime: FunctionRuntime.JS_2_0,
      comment: "Refuses all methods but GET, HEAD and OPTIONS; asks for embeds by looks",
      code: FunctionCode.fromInline(readOnlyFilterCode),
    }),
  };
}

/** For CloudFront's JavaScript runtime 2.0. The response is the one that the functions would send. */
const readOnlyFilterCode = `function handler(event) {
  const { method, uri, querystring } = event.request;
  if (["GET", "HEAD", "OPTIONS"].includes(method)) {
    const value = (name) => (querystring[name] ? querystring[name].value : "");
    const lang = value("lang");
    if (/^\\/embed\\/\\w+$/.test(uri) && /^[a-z\\d-]{2,35}$/i.test(lang)) {
      event.request.uri = uri + "/in/" + lang;
    }
    const theme = /^(light|dark)$/.test(value("theme")) ? value("theme") : "auto";
    const color = /^(?:%23)?((?:[\\da-f]{3}){1,2})$/i.exec(value("accent"));
    if (/^\\/embed\\/\\w+\\/badge\\.svg$/.test(uri) && (color || theme !== "auto")) {
      event.request.uri = uri + "/" + theme + "-" + (color ? color[1].toLowerCase() : "");
    }
    return event.request;
  }
  const shown = /^[A-Z]{1,20}$/.test(method) ? method : "that method";
  return {
    statusCode: 405,
    statusDescription: "Method Not Allowed",
    headers: {
      allow: { value: "GET, HEAD" },
      "access-control-allow-origin": { value: "*" },
      "cache-control": { value: "no-store" },
      "content-type": { value: "application/json" },
      "x-content-type-options": { value: "nosniff" },
      "x-request-id": { value: event.context.requestId },
    },
    body: JSON.stringify({ error: "This path accepts GET and HEAD, not " + shown }),
  };
}
`;
