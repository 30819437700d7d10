import { Duration } from "aws-cdk-lib";
import { MathExpression, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { EventSourceMapping, FilterRule } from "aws-cdk-lib/aws-lambda";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { sendNotices, tellPeople } from "../../lambdas/functions/notices.ts";
import { alarmPeriod, failures, filledSum, ServiceAlarm } from "../alarms/service-alarm.ts";
import { recordsFailed } from "../alarms/stream-alarms.ts";
import type { Configuration } from "../configuration.ts";
import { grantIndex, grantReading, grantUpdating } from "../platform/attribute-conditions.ts";
import { enforceTls } from "../platform/enforce-tls.ts";
import { runAtRate } from "../platform/minute-schedule.ts";
import { pipelineMemory, ServiceFunction } from "../platform/service-function.ts";
import { failedRecordStore, grantStoring, streamMapping } from "../platform/stream-mapping.ts";
import { tableOf, tablesOf } from "../platform/tables.ts";
import { MailEvents, reputationAlarm } from "./mail-events.ts";

export interface NoticesProps {
  configuration: Configuration;
  /** Where people ask for mail. */
  asking: ServiceFunction<never>;
  mailFrom: string;
  sesIdentityArn: string;
  consoleUrl: string;
  /** Wraps the key that encrypts the URLs of chat channels. */
  secretsKeyArn: string;
  /** What signs the links that switch mails off. */
  unsubscribeSecretArn: string;
}

/** One batch of ten mails, each of which SES may take 10 s to refuse. */
const sendTimeout = Duration.seconds(60);

/** SES counts mails by the second; what it throttles waits in its outbox. Lambda's least for a queue. */
export const maxConcurrency = 2;

/** Longer than the function and its lease on an outbox, so that what it held is free again. */
const visibility = Duration.seconds(120);

/** What fails for a day is a dead letter. */
const maxReceives = Duration.days(1).toSeconds() / visibility.toSeconds();

/** From alerts that fire to mails that people read. */
export class Notices extends Construct {
  readonly tell: ServiceFunction<never>;
  private readonly queue: Queue;
  private readonly deadLetters: Queue;
  private readonly failedRecords: Bucket;
  private readonly mailEvents: MailEvents;

  constructor(scope: Construct, id: string, props: NoticesProps) {
    super(scope, id);
    const { configuration } = props;
    this.failedRecords = failedRecordStore(this, "FailedRecords", configuration);
    const secure = { encryption: QueueEncryption.SQS_MANAGED, retentionPeriod: Duration.days(14) };
    this.deadLetters = new Queue(this, "DeadLetters", secure);
    this.queue = new Queue(this, "Queue", {
      ...secure,
      visibilityTimeout: visibility,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: maxReceives },
    });
    enforceTls(this, [this.deadLetters]);
    const policy = enforceTls(this, [this.queue], "QueuePolicy");
    this.mailEvents = new MailEvents(this, "MailEvents", { queue: this.queue, policy });
    const tell = this.telling(configuration);
    this.tell = tell;
    // What happens together is told together, after the webhooks that share the stream have gone.
    const gathering = Duration.seconds(5);
    const stream = { target: tell, failedRecords: this.failedRecords, gathering };
    const { alertFirings, alerts, auditEntries } = tablesOf(this);
    const exists = FilterRule.exists();
    const rearmed = { state: { S: ["armed"] }, stateEventId: { S: exists } };
    const roleChanged = { action: { S: ["member.set-role"] } };
    const roleRaised = {
      ...{ action: { S: ["invitation.accept"] }, before: { M: { role: { S: exists } } } },
    };
    const mappings = [
      // DynamoDB allows two readers of a shard; this is the second.
      streamMapping(this, "Firings", {
        ...{ ...stream, table: alertFirings, filters: [{ eventName: ["INSERT"] }] },
      }),
      // Edits of an alert that a count has armed are among them; their news are known.
      streamMapping(this, "Alerts", {
        ...{ ...stream, table: alerts },
        filters: [{ eventName: ["MODIFY"], dynamodb: { NewImage: rearmed } }],
      }),
      streamMapping(this, "Roles", {
        ...{ ...stream, table: auditEntries },
        filters: [roleChanged, roleRaised].map((NewImage) => ({
          ...{ eventName: ["INSERT"], dynamodb: { NewImage } },
        })),
      }),
    ];
    runAtRate(this, tell, {
      description: "Looks for notices that are due",
      rate: "rate(5 minutes)",
    });
    const send = this.sending(props);
    this.requests(props);
    this.alarms(configuration, { tell, send, mappings });
  }

  private telling(configuration: Configuration): ServiceFunction<never> {
    const { organizations, members, webhookEndpoints } = tablesOf(this);
    const { tableArn } = tableOf(this, "notices");
    const tell = new ServiceFunction(this, "TellPeople", {
      definition: tellPeople,
      configuration,
      retriesPerMinute: 1,
      memorySize: pipelineMemory,
      timeout: Duration.seconds(30),
      environment: {
        NOTICES_QUEUE_URL: this.queue.queueUrl,
        FAILED_RECORDS_BUCKET: this.failedRecords.bucketName,
      },
    });
    grantReading(tell, organizations.tableArn, {
      attributes: ["organizationId", "plan", "mails", "timeZone", "dayStarts"],
    });
    tell.grant(organizations.tableArn, "dynamodb:ConditionCheckItem");
    tell.grant(members.tableArn, "dynamodb:Query");
    tell.grant(tableArn, "dynamodb:GetItem", "dynamodb:PutItem");
    grantIndex(tell, "notices");
    grantIndex(tell, "webhookEndpoints");
    grantIndex(tell, "deliveries");
    // No secret of an endpoint.
    const key = ["organizationId", "endpointId"];
    const watched = [
      "name",
      "url",
      "pausedAt",
      "failingSinceMs",
      "lastErrorAtMs",
      "lastSuccessAtMs",
    ];
    grantReading(tell, webhookEndpoints.tableArn, {
      attributes: [...key, ...watched, "watchAt", "watched"],
    });
    grantUpdating(tell, webhookEndpoints.tableArn, {
      attributes: [...key, "failingSinceMs", "watchAt", "watched"],
    });
    tell.grant(this.queue.queueArn, "sqs:SendMessage");
    grantStoring(tell, this.failedRecords);
    return tell;
  }

  private requests({ asking, configuration }: NoticesProps): void {
    const mailsPerDay = String(configuration.invitationMailsPerDay);
    asking.lambda.addEnvironment("NOTICES_QUEUE_URL", this.queue.queueUrl);
    asking.lambda.addEnvironment("INVITATION_MAILS_PER_DAY", mailsPerDay);
    asking.grant(this.queue.queueArn, "sqs:SendMessage");
    // Whoever wants the weekly report has it scheduled.
    const notices = tableOf(this, "notices");
    asking.lambda.addEnvironment("NOTICES_TABLE", notices.tableName);
    // And the console says which chat channels hear of an alert.
    asking.grant(notices.tableArn, "dynamodb:GetItem", "dynamodb:PutItem");
  }

  private sending(props: NoticesProps): ServiceFunction<never> {
    const { configuration, mailFrom, sesIdentityArn, consoleUrl } = props;
    const { secretsKeyArn, unsubscribeSecretArn } = props;
    const { organizations, members, people, invitations } = tablesOf(this);
    const { counters, counterGroups, countMarks } = tablesOf(this);
    const send = new ServiceFunction(this, "SendNotices", {
      definition: sendNotices,
      configuration,
      retriesPerMinute: 1,
      memorySize: pipelineMemory,
      timeout: sendTimeout,
      environment: {
        NOTICES_QUEUE_URL: this.queue.queueUrl,
        NOTICES_DEAD_LETTERS_URL: this.deadLetters.queueUrl,
        MAIL_FROM: mailFrom,
        SES_REGION: sesIdentityArn.split(":")[3] ?? "",
        SES_CONFIGURATION_SET: this.mailEvents.configurationSet,
        CONSOLE_URL: consoleUrl,
        ALLOWED_RECEIVER_ADDRESSES: configuration.allowedReceiverAddresses.join(","),
        UNSUBSCRIBE_SECRET_ARN: unsubscribeSecretArn,
      },
    });
    grantReading(send, organizations.tableArn, {
      attributes: ["organizationId", "name", "plan", "language", "mails", "timeZone", "dayStarts"],
    });
    for (const { tableArn } of [counters, counterGroups, countMarks]) {
      send.grant(tableArn, "dynamodb:Query");
    }
    send.grant(members.tableArn, "dynamodb:GetItem");
    send.grant(people.tableArn, "dynamodb:GetItem");
    grantUpdating(send, people.tableArn, {
      attributes: ["personId", "email", "mailStop", "mailTest"],
    });
    send.grant(invitations.tableArn, "dynamodb:GetItem");
    grantUpdating(send, invitations.tableArn, {
      attributes: [
        ...["organizationId", "invitationId", "email", "usedAt"],
        ...["mailClaimedUntilMs", "mailedAt", "mailFailed"],
      ],
    });
    send.grant(tableOf(this, "notices").tableArn, "dynamodb:GetItem", "dynamodb:PutItem");
    send.grant(this.deadLetters.queueArn, "sqs:SendMessage");
    send.grant(unsubscribeSecretArn, "secretsmanager:GetSecretValue");
    send.grantIf(
      { StringEquals: { "ses:FromAddress": mailFrom } },
      sesIdentityArn,
      "ses:SendEmail",
    );
    send.grantIf(
      { StringEquals: { "kms:EncryptionContext:purpose": "webhook-signing-secrets" } },
      secretsKeyArn,
      "kms:Decrypt",
    );
    this.mailEvents.grantSending(send);
    send.grant(
      this.queue.queueArn,
      // A chat server is asked again after seconds and minutes, as the receivers of webhooks are.
      "sqs:SendMessage",
      "sqs:ReceiveMessage",
      "sqs:DeleteMessage",
      "sqs:GetQueueAttributes",
    );
    const mapping = new EventSourceMapping(this, "Mapping", {
      target: send.live,
      eventSourceArn: this.queue.queueArn,
      batchSize: 10,
      maxConcurrency,
      reportBatchItemFailures: true,
    });
    send.invokedBy(mapping);
    return send;
  }

  private alarms(
    configuration: Configuration,
    watched: {
      tell: ServiceFunction<never>;
      send: ServiceFunction<never>;
      mappings: EventSourceMapping[];
    },
  ): void {
    const { tell, send, mappings } = watched;
    const visible = this.deadLetters.metricApproximateNumberOfMessagesVisible({
      period: alarmPeriod,
      statistic: Stats.MAXIMUM,
    });
    new ServiceAlarm(this, "DeadLettersAlarm", {
      configuration,
      metric: new MathExpression({
        label: "Dead letters",
        expression: filledSum(["waiting"]),
        usingMetrics: { waiting: visible },
        period: alarmPeriod,
      }),
      above: 0,
      periods: 1,
      impact: "People did not get mails: sending them has failed for a day.",
      runbook: "Notices are dead letters",
    });
    reputationAlarm(this, configuration);
    new ServiceAlarm(this, "FailedRecordsAlarm", {
      configuration,
      ...recordsFailed(configuration, { mappings, stored: "RecordsNotTold" }),
      impact:
        "People do not hear of some alerts or new roles: stream records failed and are stored.",
      runbook: "Notices are late",
    });
    new ServiceAlarm(this, "ErrorsAlarm", {
      configuration,
      name: "errors",
      metric: failures(configuration, { NoticeErrors: tell, MailsRefused: send }),
      above: 0,
      periods: 3,
      impact: "People hear late of alerts and endpoints: telling them fails and is retried.",
      runbook: "Notices are late",
    });
  }
}
