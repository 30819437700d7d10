import { SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod";
import { compileFilter, type Filter } from "../../events/filter.ts";
import type { AccessControl } from "../../iam/access-control.ts";
import { contextOf } from "../../iam/condition-keys.ts";
import type { OnEvent } from "../../runtime-event.ts";
import { eventRuleArn, localAccount, parseArn, queueUrl } from "../../template/arns.ts";
import type { Stack } from "../../template/stack.ts";

export const ruleTypes = ["AWS::Events::Rule"];

/** A rule of EventBridge's default bus, with queues as its targets. */
interface Rule {
  arn: string;
  matches: Filter;
  queueArns: string[];
}

const RuleProperties = z.strictObject({
  Name: z.string().optional(),
  EventPattern: z.record(z.string(), z.unknown()),
  State: z.literal("ENABLED").optional(),
  Targets: z.array(
    z.strictObject({
      Id: z.string(),
      Arn: z.string().regex(/:sqs:/, "must be a queue: the local runtime knows no other target"),
    }),
  ),
});

/** The rules that the template declares; a description has no effect. */
export function readRules(stack: Stack): Rule[] {
  return stack.resources(...ruleTypes).map((resource) => {
    const { EventPattern, Targets } = stack.properties(resource, RuleProperties, ["Description"]);
    return {
      arn: eventRuleArn(stack.nameOf(resource.logicalId)),
      matches: compileFilter([JSON.stringify(EventPattern)]),
      queueArns: Targets.map(({ Arn }) => Arn),
    };
  });
}

/** An event of a service, as EventBridge hands it on. */
export type BusEvent = Readonly<Record<string, unknown>>;

interface BusOptions {
  client: SQSClient;
  sqsUrl: string;
  access: AccessControl;
  onEvent: OnEvent;
}

/** The default bus: sends each event to the targets of the rules that match it. */
export function eventBus(rules: readonly Rule[], { client, sqsUrl, access, onEvent }: BusOptions) {
  return (event: BusEvent): void => {
    for (const { arn, queueArns } of rules.filter(({ matches }) => matches(event))) {
      const context = contextOf({ "aws:SourceArn": arn, "aws:SourceAccount": localAccount });
      for (const resource of queueArns) {
        const asked = { action: "sqs:SendMessage", resource, context };
        // EventBridge gives up what the target refuses, unless the rule has a dead-letter queue.
        if (access.refuseService("events.amazonaws.com", asked)) continue;
        const QueueUrl = queueUrl(sqsUrl, parseArn(resource)?.resource ?? "");
        const message = { QueueUrl, MessageBody: JSON.stringify(event) };
        client.send(new SendMessageCommand(message)).catch((error: unknown) => {
          onEvent({ kind: "warning", message: `An event for ${resource} is lost: ${error}` });
        });
      }
    }
  };
}
