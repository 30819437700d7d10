import { createHash } from "node:crypto";
import { ArnFormat, Duration, Stack, Validations } from "aws-cdk-lib";
import { Effect, PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { type Alias, Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { tryVersion } from "../../lambdas/functions/deployment.ts";
import type { Configuration } from "../configuration.ts";
import { functionSettings } from "./function-settings.ts";
import { InlineRole } from "./inline-role.ts";

/** Invokes each new version before CodeDeploy shifts to it, and nothing else. */
export class DeploymentHook extends Construct {
  /** AWS's policy for CodeDeploy names functions that begin like this. */
  readonly functionName: string;
  readonly functionArn: string;
  private readonly mayInvoke: PolicyStatement;

  constructor(
    scope: Construct,
    id: string,
    { configuration, applicationName }: { configuration: Configuration; applicationName: string },
  ) {
    super(scope, id);
    this.functionName = hookFunctionName(applicationName);
    const logGroup = new LogGroup(this, "Logs", {
      retention: configuration.logRetentionDays,
      removalPolicy: configuration.dataRemoval,
    });
    const role = new InlineRole(this, "Role", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
    });
    logGroup.grantWrite(role);
    const { functionArn } = new LambdaFunction(this, "Function", {
      ...functionSettings(tryVersion, configuration),
      functionName: this.functionName,
      memorySize: 256,
      // A minute of tries, and the longest invocation after the last of them.
      timeout: Duration.minutes(2),
      role,
      logGroup,
    });
    this.functionArn = functionArn;
    this.mayInvoke = new PolicyStatement({ actions: ["lambda:InvokeFunction"] });
    const application = this.codeDeployArn("application", applicationName);
    // Named one by one, the groups would take most of the characters that a policy may have.
    const groups = this.codeDeployArn("deploymentgroup", `${applicationName}/*`);
    role.addToPolicy(this.mayInvoke);
    role.addToPolicy(
      new PolicyStatement({
        actions: ["codedeploy:GetDeployment", "codedeploy:PutLifecycleEventHookExecutionStatus"],
        resources: [groups],
      }),
    );
    role.addToPolicy(
      new PolicyStatement({
        actions: ["codedeploy:GetApplicationRevision"],
        resources: [application],
      }),
    );
    const shown = "arn:<AWS::Partition>:codedeploy:<AWS::Region>:<AWS::AccountId>";
    Validations.of(role).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::${shown}:deploymentgroup:${applicationName}/*]`,
      reason: "All groups of this application are this stack's.",
    });
  }

  /** Lets it invoke the version that the alias comes to. */
  tries(live: Alias): void {
    this.mayInvoke.addResources(live.version.functionArn);
  }

  /** Of CodeDeploy's role: AWS's policy allows every hook of the account. */
  invokesNoOther(): PolicyStatement {
    return new PolicyStatement({
      effect: Effect.DENY,
      actions: ["lambda:InvokeFunction"],
      notResources: [this.functionArn, `${this.functionArn}:*`],
    });
  }

  private codeDeployArn(resource: string, resourceName: string): string {
    const arnFormat = ArnFormat.COLON_RESOURCE_NAME;
    return Stack.of(this).formatArn({ service: "codedeploy", resource, resourceName, arnFormat });
  }
}

/** CodeDeploy's managed role invokes only functions with such a name. */
export function hookFunctionName(applicationName: string): string {
  return shortened(`CodeDeployHook_${applicationName}`);
}

/** Names of functions have 64 characters at most. */
function shortened(name: string): string {
  if (name.length <= 64) return name;
  return `${name.slice(0, 55)}-${createHash("sha256").update(name).digest("hex").slice(0, 8)}`;
}
