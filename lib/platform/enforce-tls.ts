import { AnyPrincipal, Effect, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { type Queue, QueuePolicy } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";

/** Returns the one policy of all these queues: each reads `*` as itself ("Basic examples of Amazon SQS policies" names it so). */
export function enforceTls(scope: Construct, queues: Queue[], id = "QueuesPolicy"): QueuePolicy {
  const policy = new QueuePolicy(scope, id, { queues });
  policy.document.addStatements(
    new PolicyStatement({
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: ["sqs:*"],
      resources: ["*"],
      conditions: { Bool: { "aws:SecureTransport": "false" } },
    }),
  );
  return policy;
}
