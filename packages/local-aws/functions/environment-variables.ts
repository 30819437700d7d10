import { devNull } from "node:os";
import { accessKeyOf } from "../iam/access-keys.ts";
import { localCredentials, localRegion } from "../template/arns.ts";
import type { FunctionSpec } from "./functions.ts";

/** All variables of a function environment: the template's and what Lambda sets, nothing else. */
export function environmentVariables(
  spec: FunctionSpec,
  local: Record<string, string>,
): Record<string, string> {
  return {
    ...local,
    ...spec.environment,
    PATH: "/usr/local/bin:/usr/bin:/bin",
    LANG: "en_US.UTF-8",
    TZ: ":UTC",
    AWS_REGION: localRegion,
    AWS_DEFAULT_REGION: localRegion,
    AWS_ACCESS_KEY_ID: accessKeyOf(spec.name),
    AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    AWS_SESSION_TOKEN: "local",
    // Functions must not read the AWS settings of whoever runs this.
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_EXECUTION_ENV: `AWS_Lambda_${spec.runtime}`,
    AWS_LAMBDA_FUNCTION_NAME: spec.name,
    AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(spec.memoryMegabytes),
    AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand",
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${spec.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: "local",
    LAMBDA_TASK_ROOT: spec.taskRoot,
    _HANDLER: spec.handler,
  };
}
