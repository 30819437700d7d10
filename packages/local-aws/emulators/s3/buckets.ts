import * as z from "zod";
import { type Stack, uncheckedAccess } from "../../template/stack.ts";

export const bucketTypes = ["AWS::S3::Bucket"];

const withoutEffect = [
  "AbacStatus",
  "AccessControl",
  "AnalyticsConfigurations",
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

const BucketProperties = z.strictObject({
  BucketEncryption: z
    .object({
      ServerSideEncryptionConfiguration: z.array(
        z.looseObject({
          // With a key of KMS, calls need grants for it, too.
          ServerSideEncryptionByDefault: z
            .strictObject({ SSEAlgorithm: z.literal("AES256"), KMSMasterKeyID: uncheckedAccess })
            .optional(),
        }),
      ),
    })
    .optional(),
});

/** The names of the buckets that the template declares. */
export function readBuckets(stack: Stack): string[] {
  return stack.resources(...bucketTypes).map((resource) => {
    stack.properties(resource, BucketProperties, withoutEffect);
    return stack.nameOf(resource.logicalId);
  });
}
