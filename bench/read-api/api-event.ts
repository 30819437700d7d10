import type { APIGatewayProxyEventV2, Context } from "aws-lambda";

/** A GET to the read API, as far as requests differ. */
export interface ApiCall {
  routeKey: string;
  path: string;
  counterId?: string;
  key: string;
}

/** The event that an HTTP API hands to the function. */
export function apiEvent({ routeKey, path, counterId, key }: ApiCall): APIGatewayProxyEventV2 {
  return {
    version: "2.0",
    routeKey,
    rawPath: path,
    rawQueryString: "",
    headers: {
      accept: "*/*",
      authorization: `Bearer ${key}`,
      host: "api.example.com",
      "user-agent": "bench",
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-port": "443",
      "x-forwarded-proto": "https",
    },
    ...(counterId !== undefined && { pathParameters: { counterId } }),
    requestContext: {
      accountId: "000000000000",
      apiId: "bench",
      domainName: "api.example.com",
      domainPrefix: "api",
      http: {
        method: "GET",
        path,
        protocol: "HTTP/1.1",
        sourceIp: "127.0.0.1",
        userAgent: "bench",
      },
      requestId: "Zw3kJh2mFiAEMZg=",
      routeKey,
      stage: "$default",
      time: "21/Nov/2026:08:00:00 +0000",
      timeEpoch: 1_795_248_000_000,
    },
    isBase64Encoded: false,
  };
}

/** A fresh context, as each invocation gets one; the time left is that of the template, 10 s. */
export function invocationContext(): Context {
  return {
    awsRequestId: "8f0c9f6e-0000-4000-8000-000000000000",
    functionName: "bench",
    memoryLimitInMB: "1024",
    getRemainingTimeInMillis: () => 10_000,
  } as Context;
}
