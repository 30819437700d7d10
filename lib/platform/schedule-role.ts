import { Stack } from "aws-cdk-lib";
import { type Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { InlineRole } from "./inline-role.ts";

/**
 * A role that EventBridge Scheduler assumes for the schedules of one group and no others. A group is the
 * narrowest source that Scheduler names ("Confused deputy prevention in EventBridge Scheduler").
 */
export function scheduleRole(scope: Construct, groupArn: string): Role {
  return new InlineRole(scope, "ScheduleRole", {
    assumedBy: new ServicePrincipal("scheduler.amazonaws.com", {
      conditions: {
        StringEquals: {
          "aws:SourceAccount": Stack.of(scope).account,
          "aws:SourceArn": groupArn,
        },
      },
    }),
  });
}
