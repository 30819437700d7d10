import { Duration } from "aws-cdk-lib";
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { Construct } from "constructs";

/**
 * Headers for responses that come from the CDN or the HTTP API; the functions' own headers have
 * precedence. Only HSTS is set here alone: it belongs to where TLS ends.
 */
export class ConsoleHeaders extends Construct {
  readonly policy: ResponseHeadersPolicy;

  /** `prefix` makes the name of the policy unique in the account. */
  constructor(scope: Construct, id: string, { prefix }: { prefix: string }) {
    super(scope, id);
    this.policy = new ResponseHeadersPolicy(this, "Policy", {
      responseHeadersPolicyName: `${prefix}-headers`,
      customHeadersBehavior: {
        customHeaders: [
          { header: "cross-origin-resource-policy", value: "same-origin", override: false },
        ],
      },
      securityHeadersBehavior: {
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: false },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: false },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
        contentSecurityPolicy: {
          contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
          override: false,
        },
      },
    });
  }
}
