import { Duration } from "aws-cdk-lib";
import { Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct, type IDependable } from "constructs";
import { receiveCanary, runCanary } from "../../lambdas/functions/canary.ts";
import { ServiceAlarm, serviceMetric } from "../alarms/service-alarm.ts";
import type { Configuration } from "../configuration.ts";
import { generatedSecret } from "../platform/generated-secret.ts";
import type { HttpSurface } from "../platform/http-surface.ts";
import { runEveryMinute } from "../platform/minute-schedule.ts";
import { ServiceFunction } from "../platform/service-function.ts";
import { tablesOf } from "../platform/tables.ts";

/** The ids of core/operations/canary, which this layer cannot import; a test compares them. */
const canaryIds = {
  organizationId: "org_00000000000000Canary",
  counterId: "ctr_00000000000000Canary",
};

export interface CanaryProps {
  configuration: Configuration;
  /** Whose counter is read, and which has the route of the receiver. */
  readApi: HttpSurface;
  /** ARN of the key of the signing secrets. */
  secretsKeyArn: string;
  /** All that a run goes through: a first deployment makes some of it minutes later, and runs would fail. */
  path: IDependable[];
}

/**
 * Counts every minute on a counter of its own, looks for the count in the read API, and receives its
 * webhook: a pipeline that stands still is seen without anybody's counts.
 */
export class Canary extends Construct {
  /** Where its webhooks go. */
  readonly receiverUrl: string;
  private readonly secret: Secret;

  constructor(scope: Construct, id: string, props: CanaryProps) {
    super(scope, id);
    const [route] = receiveCanary.routes;
    const { configuration, readApi } = props;
    this.receiverUrl = configuration.canaryReceiverUrl ?? `${readApi.url}${route.path}`;
    this.secret = generatedSecret(this, "Secret", {
      description: "The API key and the signing secret of the canary are derived from it",
      length: 64,
      whyNotRotated:
        "It opens one counter, which nobody uses; with a new value the canary replaces key and endpoint by itself.",
    });
    this.serveReceiver(props);
    runEveryMinute(this, this.runner(props), "Runs the canary", props.path);
    this.alarms(props.configuration);
  }

  /** All that both functions need to know who the canary is. */
  private identity({ configuration }: CanaryProps) {
    return {
      CANARY_SECRET_ARN: this.secret.secretArn,
      KEY_BRAND: configuration.keyBrand,
    };
  }

  private serveReceiver(props: CanaryProps): void {
    const receiver = props.readApi.serveBeside(
      receiveCanary,
      this.identity(props),
      "The function authenticates: it records only what is signed with the canary's secret.",
    );
    receiver.grant(this.secret.secretArn, "secretsmanager:GetSecretValue");
    const { tableArn } = tablesOf(this).idempotencyKeys;
    receiver.grantIf(partition(canaryIds.counterId), tableArn, "dynamodb:PutItem");
  }

  private runner(props: CanaryProps): ServiceFunction<never> {
    const { configuration, readApi, secretsKeyArn } = props;
    const runner = new ServiceFunction(this, "RunCanary", {
      definition: runCanary,
      configuration,
      // It waits 30 s for a webhook, after some seconds of setting up and counting.
      timeout: Duration.seconds(50),
      environment: {
        ...this.identity(props),
        API_URL: readApi.url,
        RECEIVER_URL: this.receiverUrl,
        SECRETS_KEY_ARN: secretsKeyArn,
        ALLOWED_RECEIVER_ADDRESSES: configuration.allowedReceiverAddresses.join(","),
      },
    });
    runner.grant(this.secret.secretArn, "secretsmanager:GetSecretValue");
    grantSettingUp(runner, secretsKeyArn);
    grantCounting(runner);
    return runner;
  }

  private alarms(configuration: Configuration): void {
    const failures = serviceMetric(configuration, "CanaryFailures");
    new ServiceAlarm(this, "FailureAlarm", {
      configuration,
      metric: failures,
      above: 0,
      periods: 3,
      impact: "Probably everybody: a count of the canary is not made, not shown or not delivered.",
      runbook: "The canary fails",
    });
    new ServiceAlarm(this, "AbsenceAlarm", {
      configuration,
      // Each run reports 0 or 1.
      metric: failures.with({ statistic: Stats.SAMPLE_COUNT }),
      below: 1,
      periods: 5,
      impact:
        "Nobody knows whether counts and webhooks stand still, because the canary does not run.",
      runbook: "The canary is silent",
    });
  }
}

/** The condition that every item of a request is in this partition. */
function partition(value: string) {
  return { "ForAllValues:StringEquals": { "dynamodb:LeadingKeys": [value] } };
}

/** What setting up needs. API keys and data keys are in other partitions: no condition can name theirs. */
function grantSettingUp(runner: ServiceFunction<never>, secretsKeyArn: string): void {
  const tables = tablesOf(runner);
  const own = partition(canaryIds.organizationId);
  const changed = ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"];
  runner.grantIf(own, tables.organizations.tableArn, ...changed);
  runner.grantIf(own, tables.counters.tableArn, ...changed);
  runner.grantIf(
    own,
    tables.webhookEndpoints.tableArn,
    ...changed,
    "dynamodb:DeleteItem",
    "dynamodb:Query",
  );
  runner.grant(
    tables.apiKeys.tableArn,
    "dynamodb:GetItem",
    "dynamodb:PutItem",
    "dynamodb:DeleteItem",
  );
  runner.grantIf(own, tables.auditEntries.tableArn, "dynamodb:PutItem");
  runner.grant(tables.dataKeys.tableArn, "dynamodb:GetItem", "dynamodb:PutItem");
  runner.grantIf(
    { StringEquals: { "kms:EncryptionContext:purpose": "webhook-signing-secrets" } },
    secretsKeyArn,
    "kms:Decrypt",
    "kms:GenerateDataKeyWithoutPlaintext",
  );
}

/** Counts, and removes what it counted long ago. */
function grantCounting(runner: ServiceFunction<never>): void {
  const { countEvents, countMarks, idempotencyKeys } = tablesOf(runner);
  const { organizationId, counterId } = canaryIds;
  const history = partition(`${organizationId}/${counterId}`);
  const kept = ["dynamodb:PutItem", "dynamodb:Query", "dynamodb:BatchWriteItem"];
  runner.grantIf(history, countEvents.tableArn, ...kept, "dynamodb:BatchGetItem");
  runner.grantIf(history, countMarks.tableArn, ...kept);
  runner.grantIf(
    partition(counterId),
    idempotencyKeys.tableArn,
    "dynamodb:GetItem",
    "dynamodb:PutItem",
    "dynamodb:BatchGetItem",
  );
}
