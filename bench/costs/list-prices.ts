/** A price without free tiers, volume discounts and commitments. Each has a unit of its own. */
export interface Price {
  service: string;
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
  dynamodbWrite: { service: "DynamoDB", dollars: 0.625, per: 1e6, unit: "WCU" },
  /** On-demand: one strongly consistent read of up to 4 KB. */
  dynamodbRead: { service: "DynamoDB", dollars: 0.125, per: 1e6, unit: "RCU" },
  /** Standard table class. */
  dynamodbStorage: { service: "DynamoDB", dollars: 0.25, per: 1e9, unit: "bytes kept for a month" },
  /** A standard queue; up to 64 KB each. */
  sqsRequest: { service: "SQS", dollars: 0.4, per: 1e6, unit: "SQS requests" },
  /** On top, for requests about messages with a group in a standard queue. */
  sqsFairRequest: { service: "SQS", dollars: 0.1, per: 1e6, unit: "SQS requests of fair queues" },
  lambdaRequest: { service: "Lambda", dollars: 0.2, per: 1e6, unit: "Lambda requests" },
  /** arm64, first tier. */
  lambdaDuration: { service: "Lambda", dollars: 13.3334, per: 1e6, unit: "GB-seconds" },
  schedulerInvocation: {
    service: "Scheduler",
    dollars: 1,
    per: 1e6,
    unit: "Scheduler invocations",
  },
  kmsRequest: { service: "KMS", dollars: 0.03, per: 1e4, unit: "KMS requests" },
  kmsKey: { service: "KMS", dollars: 1, per: 1, unit: "KMS keys" },
  /** Standard log class. */
  logsIngestion: { service: "CloudWatch", dollars: 0.5, per: 1e9, unit: "bytes of log" },
  metric: { service: "CloudWatch", dollars: 0.3, per: 1, unit: "custom metrics" },
  /** To the internet, first tier. */
  transferOut: { service: "Data transfer", dollars: 0.09, per: 1e9, unit: "bytes sent" },
  /** HTTP API, first tier. */
  httpApiRequest: { service: "API Gateway", dollars: 1, per: 1e6, unit: "HTTP API requests" },
  /** United States, HTTPS. */
  cdnRequest: { service: "CloudFront", dollars: 0.01, per: 1e4, unit: "CloudFront requests" },
  /** United States, first tier. */
  cdnTransfer: { service: "CloudFront", dollars: 0.085, per: 1e9, unit: "bytes from CloudFront" },
  logsStorage: { service: "CloudWatch", dollars: 0.03, per: 1e9, unit: "bytes of log kept" },
  /** For each metric that a standard alarm looks at. */
  alarmMetric: { service: "CloudWatch", dollars: 0.1, per: 1, unit: "alarm metrics" },
  /** Beside the alarms that its rule names. */
  compositeAlarm: { service: "CloudWatch", dollars: 0.5, per: 1, unit: "composite alarms" },
  dashboard: { service: "CloudWatch", dollars: 3, per: 1, unit: "dashboards" },
  secret: { service: "Secrets Manager", dollars: 0.4, per: 1, unit: "secrets" },
  secretRequest: { service: "Secrets Manager", dollars: 0.05, per: 1e4, unit: "reads of a secret" },
  /** Point-in-time recovery. */
  dynamodbRecovery: { service: "DynamoDB", dollars: 0.2, per: 1e9, unit: "bytes recoverable" },
  /** Essentials; the first 10,000 people of a month are free. */
  userPoolPerson: { service: "Cognito", dollars: 0.015, per: 1, unit: "people" },
  /** Outbound mail; attachments, of which there are none, would come on top. */
  sesMessage: { service: "SES", dollars: 0.1, per: 1e3, unit: "mails" },
  webAcl: { service: "WAF", dollars: 5, per: 1, unit: "web ACLs" },
  webAclRule: { service: "WAF", dollars: 1, per: 1, unit: "web ACL rules" },
  webAclRequest: { service: "WAF", dollars: 0.6, per: 1e6, unit: "inspected requests" },
  // What Lambda reads of DynamoDB Streams is free, and so is what a TTL deletes.
} satisfies Record<string, Price>;

export type PriceName = keyof typeof listPrices;

export const priceNames = Object.keys(listPrices) as PriceName[];
