import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { onTestFinished, vi } from "vitest";
import { listen } from "../../../../local/ports.ts";
import * as service from "../../../system/service.ts";

/** What AWS says of a stack, in the shapes that its API references document. */
export interface RecordedAws {
  /** As CloudFormation's DescribeStacks has it. */
  stack: { status: string; deployedAt: string };
  terminationProtection: boolean;
  deletionProtection: boolean;
  pointInTimeRecovery: "ENABLED" | "DISABLED";
  outputs: Record<string, string>;
  resources: { type: string; logicalId: string; physicalId: string }[];
  /** As CloudWatch's DescribeAlarms returns them. */
  alarms: Record<string, unknown>[];
  compositeAlarms: Record<string, unknown>[];
  /** As Lambda's GetEventSourceMapping returns them, by UUID. */
  mappings: Record<string, Record<string, unknown>>;
  /** As Lambda's GetAlias returns them, by the function's name. */
  aliases: Record<string, Record<string, unknown>>;
  /** Numbers of the versions of each function. Each page of the list has two of them. */
  versions: number[];
  /** As Cognito's DescribeUserPool returns it; undefined once it is deleted. */
  userPool: Record<string, unknown> | undefined;
  /** As Lambda's GetAccountSettings returns it. */
  accountLimit: Record<string, number>;
  /** As API Gateway's GetAccount returns it. */
  throttleSettings: { rateLimit: number; burstLimit: number };
  /** As ACM's DescribeCertificate returns it. */
  certificate: Record<string, unknown>;
  /** How many messages a queue of dead letters has, as SQS returns it, by its output. */
  deadLetters: Record<string, string>;
  /** As DynamoDB's DescribeTable returns it. */
  warmThroughput: string;
  /** As Lambda's GetFunctionRecursionConfig returns it. */
  recursiveLoop: string;
  /** Log groups with a line that the filter finds. */
  refusedIn: string[];
  /** Sums that CloudWatch's GetMetricData returns, by the metric's name. */
  metrics: Record<string, number[]>;
  /** As Cost Explorer's ListCostAllocationTags returns them. */
  costTags: Record<string, unknown>[];
  /** As SES's GetAccount and GetEmailIdentity return them. */
  mail: { account: Record<string, unknown>; identity: Record<string, unknown> };
  /** Operations that are not allowed. */
  denied: string[];
  /** What was asked, as IAM's actions. */
  calls: Set<string>;
}

const functionName = "deliver-webhook";
const aliasArn = `arn:aws:lambda:eu-west-1:123456789012:function:${functionName}:live`;
const userPoolId = "eu-west-1_Ab12Cd34E";
const mappingId = "14e0db71-5d35-4eb5-b481-8945cf9d10c2";
export const certificateArn =
  "arn:aws:acm:us-east-1:123456789012:certificate/12345678-1234-1234-1234-123456789012";

const daysMs = 86_400_000;
export const inDays = (days: number) => (Date.now() + days * daysMs) / 1_000 + 60;

/** A stack in which all is well. */
export function healthyAws(): RecordedAws {
  return {
    stack: { status: "UPDATE_COMPLETE", deployedAt: "2026-11-20T10:00:00.000Z" },
    terminationProtection: true,
    deletionProtection: true,
    pointInTimeRecovery: "ENABLED",
    outputs: {
      ...service.outputs,
      KeepsData: "true",
      LambdaConcurrency: "1000",
      RequestsPerSecond: "2400",
      RequestsAtOnce: "1200",
      Certificates: certificateArn,
    },
    resources: [
      { type: "AWS::CloudWatch::Alarm", logicalId: "ApiAlarm", physicalId: "counting: API" },
      {
        type: "AWS::CloudWatch::CompositeAlarm",
        logicalId: "FastBurn",
        physicalId: "counting: API (fast burn)",
      },
      {
        type: "AWS::Lambda::EventSourceMapping",
        logicalId: "RetriesMapping",
        physicalId: mappingId,
      },
      { type: "AWS::Lambda::Alias", logicalId: "DeliverAliaslive", physicalId: aliasArn },
      { type: "AWS::Cognito::UserPool", logicalId: "UserPool", physicalId: userPoolId },
    ],
    alarms: [
      {
        AlarmName: "counting: API",
        AlarmDescription:
          'Integrators get errors. What to do: docs/operators/runbook.md, "Read API returns errors"',
        ActionsEnabled: true,
        AlarmActions: ["arn:aws:sns:eu-west-1:123456789012:alarms"],
        StateValue: "OK",
        StateTransitionedTimestamp: 1_790_000_000,
      },
    ],
    compositeAlarms: [
      {
        AlarmName: "counting: API (fast burn)",
        AlarmDescription:
          'Integrators get errors. What to do: docs/operators/runbook.md, "Read API returns errors"',
        AlarmRule: 'ALARM("counting: API, over 1 hour")',
        ActionsEnabled: true,
        AlarmActions: ["arn:aws:sns:eu-west-1:123456789012:alarms"],
        StateValue: "OK",
        StateTransitionedTimestamp: 1_790_000_000,
      },
    ],
    mappings: {
      [mappingId]: {
        UUID: mappingId,
        BatchSize: 10,
        EventSourceArn: "arn:aws:sqs:eu-west-1:123456789012:retries",
        FunctionArn: "arn:aws:lambda:eu-west-1:123456789012:function:deliver-webhook",
        State: "Enabled",
        StateTransitionReason: "USER_INITIATED",
        ScalingConfig: { MaximumConcurrency: 50 },
      },
    },
    aliases: { [functionName]: { AliasArn: aliasArn, Name: "live", FunctionVersion: "12" } },
    versions: [1, 9, 10, 11, 12],
    userPool: { Id: userPoolId, DeletionProtection: "ACTIVE" },
    accountLimit: { ConcurrentExecutions: 1_000, UnreservedConcurrentExecutions: 700 },
    throttleSettings: { rateLimit: 10_000, burstLimit: 5_000 },
    certificate: {
      CertificateArn: certificateArn,
      DomainName: "count.example.com",
      Status: "ISSUED",
      Type: "AMAZON_ISSUED",
      NotAfter: inDays(200),
      RenewalEligibility: "ELIGIBLE",
    },
    deadLetters: {},
    warmThroughput: "ACTIVE",
    recursiveLoop: "Allow",
    refusedIn: [],
    metrics: {
      NeverReported: Array(60).fill(0),
      InvocationAttemptCount: [1, 1],
      NumberOfMessagesReceived: [30, 31],
      NumberOfMessagesDeleted: [30, 30],
    },
    costTags: [{ TagKey: "stack", Type: "UserDefined", Status: "Active" }],
    mail: {
      account: {
        ...{ ProductionAccessEnabled: true, SendingEnabled: true },
        SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: 0 },
      },
      identity: { VerifiedForSendingStatus: true, DkimAttributes: { Status: "SUCCESS" } },
    },
    denied: [],
    calls: new Set(),
  };
}

