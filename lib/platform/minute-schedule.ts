import { Stack } from "aws-cdk-lib";
import { PolicyStatement, Role } from "aws-cdk-lib/aws-iam";
import { CfnSchedule } from "aws-cdk-lib/aws-scheduler";
import { Construct, type IDependable } from "constructs";
import { scheduleRole } from "./schedule-role.ts";
import type { ServiceFunction } from "./service-function.ts";

/** Invokes a function every minute. */
export function runEveryMinute(
  scope: Construct,
  invoked: ServiceFunction<never>,
  description: string,
  after: IDependable[] = [],
): void {
  runAtRate(scope, invoked, { description, rate: "rate(1 minute)" }, after);
}

/**
 * Invokes a function at a rate, with the planned time in `scheduledTime`. Scheduler may invoke it up
 * to 59 s later, and now and then twice. It begins once `after` exists.
 */
export function runAtRate(
  scope: Construct,
  { live }: ServiceFunction<never>,
  { description, rate }: { description: string; rate: `rate(${string})` },
  after: IDependable[] = [],
): void {
  const role = minuteRole(Stack.of(scope));
  role.addToPolicy(
    new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: [live.functionArn] }),
  );
  // A rule of EventBridge would be one resource instead of three, but scheduled rules are "a legacy
  // feature" ("Creating a scheduled rule (legacy) in Amazon EventBridge").
  const schedule = new CfnSchedule(scope, "Schedule", {
    description,
    scheduleExpression: rate,
    flexibleTimeWindow: { mode: "OFF" },
    target: {
      arn: live.functionArn,
      roleArn: role.roleArn,
      // The planned time; "Adding context attributes" in the guide of Scheduler.
      input: JSON.stringify({ scheduledTime: "<aws.scheduler.scheduled-time>" }),
      // The next time is soon enough.
      retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
    },
  });
  // Without its policy, the first invocations would be refused.
  schedule.node.addDependency(role, ...after);
}

/** One role of all these schedules: it may do no more than run each of their functions, as they do. */
function minuteRole(stack: Stack): Role {
  const id = "EveryMinute";
  const found = stack.node.tryFindChild(id)?.node.tryFindChild("ScheduleRole");
  if (found instanceof Role) return found;
  // The group of every schedule that names none.
  const group = { service: "scheduler", resource: "schedule-group", resourceName: "default" };
  return scheduleRole(new Construct(stack, id), stack.formatArn(group));
}
