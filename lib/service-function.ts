import { join } from "node:path";
import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Architecture, Code, Function as LambdaFunction, Runtime } from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type * as z from "zod";
import type { FunctionContract } from "../lambdas/contract.ts";
import { assetsFolder } from "./bundle.ts";
import type { Configuration } from "./configuration.ts";

export interface ServiceFunctionProps<Environment extends z.ZodType> {
  contract: FunctionContract<Environment>;
  configuration: Configuration;
  environment: z.input<Environment> & Record<string, string>;
}

/** One function of lambdas/ with a role and a log group of its own, and nothing granted beyond. */
export class ServiceFunction<Environment extends z.ZodType> extends Construct {
  readonly lambda: LambdaFunction;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps<Environment>) {
    super(scope, id);
    const { contract, configuration, environment } = props;
    const logGroup = new LogGroup(this, "Logs", {
      retention: configuration.logRetentionDays,
      removalPolicy: configuration.throwAway ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
    const role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
    });
    logGroup.grantWrite(role);
    this.lambda = new LambdaFunction(this, "Function", {
      description: `${configuration.serviceName} ${configuration.stage}: ${contract.name}`,
      code: Code.fromAsset(join(assetsFolder, contract.name)),
      handler: "index.handler",
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      // CPU comes with memory; the 10,000 counters of a full list take up to 400 MB.
      memorySize: 1024,
      // Below the 30 s of the HTTP API, above the 6 s and a little that three attempts of the SDK can take.
      timeout: Duration.seconds(10),
      role,
      logGroup,
      environment: {
        ...environment,
        POWERTOOLS_SERVICE_NAME: configuration.serviceName,
        // Stages of one account must not add up to one series.
        POWERTOOLS_METRICS_NAMESPACE: `${configuration.serviceName}-${configuration.stage}`,
      },
    });
  }

  /** Grants exactly these actions on exactly these resources. */
  mayUse(resourceArn: string, ...actions: string[]): void {
    this.lambda.addToRolePolicy(new PolicyStatement({ actions, resources: [resourceArn] }));
  }
}
