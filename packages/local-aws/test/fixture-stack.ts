import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, CfnOutput, Duration, Fn, Stack } from "aws-cdk-lib";
import { HttpApi, HttpMethod } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { CachePolicy, Distribution } from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { AttributeType, StreamViewType, TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import {
  Code,
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  type FunctionProps,
  Function as LambdaFunction,
  MetricType,
  RecursiveLoop,
  Runtime,
  StartingPosition,
} from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from "aws-cdk-lib/aws-s3";
import { CfnSchedule, ScheduleGroup } from "aws-cdk-lib/aws-scheduler";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Queue, QueueEncryption, RedrivePermission } from "aws-cdk-lib/aws-sqs";
import { type FixtureFunction, writeFixtureFunctions } from "./fixture-functions.ts";

/** Synthesizes the fixture into a temporary folder and returns the template's path. */
export function synthesizeFixture(): string {
  const folder = mkdtempSync(join(tmpdir(), "local-fixture-"));
  const outdir = join(folder, "cdk.out");
  const app = new App({ outdir, analyticsReporting: false, treeMetadata: false });
  new FixtureStack(app, writeFixtureFunctions(folder));
  app.synth();
  return join(outdir, "Fixture.template.json");
}

class FixtureStack extends Stack {
  readonly #codeOf: (name: FixtureFunction) => string;
  readonly #seen: TableV2;

  constructor(app: App, codeOf: (name: FixtureFunction) => string) {
    super(app, "Fixture", { stackName: "fixture" });
    this.#codeOf = codeOf;
    const partitionKey = { name: "id", type: AttributeType.STRING };
    const seen = new TableV2(this, "Seen", {
      tableName: "seen",
      partitionKey,
      timeToLiveAttribute: "expiresAt",
    });
    this.#seen = seen;
    this.#noting("leave-pending", "leave-pending");
    this.#consumeQueue();
    this.#waitInQueues();
    this.#consumeStream(partitionKey);
    this.#api();
  }

  #function(id: string, code: FixtureFunction, props: Partial<FunctionProps> = {}): LambdaFunction {
    return new LambdaFunction(this, id, {
      functionName: id,
      runtime: Runtime.NODEJS_24_X,
      handler: "index.handler",
      code: Code.fromAsset(this.#codeOf(code)),
      ...props,
    });
  }

  /** A function that notes what it has seen. */
  #noting(id: string, code: FixtureFunction, props: Partial<FunctionProps> = {}): LambdaFunction {
    const environment = { SEEN_TABLE: this.#seen.tableName };
    const noting = this.#function(id, code, { environment, ...props });
    this.#seen.grant(noting, "dynamodb:PutItem");
    return noting;
  }

