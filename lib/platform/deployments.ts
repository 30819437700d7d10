import { NestedStack, Stack, Validations } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  Metric,
  Stats,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import {
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from "aws-cdk-lib/aws-codedeploy";
import { type IRole, ManagedPolicy, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { type Alias, CfnAlias } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import { alarmPeriod } from "../alarms/service-alarm.ts";
import { type Configuration, deploymentName } from "../configuration.ts";
import { DeploymentHook } from "./deployment-hook.ts";
import { InlineRole } from "./inline-role.ts";

export interface ShiftedFunction {
  /** Of its definition. */
  name: string;
  live: Alias;
  /** Whether its next version gets all invocations at once. */
  allAtOnce: boolean;
  /**
   * How often a minute something that it failed to do comes again, at most; 0 if it never does. One record
   * that no version can handle says nothing about a version, nor do two; one crash does.
   */
  retriesPerMinute: number;
}

/**
 * How functions pass from one version to the next in gradual deployments: CodeDeploy shifts the alias, and
 * shifts it back when the new version fails. In a nested stack, because a template has 500 resources at
 * most. Without it CloudFormation moves each alias by itself, wherever that stands and while CodeDeploy has
 * an outage. A group runs one deployment at a time, an account 1,300, and an application may have 1,000
 * groups ("CodeDeploy quotas").
 */
export class Deployments extends NestedStack {
  private readonly configuration: Configuration;
  private readonly application: LambdaApplication;
  private readonly applicationName: string;
  private readonly role: IRole;
  private readonly hook: DeploymentHook;

  /** The stack's deployments; made at the first call. */
  static within(scope: Construct, configuration: Configuration): Deployments {
    const stack = Stack.of(scope);
    const found = stack.node.tryFindChild(constructId);
    return found instanceof Deployments ? found : new Deployments(stack, configuration);
  }

  private constructor(stack: Stack, configuration: Configuration) {
    super(stack, constructId);
    this.configuration = configuration;
    this.applicationName = deploymentName(configuration);
    this.application = new LambdaApplication(this, "Application", {
      applicationName: this.applicationName,
    });
    const role = new InlineRole(this, "Role", {
      assumedBy: new ServicePrincipal("codedeploy.amazonaws.com"),
      managedPolicies: [
        ManagedPolicy.fromAwsManagedPolicyName("service-role/AWSCodeDeployRoleForLambdaLimited"),
      ],
    });
    Validations.of(role).acknowledge({
      id: "AwsSolutions::AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]",
      reason:
        "What CodeDeploy needs is AWS's to say; this policy lets it move aliases and no more.",
    });
    const { applicationName } = this;
    this.hook = new DeploymentHook(this, "Hook", { configuration, applicationName });
    role.addToPolicy(this.hook.invokesNoOther());
    // Each deployment group would add the policy once more.
    this.role = role.withoutPolicyUpdates();
  }

  /** Lets CodeDeploy shift a function's alias; the new version's own errors shift it back. */
  shift(shifted: ShiftedFunction): void {
    const { name, live, allAtOnce } = shifted;
    const { application, nestedStackResource } = this;
    new LambdaDeploymentGroup(this, name, {
      application,
      deploymentGroupName: name,
      alias: live,
      deploymentConfig: allAtOnce
        ? LambdaDeploymentConfig.ALL_AT_ONCE
        : LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      alarms: [this.alarm(shifted)],
      role: this.role,
      autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
    });
    const alias = live.node.defaultChild;
    if (!(alias instanceof CfnAlias) || nestedStackResource === undefined) return;
    // Named, because the CDK exports nothing that an update policy refers to from a nested stack.
    alias.cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: {
        applicationName: this.applicationName,
        deploymentGroupName: name,
        beforeAllowTrafficHook: this.hook.functionName,
      },
    };
    this.hook.tries(live);
    alias.addResourceDependency(nestedStackResource);
  }

  /**
   * Fires for the new version alone, so errors of the old one do not hold up what repairs them. Its name
   * has the version: a new alarm knows nothing of what came before, where an updated one keeps its state
   * ("When you update an existing alarm, its state is left unchanged", AWS::CloudWatch::Alarm).
   */
  private alarm({ name, live, retriesPerMinute }: ShiftedFunction): Alarm {
    const deployment = deploymentName(this.configuration);
    const threshold = 2 * retriesPerMinute;
    const { lambda, version } = live.version;
    return new Alarm(this, `${name}-errors`, {
      alarmName: `${deployment}: ${name}, version ${version}, fails`,
      alarmDescription:
        "A deployment of this version is rolled back. " +
        'What to do: docs/operators/runbook.md, "A deployment was rolled back"',
      metric: new MathExpression({
        label: "Failures",
        expression: `${threshold + 1} * FILL(invocations, 0) + FILL(failures, 0)`,
        usingMetrics: {
          // Crashes and timeouts. Metrics by version are those of "a combination of alias and
          // version" ("Working with Lambda function metrics").
          invocations: new Metric({
            namespace: "AWS/Lambda",
            metricName: "Errors",
            dimensionsMap: {
              FunctionName: lambda.functionName,
              Resource: `${lambda.functionName}:${live.aliasName}`,
              ExecutedVersion: version,
            },
            statistic: Stats.SUM,
          }),
          // What the function itself reports, see lambdas/telemetry/failures.ts.
          failures: new Metric({
            namespace: deployment,
            metricName: "Failures",
            dimensionsMap: {
              service: this.configuration.serviceName,
              function: lambda.functionName,
              version,
            },
            statistic: Stats.SUM,
          }),
        },
        period: alarmPeriod,
      }),
      threshold,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: 5,
      datapointsToAlarm: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
}

const constructId = "Deployments";
