import { join } from "node:path";
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from "aws-cdk-lib/aws-lambda";
import type { FunctionDefinition } from "../../lambdas/functions/definition.ts";
import { type Configuration, deploymentName } from "../configuration.ts";
import { assetsFolder } from "./built-functions.ts";

/** What all functions have in common: the built code, the runtime and the form of their logs. */
export function functionSettings(
  { name }: Pick<FunctionDefinition, "name">,
  configuration: Configuration,
) {
  return {
    description: `${configuration.serviceName} ${configuration.stage}: ${name}`,
    code: Code.fromAsset(join(assetsFolder, name)),
    handler: "index.handler",
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    // Not the START, END and REPORT of each invocation, which cost more than most functions' own
    // lines; what Lambda says in them of an invocation that goes well is also in its metrics.
    loggingFormat: LoggingFormat.JSON,
    systemLogLevelV2: SystemLogLevel.WARN,
    applicationLogLevelV2: ApplicationLogLevel.INFO,
    environment: {
      POWERTOOLS_SERVICE_NAME: configuration.serviceName,
      // Stages of one account must not add up to one series.
      POWERTOOLS_METRICS_NAMESPACE: deploymentName(configuration),
    },
  };
}
