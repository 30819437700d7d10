import { ArnFormat, Duration, Stack, Validations } from "aws-cdk-lib";
import { MathExpression, Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { CfnRule } from "aws-cdk-lib/aws-events";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnConfigurationSet, CfnConfigurationSetEventDestination } from "aws-cdk-lib/aws-ses";
import type { Queue, QueuePolicy } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { ServiceAlarm } from "../alarms/service-alarm.ts";
import type { Configuration } from "../configuration.ts";
import type { ServiceFunction } from "../platform/service-function.ts";

/**
 * What becomes of mails that SES has accepted: bounces and complaints go by EventBridge into the queue of
 * notices. EventBridge hands them on as best it can; what is lost, SES's own list stops all the same.
 */
export class MailEvents extends Construct {
  readonly configurationSet: string;

  constructor(
    scope: Construct,
    id: string,
    { queue, policy }: { queue: Queue; policy: QueuePolicy },
  ) {
    super(scope, id);
    // Whatever the account has set: an address that fails gets no second mail from any stack.
    const mails = new CfnConfigurationSet(this, "ConfigurationSet", {
      suppressionOptions: { suppressedReasons: ["BOUNCE", "COMPLAINT"] },
    });
    this.configurationSet = mails.ref;
    const bus = { service: "events", resource: "event-bus", resourceName: "default" };
    new CfnConfigurationSetEventDestination(this, "Destination", {
      configurationSetName: mails.ref,
      eventDestination: {
        enabled: true,
        matchingEventTypes: ["BOUNCE", "COMPLAINT"],
        // "Only the default bus is supported."
        eventBridgeDestination: { eventBusArn: Stack.of(this).formatArn(bus) },
      },
    });
    const rule = new CfnRule(this, "Rule", {
      description: "Bounces and complaints of this stack's mails",
      eventPattern: {
        source: ["aws.ses"],
        "detail-type": ["Email Bounced", "Email Complaint Received"],
        detail: { mail: { tags: { "ses:configuration-set": [mails.ref] } } },
      },
      targets: [{ id: "Queue", arn: queue.queueArn }],
    });
    policy.document.addStatements(
      new PolicyStatement({
        principals: [new ServicePrincipal("events.amazonaws.com")],
        actions: ["sqs:SendMessage"],
        resources: [queue.queueArn],
        conditions: { ArnEquals: { "aws:SourceArn": rule.attrArn } },
      }),
    );
  }

  /** To send with the configuration set, and to take an address from the account's list again. */
  grantSending(sender: ServiceFunction<never>): void {
    const arn = Stack.of(this).formatArn({
      ...{ service: "ses", resource: "configuration-set", resourceName: this.configurationSet },
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    });
    sender.grant(arn, "ses:SendEmail");
    sender.grant("*", "ses:DeleteSuppressedDestination");
    Validations.of(sender).acknowledge({
      id: "AwsSolutions::AwsSolutions-IAM5[Resource::*]",
      reason: "The account has one suppression list, which has no ARN.",
    });
  }
}

/** AWS looks at an account from here on ("Amazon SES sending review process FAQs"). */
const reviewedFrom = { bounces: 0.05, complaints: 0.001 };

/** Rates of "a representative volume" of mail, which change slowly, and which SES reports as it sends. */
const period = Duration.hours(1);

/** Fires at four fifths of the rates from which on AWS reviews the account, whoever in it sends. */
export function reputationAlarm(scope: Construct, configuration: Configuration): void {
  const rate = (metricName: string) =>
    new Metric({ namespace: "AWS/SES", metricName, period, statistic: Stats.MAXIMUM });
  new ServiceAlarm(scope, "ReputationAlarm", {
    configuration,
    metric: new MathExpression({
      label: "Share of the rates from which on AWS reviews the account",
      expression: `MAX([FILL(bounces, 0) / ${reviewedFrom.bounces}, FILL(complaints, 0) / ${reviewedFrom.complaints}])`,
      usingMetrics: {
        bounces: rate("Reputation.BounceRate"),
        complaints: rate("Reputation.ComplaintRate"),
      },
      period,
    }),
    above: 0.8,
    periods: 1,
    of: 1,
    impact: "AWS may stop all mail of this account: too many mails bounce, or are unwanted.",
    runbook: "Mails bounce",
  });
}
