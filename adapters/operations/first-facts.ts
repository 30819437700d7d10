import { type CloudWatchClient, GetMetricDataCommand } from "@aws-sdk/client-cloudwatch";
import {
  type CloudWatchLogsClient,
  paginateFilterLogEvents,
} from "@aws-sdk/client-cloudwatch-logs";
import {
  type CostExplorerClient,
  ListCostAllocationTagsCommand,
} from "@aws-sdk/client-cost-explorer";
import { DescribeTableCommand, type DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { GetFunctionRecursionConfigCommand, type LambdaClient } from "@aws-sdk/client-lambda";
import { expectStatus } from "../../core/operations/steps.ts";
import { askWithin } from "./ask.ts";

/** The log groups in which a call of a function was refused. */
export async function refusedIn(
  client: CloudWatchLogsClient,
  groups: string[],
  startTime: number,
): Promise<string[]> {
  const refused: string[] = [];
  for (const logGroupName of groups) {
    const look = { logGroupName, startTime, filterPattern: "%AccessDenied%", limit: 1 };
    // A page may be empty while CloudWatch Logs is still searching.
    for await (const { events = [] } of paginateFilterLogEvents({ client }, look)) {
      if (events.length === 0) continue;
      refused.push(logGroupName);
      break;
    }
  }
  return refused;
}

/** The encoding in which a browser gets a page of the console. */
export async function encodingOf(url: string): Promise<string | null> {
  const asked = await askWithin(10_000)(url, { headers: { "accept-encoding": "gzip" } });
  return expectStatus(asked, 200).headers.get("content-encoding");
}

interface Asked {
  namespace: string;
  metric: string;
  dimensions?: Record<string, string>;
  hours: number;
}

/** The sums of a metric, one for each minute; with zeros from CloudWatch for minutes without data. */
export async function filledMinutes(
  client: CloudWatchClient,
  { namespace, metric, dimensions = {}, hours }: Asked,
  nowMs: number,
): Promise<number[]> {
  const Dimensions = Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value }));
  const Metric = { Namespace: namespace, MetricName: metric, Dimensions };
  const { MetricDataResults = [] } = await client.send(
    new GetMetricDataCommand({
      StartTime: new Date(nowMs - hours * 3_600_000),
      EndTime: new Date(nowMs),
      MetricDataQueries: [
        { Id: "m", MetricStat: { Metric, Period: 60, Stat: "Sum" }, ReturnData: false },
        { Id: "filled", Expression: "FILL(m, 0)" },
      ],
    }),
  );
  const [found] = MetricDataResults;
  if (found?.StatusCode !== "Complete") {
    throw new Error(`CloudWatch has read ${metric} in part only: ${found?.StatusCode}`);
  }
  return found.Values ?? [];
}

/** `Allow` or `Terminate`. */
export async function recursionOf(
  client: LambdaClient,
  FunctionName: string,
): Promise<string | undefined> {
  const found = await client.send(new GetFunctionRecursionConfigCommand({ FunctionName }));
  return found.RecursiveLoop;
}

/** Whether a cost allocation tag is active; undefined where it is not listed. A look costs a cent. */
export async function costTagIsActive(
  client: CostExplorerClient,
  tag: string,
): Promise<boolean | undefined> {
  const { CostAllocationTags = [] } = await client.send(
    new ListCostAllocationTagsCommand({ TagKeys: [tag] }),
  );
  const [found] = CostAllocationTags;
  return found && found.Status === "Active";
}

/** Names of the tables whose warm throughput is not active. */
export async function pendingWarmThroughput(
  client: DynamoDBClient,
  tables: { name: string; tableName: string }[],
): Promise<string[]> {
  const pending: string[] = [];
  for (const { name, tableName } of tables) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
    const status = Table?.WarmThroughput?.Status ?? "ACTIVE";
    if (status !== "ACTIVE") pending.push(name);
  }
  return pending;
}