  #consumeQueue(): void {
    const dead = new Queue(this, "DeadLetters", { queueName: "dead-letters" });
    const queue = new Queue(this, "Work", {
      queueName: "work",
      // On a busy machine a batch takes longer than it should, and must not be received again.
      visibilityTimeout: Duration.seconds(4),
      deadLetterQueue: { queue: dead, maxReceiveCount: 2 },
    });
    const timeout = Duration.seconds(1);
    const consume = this.#noting("consume-queue", "consume-queue", { timeout });
    const kind = FilterRule.or("wanted", "poison");
    consume.addEventSource(
      new SqsEventSource(queue, {
        reportBatchItemFailures: true,
        maxConcurrency: 2,
        filters: [FilterCriteria.filter({ body: { kind } })],
      }),
    );
  }

  /** Two queues with mappings of their own on one function, with all that the app declares. */
  #waitInQueues(): void {
    const timeout = Duration.seconds(30);
    const wait = this.#noting("wait-in-queue", "wait-in-queue", {
      timeout,
      recursiveLoop: RecursiveLoop.ALLOW,
    });
    for (const queueName of ["slow", "quick"]) {
      const queue = new Queue(this, queueName, {
        queueName,
        encryption: QueueEncryption.SQS_MANAGED,
        enforceSSL: true,
        redriveAllowPolicy: { redrivePermission: RedrivePermission.DENY_ALL },
        retentionPeriod: Duration.days(14),
        visibilityTimeout: timeout,
      });
      wait.addEventSource(
        new SqsEventSource(queue, {
          batchSize: 1,
          maxConcurrency: 10,
          metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
        }),
      );
    }
  }

  #consumeStream(partitionKey: { name: string; type: AttributeType }): void {
    const things = new TableV2(this, "Things", {
      tableName: "things",
      partitionKey,
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
    });
    const bucket = new Bucket(this, "FailedRecords", {
      bucketName: "failed-records",
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      versioned: true,
      serverAccessLogsBucket: Bucket.fromBucketName(this, "Logs", "access-logs"),
      lifecycleRules: [{ expiration: Duration.days(90) }],
    });
    const consume = this.#noting("consume-stream", "consume-stream");
    things.grantStreamRead(consume);
    things.grantTableListStreams(consume);
    bucket.grantPut(consume);
    consume.addToRolePolicy(
      new PolicyStatement({ actions: ["s3:ListBucket"], resources: [bucket.bucketArn] }),
    );
    new EventSourceMapping(this, "ThingsToConsume", {
      target: consume,
      eventSourceArn: things.tableStreamArn ?? "",
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 50,
      retryAttempts: 1,
      bisectBatchOnError: true,
      parallelizationFactor: 2,
      onFailure: { bind: () => ({ destination: bucket.bucketArn }) },
      filters: [FilterCriteria.filter({ eventName: FilterRule.isEqual("INSERT") })],
    });
  }

  #api(): void {
    const api = new HttpApi(this, "Api", { apiName: "fixture-api" });
    const key = new Key(this, "SecretsKey", {
      description: "Encrypts secrets.",
      enableKeyRotation: true,
      rotationPeriod: Duration.days(365),
      pendingWindow: Duration.days(7),
    });
    new CfnOutput(this, "KeyId", { value: key.keyId });
    const secret = new Secret(this, "OriginSecret", {
      generateSecretString: { passwordLength: 40, excludePunctuation: true },
    });
    new CfnOutput(this, "SecretArn", { value: secret.secretArn });
    const answer = this.#function("answer", "answer-requests", {
      timeout: Duration.seconds(20),
      environment: {
        API_URL: api.apiEndpoint,
        API_URL_BY_ID: api.url ?? "",
        KEY_ARN: key.keyArn,
        SECRET_ARN: secret.secretArn,
      },
    });
    const route = (path: string, handler: LambdaFunction, method: HttpMethod) =>
      api.addRoutes({
        path,
        methods: [method],
        integration: new HttpLambdaIntegration(`Serve${handler.node.id}${method}`, handler),
      });
    route("/items/{id}", answer, HttpMethod.GET);
    route("/items/first", answer, HttpMethod.GET);
    route("/files/{proxy+}", answer, HttpMethod.ANY);
    const one = { reservedConcurrentExecutions: 1 };
    route("/limited", this.#function("limited", "answer-requests", one), HttpMethod.GET);
    const second = { timeout: Duration.seconds(1) };
    route("/brief", this.#function("brief", "answer-requests", second), HttpMethod.GET);
    route("/schedule", this.#schedule(), HttpMethod.POST);
    new CfnOutput(this, "ApiUrl", { value: api.apiEndpoint });
    this.#cdn(api, secret);
  }

  #cdn(api: HttpApi, secret: Secret): void {
    const origin = new HttpOrigin(Fn.select(2, Fn.split("/", api.apiEndpoint)), {
      customHeaders: { "x-origin-secret": secret.secretValue.unsafeUnwrap() },
    });
    const cdn = new Distribution(this, "Cdn", {
      comment: "fixture-cdn",
      defaultBehavior: { origin, cachePolicy: CachePolicy.CACHING_DISABLED },
    });
    new CfnOutput(this, "CdnUrl", { value: `https://${cdn.distributionDomainName}` });
  }

  #schedule(): LambdaFunction {
    const scheduled = new Queue(this, "Scheduled", { queueName: "scheduled" });
    const group = new ScheduleGroup(this, "Group", { scheduleGroupName: "fixture-group" });
    const role = new Role(this, "Role", {
      roleName: "any",
      assumedBy: new ServicePrincipal("scheduler.amazonaws.com"),
    });
    const ofAccount = (service: string, name: string) =>
      `arn:aws:${service}:${this.region}:${this.account}:${name}`;
    const queues = ["gone", "dead-letters"].map((name) => ofAccount("sqs", name));
    role.addToPolicy(new PolicyStatement({ actions: ["sqs:SendMessage"], resources: queues }));
    const limited = [ofAccount("lambda", "function:limited")];
    const actions = ["lambda:InvokeFunction"];
    role.addToPolicy(new PolicyStatement({ actions, resources: limited }));
    scheduled.grantSendMessages(role);
    const recurring = new Queue(this, "Recurring", { queueName: "recurring" });
    recurring.grantSendMessages(role);
    new CfnSchedule(this, "EveryHour", {
      description: "Fires again and again",
      scheduleExpression: "rate(2 hours)",
      flexibleTimeWindow: { mode: "OFF" },
      target: {
        arn: recurring.queueArn,
        roleArn: role.roleArn,
        input: '"<aws.scheduler.scheduled-time>"',
        retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
      },
    });
    const schedule = this.#function("schedule", "schedule", {
      environment: {
        QUEUE_ARN: scheduled.queueArn,
        ROLE_ARN: role.roleArn,
        GROUP: group.scheduleGroupName,
      },
    });
    role.grantPassRole(schedule.grantPrincipal);
    group.grantWriteSchedules(schedule);
    return schedule;
  }
}
