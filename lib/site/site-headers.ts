import { Duration } from "aws-cdk-lib";
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  type ResponseHeadersCorsBehavior,
  ResponseHeadersPolicy,
  type ResponseSecurityHeadersBehavior,
} from "aws-cdk-lib/aws-cloudfront";
import { Construct } from "constructs";

/**
 * Headers for the answers that the CDN or the HTTP API gives by itself; those of the functions have
 * them already, and theirs stand. Only HSTS is the CDN's own: it means nothing where no TLS ends.
 */
export class SiteHeaders extends Construct {
  readonly framed: ResponseHeadersPolicy;
  readonly notFramed: ResponseHeadersPolicy;

  /** The names of policies begin with `prefix`: they must be unique in the whole account. */
  constructor(scope: Construct, id: string, { prefix }: { prefix: string }) {
    super(scope, id);
    this.framed = new ResponseHeadersPolicy(this, "Framed", {
      responseHeadersPolicyName: `${prefix}-framed`,
      corsBehavior: readableByAll,
      securityHeadersBehavior: onEveryAnswer,
    });
    this.notFramed = new ResponseHeadersPolicy(this, "NotFramed", {
      responseHeadersPolicyName: `${prefix}-not-framed`,
      corsBehavior: readableByAll,
      securityHeadersBehavior: {
        ...onEveryAnswer,
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: false },
        contentSecurityPolicy: {
          contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
          override: false,
        },
      },
    });
  }
}

const readableByAll: ResponseHeadersCorsBehavior = {
  accessControlAllowOrigins: ["*"],
  accessControlAllowHeaders: ["*"],
  accessControlAllowMethods: ["GET", "HEAD"],
  accessControlAllowCredentials: false,
  originOverride: false,
};

const onEveryAnswer: ResponseSecurityHeadersBehavior = {
  contentTypeOptions: { override: true },
  referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: false },
  strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
};
