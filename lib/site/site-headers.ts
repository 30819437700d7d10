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
 * Headers for responses that come from the CDN or the HTTP API; the functions' own headers have
 * precedence. Only HSTS is set here alone: it belongs to where TLS ends.
 */
export class SiteHeaders extends Construct {
  readonly framed: ResponseHeadersPolicy;
  readonly notFramed: ResponseHeadersPolicy;

  /** `prefix` makes the names of the policies unique in the account. */
  constructor(scope: Construct, id: string, { prefix }: { prefix: string }) {
    super(scope, id);
    this.framed = new ResponseHeadersPolicy(this, "Framed", {
      responseHeadersPolicyName: `${prefix}-framed`,
      corsBehavior: readableByAll,
      securityHeadersBehavior: onEveryResponse,
    });
    this.notFramed = new ResponseHeadersPolicy(this, "NotFramed", {
      responseHeadersPolicyName: `${prefix}-not-framed`,
      corsBehavior: readableByAll,
      securityHeadersBehavior: {
        ...onEveryResponse,
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

const onEveryResponse: ResponseSecurityHeadersBehavior = {
  contentTypeOptions: { override: true },
  referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: false },
  strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
};
