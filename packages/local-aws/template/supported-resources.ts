import { cdnTypes } from "../cdn/distribution.ts";
import { tableTypes } from "../emulators/dynamodb/tables.ts";
import { ruleTypes } from "../emulators/events/rules.ts";
import { keyTypes } from "../emulators/kms/kms-keys.ts";
import { bucketTypes } from "../emulators/s3/buckets.ts";
import { scheduleTypes } from "../emulators/scheduler/recurring-schedules.ts";
import { secretTypes } from "../emulators/secrets/secret-properties.ts";
import { configurationSetTypes } from "../emulators/ses/configuration-sets.ts";
import { queueTypes } from "../emulators/sqs/queues.ts";
import { mappingTypes } from "../events/event-source-mappings.ts";
import { functionTypes } from "../functions/functions.ts";
import { httpApiTypes } from "../http/http-api.ts";
import { policyTypes } from "../iam/stack-access.ts";
import { nestedStackType } from "./nested-stacks.ts";

/** The resource types that run here; others are ignored by name, or refused. */
export const supportedTypes = [
  ...tableTypes,
  ...queueTypes,
  ...functionTypes,
  ...httpApiTypes,
  ...cdnTypes,
  ...mappingTypes,
  ...bucketTypes,
  ...keyTypes,
  ...secretTypes,
  ...scheduleTypes,
  ...ruleTypes,
  ...configurationSetTypes,
  ...policyTypes,
  "AWS::Scheduler::ScheduleGroup",
  nestedStackType,
];
