import { Aws, CfnOutput, Duration, Fn, RemovalPolicy, Validations } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import type { Configuration } from "../configuration.ts";
import { ConsoleHeaders } from "./console-headers.ts";

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
  /** Names of policies must be unique in the account, across stages and regions. */
  private readonly policyPrefix: string;

  constructor(scope: Construct, id: string, { configuration, httpApi }: ConsoleDeliveryProps) {
    super(scope, id);
    const { serviceName, stage, consoleDomainName } = configuration;
    this.policyPrefix = `${serviceName}-${stage}-${Aws.REGION}-console`;
    this.originSecret = this.newOriginSecret();
    const behavior = {
      origin: this.newOrigin(httpApi),
      // The functions refuse other methods themselves, with the contract's error body.
      allowedMethods: AllowedMethods.ALLOW_ALL,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy: new ConsoleHeaders(this, "Headers", { prefix: this.policyPrefix })
        .policy,
      compress: true,
    };
    const distribution = new Distribution(this, "Distribution", {
      comment: `${serviceName} ${stage}: console`,
      defaultBehavior: {
        ...behavior,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        originRequestPolicy: this.newRequestPolicy(),
      },
      // Named by their content; the functions' headers keep them for a year. No cookie reaches them.
      additionalBehaviors: {
        "/assets/*": { ...behavior, cachePolicy: CachePolicy.CACHING_OPTIMIZED },
      },
      // CloudFront keeps errors for 10 s by itself, whatever they say.
      errorResponses: [404, 414, 500, 501, 502, 503, 504].map((httpStatus) => ({
        httpStatus,
        ttl: Duration.seconds(0),
      })),
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...this.ownDomain(configuration),
    });
    this.url = `https://${consoleDomainName ?? distribution.distributionDomainName}`;
    if (consoleDomainName !== undefined) {
      new CfnOutput(this, "DnsTarget", {
        description: `Point a CNAME or alias record of ${consoleDomainName} here`,
        value: distribution.distributionDomainName,
        key: "ConsoleDnsTarget",
      });
    }
    Validations.of(distribution).acknowledge(...acknowledged(consoleDomainName));
  }

  private newOriginSecret(): Secret {
    const secret = new Secret(this, "OriginSecret", {
      description: "Proves to the console's functions that a request came through its CDN",
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
      // Nothing depends on an old one: a new deployment makes another.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(secret).acknowledge({
      id: "AwsSolutions::AwsSolutions-SMG4",
      reason:
        "The CDN holds a copy that only a deployment changes; what it proves is an address for rate limits.",
    });
    return secret;
  }

  private newOrigin(httpApi: HttpApi): HttpOrigin {
    return new HttpOrigin(Fn.select(2, Fn.split("/", httpApi.apiEndpoint)), {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      // Above the functions' 10 s: their own error is returned.
      readTimeout: Duration.seconds(15),
      // CloudFormation reads it when it deploys; the template holds a reference.
      customHeaders: { "x-origin-secret": this.originSecret.secretValue.unsafeUnwrap() },
    });
  }

  /**
   * What the functions look at, and the viewer's address, which CloudFront adds only where a policy
   * names it. Not the Host header: the HTTP API would refuse that of the console.
   */
  private newRequestPolicy(): OriginRequestPolicy {
    return new OriginRequestPolicy(this, "Requests", {
      originRequestPolicyName: `${this.policyPrefix}-requests`,
      cookieBehavior: OriginRequestCookieBehavior.all(),
      queryStringBehavior: OriginRequestQueryStringBehavior.all(),
      headerBehavior: OriginRequestHeaderBehavior.allowList(
        "CloudFront-Viewer-Address",
        "Content-Type",
        "If-None-Match",
        "Origin",
        "Sec-Fetch-Dest",
        "Sec-Fetch-Site",
      ),
    });
  }

  private ownDomain({ consoleDomainName, consoleCertificateArn }: Configuration) {
    if (consoleDomainName === undefined || consoleCertificateArn === undefined) return {};
    return {
      domainNames: [consoleDomainName],
      certificate: Certificate.fromCertificateArn(this, "Certificate", consoleCertificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }
}

function acknowledged(consoleDomainName: string | undefined) {
  const reasons: Record<string, string> = {
    CFR1: "People of the organization may count in every country.",
    CFR2: "The functions limit the rate per person, gate and address; the throttle of the HTTP API limits what a flood costs.",
    CFR3: "Logs would hold IP addresses of people; metrics and the HTTP API's access log show what reaches the service.",
    ...(consoleDomainName === undefined && {
      CFR4: "CloudFront's default domain name fixes its TLS versions; a custom domain name requires TLS 1.2.",
    }),
  };
  return Object.entries(reasons).map(([rule, reason]) => ({
    id: `AwsSolutions::AwsSolutions-${rule}`,
    reason,
  }));
}
