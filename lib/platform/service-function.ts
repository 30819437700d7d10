import { Duration, Stack, Validations } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  CfnEventSourceMapping,
  type EventSourceMapping,
  type IFunction,
  Function as LambdaFunction,
  RecursiveLoop,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import * as z from "zod/mini";
import type { FunctionDefinition } from "../../lambdas/functions/definition.ts";
import { tableVariable } from "../../lambdas/functions/environment.ts";
import type { Configuration } from "../configuration.ts";
import { Deployments } from "./deployments.ts";
import { functionSettings } from "./function-settings.ts";
import { InlineRole } from "./inline-role.ts";
import { tableOf } from "./tables.ts";

export interface ServiceFunctionProps<Environment extends z.ZodMiniType> {
  definition: FunctionDefinition<Environment>;
  configuration: Configuration;
  environment: z.input<Environment> & Record<string, string>;
  /** 10 s unless given. */
  timeout?: Duration;
  /** How many may run at the same time, and for how many there is always room; without it any. */
  reservedConcurrency?: number | undefined;
  /** Megabytes; 1,024 unless given. */
  memorySize?: number;
  /** True for a function that puts messages into a queue that invokes it. */
  allowRecursion?: boolean;
  /** True for a function whose next version gets all invocations at once in gradual deployments, too. */
  allAtOnce?: boolean;
  /** How often a minute what fails is tried again, at most, by a queue, a stream or a schedule. */
  retriesPerMinute?: number;
}

/**
 * Megabytes of the functions behind streams and queues, which wait most of their time: their price is
 * memory times time. They use up to 140; with 1,024 a delivery would be some 60 ms earlier.
 */
export const pipelineMemory = 256;

/** One function of lambdas/ with a role and a log group of its own, and nothing granted beyond. */
export class ServiceFunction<Environment extends z.ZodMiniType> extends Construct {
  /** For its settings, its role and its metrics; whoever invokes it invokes `live`. */
  readonly lambda: LambdaFunction;
  /**
   * The version in use, or two of them while a deployment shifts from one to the other. A version
   * includes its settings and variables; "both versions must have the same execution role" ("Lambda
   * function aliases").
   */
  readonly live: IFunction;
  readonly logGroup: LogGroup;
  /** The keys of the indexes that it may query, by the ARN of the table. */
  readonly indexKeys = new Map<string, string[]>();
  /** Whether an event source mapping reads a stream for it. */
  readsStream = false;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps<Environment>) {
    super(scope, id);
    const { definition, configuration, environment, allowRecursion = false } = props;
    this.logGroup = new LogGroup(this, "Logs", {
      retention: configuration.logRetentionDays,
      removalPolicy: configuration.dataRemoval,
    });
    const role = new InlineRole(this, "Role", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
    });
    this.logGroup.grantWrite(role);
    const settings = functionSettings(definition, configuration);
    this.lambda = new LambdaFunction(this, "Function", {
      ...settings,
      // CPU comes with memory; the 10,000 counters of a full list take up to 400 MB.
      memorySize: props.memorySize ?? 1024,
      // Below the 30 s of the HTTP API; three attempts of the SDK can take a little more than 6 s.
      timeout: props.timeout ?? Duration.seconds(10),
      ...(props.reservedConcurrency !== undefined && {
        reservedConcurrentExecutions: props.reservedConcurrency,
      }),
      // Lambda ends a loop at its 16th round; a retry that waits in several hops needs more.
      ...(allowRecursion && { recursiveLoop: RecursiveLoop.ALLOW }),
      role,
      // A rollback by hand needs the earlier ones. One that was rolled back must go: Lambda "doesn't
      // create a new version if the code in the unpublished version is the same".
      currentVersionOptions: { removalPolicy: configuration.dataRemoval },
      logGroup: this.logGroup,
      environment: { ...tableNames(this, definition), ...environment, ...settings.environment },
    });
    const live = this.lambda.addAlias("live");
    // The CDK's own types disagree where optional properties are exact.
    this.live = live as IFunction;
    if (configuration.deployment === "gradual") {
      const { allAtOnce = false, retriesPerMinute = 0 } = props;
      const { name } = definition;
      Deployments.within(this, configuration).shift({ name, live, allAtOnce, retriesPerMinute });
    }
  }

  /**
   * Lets an event source mapping invoke the alias by its ARN. Changing the target keeps "your position in
   * the stream" (UpdateEventSourceMapping).
   */
  invokedBy(mapping: EventSourceMapping): EventSourceMapping {
    const resource = mapping.node.defaultChild;
    if (resource instanceof CfnEventSourceMapping) resource.functionName = this.live.functionArn;
    return mapping;
  }

  /** Shifts to the next version when these have been shifted. */
  deployAfter(others: ServiceFunction<never>[]): void {
    this.live.node.addDependency(...others.map(({ live }) => live));
  }

  /** Grants exactly these actions on exactly these resources. */
  grant(resourceArn: string, ...actions: string[]): void {
    this.grantIf({}, resourceArn, ...actions);
  }

  /** Grants these actions on this resource under IAM conditions. */
  grantIf(
    conditions: Record<string, Record<string, string | string[]>>,
    resourceArn: string,
    ...actions: string[]
  ): void {
    const statement = new PolicyStatement({ actions, resources: [resourceArn], conditions });
    this.lambda.addToRolePolicy(statement);
  }

  /** Grants these actions on everything in a resource: objects of a bucket, schedules of a group. */
  grantEach(parentArn: string, ...actions: string[]): void {
    const each = `${parentArn}/*`;
    this.grant(each, ...actions);
    Validations.of(this).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::${plainText(Stack.of(this).resolve(each))}]`,
      reason:
        "What the one resource contains is created at run time; its names are not known before.",
    });
  }
}

/** The variables that name the function's tables. */
function tableNames(scope: Construct, { tables = [] }: FunctionDefinition): Record<string, string> {
  const named = tables.map((name) => [tableVariable(name), tableOf(scope, name).tableName]);
  return Object.fromEntries(named);
}

/** An unresolved string as cdk-nag writes it in findings: references in angle brackets. */
function plainText(resolved: unknown): string {
  const { success, data } = Unresolved.safeParse(resolved);
  if (!success) return String(resolved);
  if ("Ref" in data) return `<${data.Ref}>`;
  if ("Fn::GetAtt" in data) return `<${data["Fn::GetAtt"].join(".")}>`;
  return data["Fn::Join"][1].map(plainText).join(data["Fn::Join"][0]);
}

const Unresolved = z.union([
  z.object({ Ref: z.string() }),
  z.object({ "Fn::GetAtt": z.array(z.string()) }),
  z.object({ "Fn::Join": z.tuple([z.string(), z.array(z.unknown())]) }),
]);
