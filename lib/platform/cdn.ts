import { CfnOutput, Duration, Fn, Validations } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  Distribution,
  type DistributionProps,
  HttpVersion,
  OriginProtocolPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin, type HttpOriginProps } from "aws-cdk-lib/aws-cloudfront-origins";
import type { Construct } from "constructs";
import type { Configuration } from "../configuration.ts";

/** An HTTP API as the origin of a CDN. */
export function httpApiOrigin(
  { apiEndpoint }: HttpApi,
  { customHeaders }: Pick<HttpOriginProps, "customHeaders"> = {},
): HttpOrigin {
  return new HttpOrigin(Fn.select(2, Fn.split("/", apiEndpoint)), {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    // Not below the longest timeout of a function (29 s), so that the function's own response is
    // returned. CloudFront allows up to 60 s by default.
    readTimeout: Duration.seconds(30),
    ...(customHeaders && { customHeaders }),
  });
}

/** What all behaviors of a CDN have in common. */
export const overHttps = {
  viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
  compress: true,
};

interface CdnProps extends Pick<DistributionProps, "defaultBehavior" | "additionalBehaviors"> {
  configuration: Configuration;
  /** What it serves, for people. */
  name: string;
  /** A custom domain with its certificate in us-east-1; without them, CloudFront's own. */
  domainName: string | undefined;
  certificateArn: string | undefined;
  /** The key of the output that says where the domain must point. */
  dnsTargetKey: string;
  /** How long CloudFront keeps the error of a service that fails. */
  failureSeconds: number;
  /** Why it needs no restriction of countries, no firewall and no log of its own. */
  reasons: { countries: string; firewall: string; logs: string };
}

/** Creates a distribution in a construct, and returns its public URL without a trailing slash. */
export function createCdn(scope: Construct, props: CdnProps): string {
  const { configuration, name, domainName, certificateArn, dnsTargetKey, failureSeconds } = props;
  const { webAclArn } = configuration;
  const distribution = new Distribution(scope, "Distribution", {
    comment: `${configuration.serviceName} ${configuration.stage}: ${name}`,
    defaultBehavior: props.defaultBehavior,
    ...(props.additionalBehaviors && { additionalBehaviors: props.additionalBehaviors }),
    ...(webAclArn && { webAclId: webAclArn }),
    errorResponses: errorResponses(failureSeconds),
    httpVersion: HttpVersion.HTTP2_AND_3,
    ...ownDomain(scope, { domainName, certificateArn }),
  });
  if (domainName !== undefined) {
    new CfnOutput(scope, "DnsTarget", {
      description: `Point a CNAME or alias record of ${domainName} here`,
      value: distribution.distributionDomainName,
      key: dnsTargetKey,
    });
  }
  const { reasons } = props;
  const acknowledged = {
    CFR1: reasons.countries,
    ...(webAclArn === undefined && { CFR2: reasons.firewall }),
    CFR3: reasons.logs,
    ...(domainName === undefined && {
      CFR4: "CloudFront's default domain name fixes its TLS versions; a custom domain name requires TLS 1.2.",
    }),
  };
  for (const [rule, reason] of Object.entries(acknowledged)) {
    Validations.of(distribution).acknowledge({ id: `AwsSolutions::AwsSolutions-${rule}`, reason });
  }
  return `https://${domainName ?? distribution.distributionDomainName}`;
}

/**
 * For all errors that CloudFront would keep for 10 s, for any query and cookie, even where caching is
 * disabled. Errors that are about one request are not kept, unless they have a max-age.
 */
function errorResponses(failureSeconds: number) {
  const ofOneRequest = [404, 414, 501].map((httpStatus) => ({
    httpStatus,
    ttl: Duration.seconds(0),
  }));
  const ofTheService = [500, 502, 503, 504].map((httpStatus) => ({
    httpStatus,
    ttl: Duration.seconds(failureSeconds),
  }));
  return [...ofOneRequest, ...ofTheService];
}

function ownDomain(
  scope: Construct,
  { domainName, certificateArn }: Pick<CdnProps, "domainName" | "certificateArn">,
) {
  if (domainName === undefined || certificateArn === undefined) return {};
  return {
    domainNames: [domainName],
    certificate: Certificate.fromCertificateArn(scope, "Certificate", certificateArn),
    minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
  };
}