/** Points the command line's clients to a server that says this, until the test ends. */
export async function playAws(aws: RecordedAws): Promise<void> {
  const server = createServer((request, response) => void respond(aws, request, response));
  const url = `http://127.0.0.1:${await listen(server, 0)}`;
  // A queue's URL is where the SDK sends its requests.
  for (const name of Object.keys(aws.outputs).filter((each) => each.endsWith("DeadLetters"))) {
    aws.outputs[name] = `${url}/123456789012/${name}`;
  }
  const environment = {
    AWS_REGION: "eu-west-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_SESSION_TOKEN: undefined,
    AWS_PROFILE: undefined,
    AWS_ENDPOINT_URL: url,
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    server.close();
    server.closeAllConnections();
  });
}

async function respond(aws: RecordedAws, request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const target = String(request.headers["x-amz-target"] ?? "").split(".");
  const query = new URLSearchParams(body);
  const { pathname, searchParams } = new URL(request.url ?? "", "http://aws.test");
  // Lambda's paths begin with a version.
  const [path = "", id = "", part = ""] = pathname
    .replace(/^\/\d{4}-\d\d-\d\d/, "")
    .split("/")
    .slice(1);
  const operation = target[1] ?? query.get("Action") ?? path;
  const json = (document: unknown, status = 200, type?: string) => {
    response.writeHead(status, {
      "content-type": "application/x-amz-json-1.1",
      ...(type && { "x-amzn-errortype": type }),
    });
    response.end(JSON.stringify(document));
  };
  aws.calls.add(iamAction(request, { operation, part }));
  if (aws.denied.includes(operation)) {
    const Message = "User: arn:aws:iam::123456789012:user/anna is not authorized";
    return json({ __type: "AccessDeniedException", Message }, 403, "AccessDeniedException");
  }
  if (request.url?.includes("list-type=2")) return response.end(emptyBucket);
  switch (operation) {
    case "GetQueueAttributes":
      return json({
        Attributes: {
          ApproximateNumberOfMessages: aws.deadLetters[queueIn(body)] ?? "0",
          ApproximateNumberOfMessagesNotVisible: "0",
        },
      });
    case "DescribeStacks":
      return response.end(describeStacks(aws));
    case "ListStackResources":
      return response.end(listStackResources(aws));
    case "DescribeAlarms":
      return json({
        MetricAlarms: aws.alarms,
        // As CloudWatch does: only for those who ask.
        CompositeAlarms: body.includes('"CompositeAlarm"') ? aws.compositeAlarms : [],
      });
    case "account-settings":
      return json({ AccountLimit: aws.accountLimit, AccountUsage: { FunctionCount: 30 } });
    case "account":
      return json({ throttleSettings: aws.throttleSettings, features: ["UsagePlans"] });
    // Of SES.
    case "v2":
      return json(part === "account" ? aws.mail.account : aws.mail.identity);
    case "event-source-mappings": {
      const mapping = aws.mappings[id];
      return mapping ? json(mapping) : json(missing, 404, "ResourceNotFoundException");
    }
    case "functions": {
      if (part === "recursion-config") return json({ RecursiveLoop: aws.recursiveLoop });
      if (part === "versions") return json(versionsPage(aws, searchParams.get("Marker")));
      const alias = aws.aliases[id];
      return alias ? json(alias) : json(missing, 404, "ResourceNotFoundException");
    }
    case "DescribeUserPool": {
      if (aws.userPool) return json({ UserPool: aws.userPool });
      const message = `User pool ${userPoolId} does not exist.`;
      return json({ __type: "ResourceNotFoundException", message }, 400);
    }
    case "DescribeCertificate":
      return json({ Certificate: aws.certificate });
    case "DescribeTable":
      return json({
        Table: {
          DeletionProtectionEnabled: aws.deletionProtection,
          WarmThroughput: { Status: aws.warmThroughput },
        },
      });
    case "FilterLogEvents": {
      const { logGroupName, nextToken } = JSON.parse(body);
      const events = aws.refusedIn.includes(logGroupName) ? [{ message: "AccessDenied" }] : [];
      // The first page is empty, as CloudWatch Logs may return it.
      return json(nextToken ? { events } : { events: [], nextToken: "second page" });
    }
    case "GetMetricData": {
      const [{ MetricStat }] = JSON.parse(body).MetricDataQueries;
      const Values = aws.metrics[MetricStat.Metric.MetricName] ?? [];
      return json({ MetricDataResults: [{ Id: "filled", StatusCode: "Complete", Values }] });
    }
    case "ListCostAllocationTags":
      return json({ CostAllocationTags: aws.costTags });
    case "DescribeContinuousBackups": {
      const PointInTimeRecoveryStatus = aws.pointInTimeRecovery;
      const PointInTimeRecoveryDescription = { PointInTimeRecoveryStatus };
      const enabled = { ContinuousBackupsStatus: "ENABLED", PointInTimeRecoveryDescription };
      return json({ ContinuousBackupsDescription: enabled });
    }
    default:
      return await forward(request, body, response);
  }
}

