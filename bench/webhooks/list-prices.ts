/** A price without free tiers, volume discounts and commitments. */
export interface Price {
  dollars: number;
  per: number;
  unit: string;
}

/**
 * List prices of AWS in us-east-1, in US dollars, as they were known in November 2026. Nothing here
 * reads them from AWS: check them before you rely on a sum. Compared on 2026-11-22 with stored pages: of
 * AWS "Amazon CloudFront pricing" (transfer, free tier); of others, from 2025 and 2026, those of DynamoDB's
 * requests, Lambda, HTTP APIs, CloudWatch (metrics, dashboards, ingestion of logs) and WAF. The rest is
 * from memory, because AWS's own pages show their prices by script.
 */
export const listPrices = {
  /** On-demand: one write of up to 1 KB. */
  dynamodbWrite: { dollars: 0.625, per: 1e6, unit: "write request units" },
  /** On-demand: one strongly consistent read of up to 4 KB. */
  dynamodbRead: { dollars: 0.125, per: 1e6, unit: "read request units" },
  /** Standard table class. */
  dynamodbStorage: { dollars: 0.25, per: 1e9, unit: "bytes kept for a month" },
  /** A standard queue; up to 64 KB each. */
  sqsRequest: { dollars: 0.4, per: 1e6, unit: "SQS requests" },
  /** On top, for requests about messages with a group in a standard queue. */
  sqsFairRequest: { dollars: 0.1, per: 1e6, unit: "SQS requests of fair queues" },
  lambdaRequest: { dollars: 0.2, per: 1e6, unit: "Lambda requests" },
  /** arm64, first tier. */
  lambdaDuration: { dollars: 13.3334, per: 1e6, unit: "GB-seconds" },
  schedulerInvocation: { dollars: 1, per: 1e6, unit: "Scheduler invocations" },
  kmsRequest: { dollars: 0.03, per: 1e4, unit: "KMS requests" },
  kmsKey: { dollars: 1, per: 1, unit: "KMS keys for a month" },
  /** Standard log class. */
  logsIngestion: { dollars: 0.5, per: 1e9, unit: "bytes of log" },
  metric: { dollars: 0.3, per: 1, unit: "custom metrics for a month" },
  /** To the internet, first tier. */
  transferOut: { dollars: 0.09, per: 1e9, unit: "bytes sent" },
  /** HTTP API, first tier. */
  httpApiRequest: { dollars: 1, per: 1e6, unit: "requests to an HTTP API" },
  /** United States, HTTPS. */
  cdnRequest: { dollars: 0.01, per: 1e4, unit: "requests to CloudFront" },
  /** United States, first tier. */
  cdnTransfer: { dollars: 0.085, per: 1e9, unit: "bytes from CloudFront" },
  logsStorage: { dollars: 0.03, per: 1e9, unit: "bytes of log kept for a month" },
  /** For each metric that a standard alarm looks at. */
  alarmMetric: { dollars: 0.1, per: 1, unit: "metrics of alarms for a month" },
  /** Beside the alarms that its rule names. */
  compositeAlarm: { dollars: 0.5, per: 1, unit: "composite alarms for a month" },
  dashboard: { dollars: 3, per: 1, unit: "dashboards for a month" },
  secret: { dollars: 0.4, per: 1, unit: "secrets for a month" },
  secretRequest: { dollars: 0.05, per: 1e4, unit: "reads of a secret" },
  /** Point-in-time recovery. */
  dynamodbRecovery: { dollars: 0.2, per: 1e9, unit: "bytes recoverable for a month" },
  /** Essentials; the first 10,000 people of a month are free. */
  userPoolPerson: { dollars: 0.015, per: 1, unit: "people who sign in in a month" },
  webAcl: { dollars: 5, per: 1, unit: "web ACLs for a month" },
  webAclRule: { dollars: 1, per: 1, unit: "rules of web ACLs for a month" },
  webAclRequest: { dollars: 0.6, per: 1e6, unit: "requests that a web ACL inspects" },
  // What Lambda reads of DynamoDB Streams is free, and so is what a TTL deletes.
} satisfies Record<string, Price>;

export const pricesAsOf = "us-east-1, as of 2026-11, to be checked";
