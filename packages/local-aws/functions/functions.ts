import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import * as z from "zod";
import { StartError } from "../start-error.ts";
import { assetPath } from "../template/assets.ts";
import type { Resource, Stack } from "../template/stack.ts";

/** A function of the template. `taskRoot` is the folder of its built code. */
export interface FunctionSpec {
  name: string;
  logicalId: string;
  handler: string;
  runtime: string;
  timeoutSeconds: number;
  memoryMegabytes: number;
  reservedConcurrency?: number;
  environment: Record<string, string>;
  taskRoot: string;
}

export const functionTypes = ["AWS::Lambda::Function"];

const withoutEffect = [
  "FunctionName",
  "Architectures",
  "Description",
  "EphemeralStorage",
  "KmsKeyArn",
  "LoggingConfig",
  "RecursiveLoop",
  "Role",
  "RuntimeManagementConfig",
  "Tags",
  "TracingConfig",
];

const FunctionProperties = z.strictObject({
  Code: z.object({ S3Key: z.string().optional() }),
  Handler: z.string().regex(/\.[^.]+$/),
  Runtime: z.string().startsWith("nodejs"),
  Timeout: z.coerce.number().default(3),
  MemorySize: z.coerce.number().default(128),
  ReservedConcurrentExecutions: z.coerce.number().optional(),
  Environment: z
    .object({
      Variables: z
        .record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String))
        .default({}),
    })
    .default({ Variables: {} }),
});

/** The functions that the template declares; their code lies beside the template. */
export function readFunctions(stack: Stack, templateFile: string): FunctionSpec[] {
  return stack.resources(...functionTypes).map((resource) => {
    const properties = stack.properties(resource, FunctionProperties, withoutEffect);
    const reserved = properties.ReservedConcurrentExecutions;
    return {
      name: stack.nameOf(resource.logicalId),
      logicalId: resource.logicalId,
      handler: properties.Handler,
      runtime: properties.Runtime,
      timeoutSeconds: properties.Timeout,
      memoryMegabytes: properties.MemorySize,
      ...(reserved !== undefined && { reservedConcurrency: reserved }),
      environment: properties.Environment.Variables,
      taskRoot: assetFolder(resource, properties.Code.S3Key, templateFile),
    };
  });
}

// The CDK's command line adds the metadata; a synthesis inside a program writes only the manifest.
function assetFolder(resource: Resource, key: string | undefined, templateFile: string): string {
  const outdir = dirname(templateFile);
  const declared = resource.metadata["aws:asset:path"];
  const path =
    typeof declared === "string" ? declared : assetPath(key?.replace(/\.zip$/, ""), templateFile);
  const folder = path && resolve(outdir, path);
  if (folder && existsSync(join(folder))) return folder;
  throw new StartError(
    `${resource.logicalId} (${resource.type}): its code is not an asset beside ${templateFile}.`,
  );
}