/** The action that a policy has to allow for a request; its signature names the service. */
function iamAction(
  { headers, method, url }: IncomingMessage,
  { operation, part }: { operation: string; part: string },
): string {
  const [, service = ""] = /\/([a-z-]+)\/aws4_request/.exec(String(headers.authorization)) ?? [];
  if (service === "apigateway") return `apigateway:${method}`;
  if (url?.includes("list-type=2")) return "s3:ListBucket";
  const named = operationsOfPaths[part] ?? operationsOfPaths[operation] ?? operation;
  return `${service.replace("monitoring", "cloudwatch")}:${named}`;
}

/** Operations of Lambda, by what their paths end with. */
const operationsOfPaths: Record<string, string> = {
  "account-settings": "GetAccountSettings",
  "event-source-mappings": "GetEventSourceMapping",
  "recursion-config": "GetFunctionRecursionConfig",
  versions: "ListVersionsByFunction",
  aliases: "GetAlias",
  account: "GetAccount",
  identities: "GetEmailIdentity",
};

const missing = { Type: "User", Message: "The resource you requested does not exist." };

/** The list begins with `$LATEST`. */
function versionsPage({ versions }: RecordedAws, marker: string | null) {
  const all = ["$LATEST", ...versions.map(String)].map((Version) => ({ Version }));
  const begin = Number(marker ?? 0);
  const next = begin + 2 < all.length ? { NextMarker: String(begin + 2) } : {};
  return { Versions: all.slice(begin, begin + 2), ...next };
}

/** Everything else is for the tables of the service that runs on this machine. */
async function forward(request: IncomingMessage, body: string, response: ServerResponse) {
  const names = ["content-type", "x-amz-target", "x-amz-date", "authorization"];
  const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name])]));
  const answer = await fetch(service.endpoint, { method: "POST", headers, body });
  response.writeHead(answer.status, { "content-type": "application/x-amz-json-1.0" });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

function queueIn(body: string): string {
  const { QueueUrl = "" } = JSON.parse(body) as { QueueUrl?: string };
  return QueueUrl.split("/").at(-1) ?? "";
}

const emptyBucket =
  "<ListBucketResult><KeyCount>0</KeyCount><IsTruncated>false</IsTruncated></ListBucketResult>";

function describeStacks({ stack, terminationProtection, outputs }: RecordedAws): string {
  const members = Object.entries(outputs).map(
    ([key, value]) =>
      `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  return `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>counting</StackName><StackStatus>${stack.status}</StackStatus><CreationTime>2026-06-01T08:00:00.000Z</CreationTime><LastUpdatedTime>${stack.deployedAt}</LastUpdatedTime><EnableTerminationProtection>${terminationProtection}</EnableTerminationProtection><Outputs>${members.join("")}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
}

function listStackResources({ resources }: RecordedAws): string {
  const members = resources.map(
    ({ type, logicalId, physicalId }) =>
      `<member><ResourceType>${type}</ResourceType><LogicalResourceId>${logicalId}</LogicalResourceId><PhysicalResourceId>${physicalId}</PhysicalResourceId><ResourceStatus>CREATE_COMPLETE</ResourceStatus></member>`,
  );
  return `<ListStackResourcesResponse><ListStackResourcesResult><StackResourceSummaries>${members.join("")}</StackResourceSummaries></ListStackResourcesResult></ListStackResourcesResponse>`;
}
