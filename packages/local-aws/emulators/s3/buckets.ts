import * as z from "zod";
import type { Stack } from "../../template/stack.ts";

export const bucketTypes = ["AWS::S3::Bucket"];

const withoutEffect = [
  "AbacStatus",
  "AccessControl",
  "AnalyticsConfigurations",
  "BucketEncryption",
  "BucketName",
  "CorsConfiguration",
  "IntelligentTieringConfigurations",
  "InventoryConfigurations",
  // Nothing expires here, and no older version is kept: the data folder is emptied as a whole.
  "LifecycleConfiguration",
  "LoggingConfiguration",
  "MetricsConfigurations",
  "OwnershipControls",
  "PublicAccessBlockConfiguration",
  "Tags",
  "VersioningConfiguration",
];

/** The names of the buckets that the template declares. */
export function readBuckets(stack: Stack): string[] {
  return stack.resources(...bucketTypes).map((resource) => {
    stack.properties(resource, z.strictObject({}), withoutEffect);
    return stack.nameOf(resource.logicalId);
  });
}
