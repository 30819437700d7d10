import { createHash } from "node:crypto";
import * as z from "zod";
import { StartError } from "../start-error.ts";
import { parseArn } from "../template/arns.ts";
import type { Resource, Stack } from "../template/stack.ts";
import { compileFilter, type Filter } from "./filter.ts";

interface Mapping {
  id: string;
  functionName: string;
  batchSize: number;
  windowMs: number;
  passes: Filter;
  reportsItemFailures: boolean;
}

/** A queue that invokes a function. */
export interface QueueMapping extends Mapping {
  queueName: string;
  maximumConcurrency?: number;
}

/** A table's stream that invokes a function; −1 means without limit, as on AWS. */
export interface StreamMapping extends Mapping {
  tableName: string;
  startingPosition: "TRIM_HORIZON" | "LATEST";
  maximumRetryAttempts: number;
  maximumRecordAgeSeconds: number;
  bisects: boolean;
  parallelization: number;
  /** The ARN of a queue or a bucket. */
  onFailureArn?: string;
}

export const mappingTypes = ["AWS::Lambda::EventSourceMapping"];

const MappingProperties = z.strictObject({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: z.boolean().default(true),
  BatchSize: z.coerce.number().optional(),
  MaximumBatchingWindowInSeconds: z.coerce.number().default(0),
  FilterCriteria: z
    .strictObject({ Filters: z.array(z.strictObject({ Pattern: z.string() })).default([]) })
    .default({ Filters: [] }),
  FunctionResponseTypes: z.array(z.literal("ReportBatchItemFailures")).default([]),
  ScalingConfig: z
    .strictObject({ MaximumConcurrency: z.coerce.number().int().min(2).max(1_000).optional() })
    .optional(),
  StartingPosition: z.enum(["TRIM_HORIZON", "LATEST"]).optional(),
  MaximumRetryAttempts: z.coerce.number().default(-1),
  MaximumRecordAgeInSeconds: z.coerce.number().default(-1),
  BisectBatchOnFunctionError: z.boolean().default(false),
  ParallelizationFactor: z.coerce.number().default(1),
  DestinationConfig: z
    .strictObject({ OnFailure: z.strictObject({ Destination: z.string() }).optional() })
    .optional(),
});

/** The enabled event source mappings of the template. */
export function readMappings(stack: Stack): { queues: QueueMapping[]; streams: StreamMapping[] } {
  const queues: QueueMapping[] = [];
  const streams: StreamMapping[] = [];
  for (const resource of stack.resources(...mappingTypes)) {
    const withoutEffect = ["Tags", "MetricsConfig", "KmsKeyArn", "ProvisionedPollerConfig"];
    const properties = stack.properties(resource, MappingProperties, withoutEffect);
    if (!properties.Enabled) continue;
    const source = parseArn(properties.EventSourceArn);
    if (source?.service === "sqs") {
      queues.push(readQueueMapping(resource, properties, source.resource));
    } else if (source?.service === "dynamodb") {
      const tableName = source.resource.split("/")[1] ?? "";
      streams.push(readStreamMapping(resource, properties, tableName));
    } else {
      const { EventSourceArn } = properties;
      throw new StartError(`${resource.logicalId}: no local event source is ${EventSourceArn}.`);
    }
  }
  return { queues, streams };
}

type Properties = z.infer<typeof MappingProperties>;

function readQueueMapping(
  resource: Resource,
  properties: Properties,
  queueName: string,
): QueueMapping {
  const mapping = readMapping(resource, properties, 10);
  if (mapping.batchSize > 10 && mapping.windowMs === 0) {
    throw new StartError(
      `${resource.logicalId}: AWS wants a batching window for batches over 10 messages.`,
    );
  }
  const maximumConcurrency = properties.ScalingConfig?.MaximumConcurrency;
  return { ...mapping, queueName, ...(maximumConcurrency !== undefined && { maximumConcurrency }) };
}

function readStreamMapping(
  resource: Resource,
  properties: Properties,
  tableName: string,
): StreamMapping {
  const { StartingPosition, DestinationConfig } = properties;
  if (!StartingPosition) {
    throw new StartError(`${resource.logicalId}: a stream needs a StartingPosition.`);
  }
  const onFailureArn = DestinationConfig?.OnFailure?.Destination;
  return {
    ...readMapping(resource, properties, 100),
    tableName,
    startingPosition: StartingPosition,
    maximumRetryAttempts: properties.MaximumRetryAttempts,
    maximumRecordAgeSeconds: properties.MaximumRecordAgeInSeconds,
    bisects: properties.BisectBatchOnFunctionError,
    parallelization: properties.ParallelizationFactor,
    ...(onFailureArn && { onFailureArn }),
  };
}

function readMapping(
  { logicalId }: Resource,
  properties: Properties,
  defaultBatchSize: number,
): Mapping {
  return {
    id: uuidOf(logicalId),
    // An ARN or a name, perhaps with a version or an alias.
    functionName: properties.FunctionName.replace(/^arn:.*:function:/, "").replace(/:.*$/, ""),
    batchSize: properties.BatchSize ?? defaultBatchSize,
    windowMs: properties.MaximumBatchingWindowInSeconds * 1000,
    passes: compileFilter(properties.FilterCriteria.Filters.map(({ Pattern }) => Pattern)),
    reportsItemFailures: properties.FunctionResponseTypes.length > 0,
  };
}

// Stable: checkpoints find their mapping again.
function uuidOf(logicalId: string): string {
  const hex = createHash("sha256").update(logicalId).digest("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}
