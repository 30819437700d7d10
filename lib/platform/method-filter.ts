import {
  Function as CdnFunction,
  type FunctionAssociation,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
} from "aws-cdk-lib/aws-cloudfront";
import type { Construct } from "constructs";

/** Answers requests that would change something with 405 at the CDN: no function runs for a flood. */
export function readOnlyFilter(scope: Construct): FunctionAssociation {
  return {
    eventType: FunctionEventType.VIEWER_REQUEST,
    function: new CdnFunction(scope, "ReadOnly", {
      runtime: FunctionRuntime.JS_2_0,
      comment: "Answers methods other than GET, HEAD and OPTIONS with 405",
      code: FunctionCode.fromInline(readOnlyFilterCode),
    }),
  };
}

/** For CloudFront's JavaScript runtime 2.0. The response is the one that the functions would send. */
export const readOnlyFilterCode = `function handler(event) {
  const { method } = event.request;
  if (["GET", "HEAD", "OPTIONS"].includes(method)) return event.request;
  const shown = /^[A-Z]{1,20}$/.test(method) ? method : "that method";
  return {
    statusCode: 405,
    statusDescription: "Method Not Allowed",
    headers: {
      allow: { value: "GET, HEAD" },
      "access-control-allow-origin": { value: "*" },
      "cache-control": { value: "no-store" },
      "content-type": { value: "application/json" },
    },
    body: JSON.stringify({ error: "This path accepts GET and HEAD, not " + shown }),
  };
}
`;
