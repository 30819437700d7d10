import { Annotations, CfnOutput, Lazy, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { tableNames, tableOutput } from "../core/tables.ts";
import { streamAlarms } from "./alarms/stream-alarms.ts";
import { Alerts } from "./alerts/alerts.ts";
import { ReadApi } from "./api/read-api.ts";
import type { Configuration } from "./configuration.ts";
import { WebConsole } from "./console/web-console.ts";
import { DayStarts } from "./counters/day-starts.ts";
import { Notices } from "./notices/notices.ts";
import { budgetAlarm, stackTag } from "./operations/budget.ts";
import { Canary } from "./operations/canary.ts";
import { dashboard } from "./operations/dashboard.ts";
import { doctorOutputs } from "./operations/doctor-outputs.ts";
import { generatedSecret } from "./platform/generated-secret.ts";
import { makeTables, tablesOf } from "./platform/tables.ts";
import { Site } from "./site/site.ts";
import { Webhooks } from "./webhooks/webhooks.ts";

export interface CountingServiceProps extends StackProps {
  configuration: Configuration;
}

/** The complete system on one screen. */
export class CountingServiceStack extends Stack {
  constructor(scope: Construct, id: string, { configuration, ...props }: CountingServiceProps) {
    super(scope, id, { ...props, terminationProtection: configuration.protectData });
    // CloudFormation puts a stack's tags on its resources, and on what its nested stacks have.
    this.tags.setTag(stackTag, this.stackName);
    this.warn(configuration);
    makeTables(this, configuration);
    // The home page names the API and the console, which name the site.
    const apiUrl = Lazy.string({ produce: () => readApi.url });
    const consoleUrl = Lazy.string({ produce: () => webConsole.url });
    const originSecret = Lazy.string({ produce: () => webConsole.originSecret });
    const urls = { apiUrl, consoleUrl };
    const site = new Site(this, "Site", { configuration, originSecret, ...urls });
    const readApi: ReadApi = new ReadApi(this, "ReadApi", {
      configuration,
      baseUrl: site.url,
    });
    const webhooks = new Webhooks(this, "Webhooks", configuration);
    const { mailFrom, sesIdentityArn } = configuration;
    // The console's functions check what the mails' links are signed with.
    const mail = mailFrom &&
      sesIdentityArn && {
        ...{ mailFrom, sesIdentityArn },
        unsubscribeSecretArn: generatedSecret(this, "NoticesUnsubscribeSecret", {
          description: "Signs the links in mails that switch them off",
          length: 48,
          whyNotRotated: "Links of mails that people have kept would switch off nothing.",
        }).secretArn,
      };
    const webConsole: WebConsole = new WebConsole(this, "Console", {
      configuration,
      webhooks,
      baseUrl: site.url,
      apiUrl: readApi.url,
      ...(mail && { unsubscribeSecretArn: mail.unsubscribeSecretArn }),
    });
    const alerts = new Alerts(this, "Alerts", configuration);
    const { url: mailedUrl, organization: asking } = webConsole;
    const { keyArn: secretsKeyArn } = webhooks.secretsKey;
    const noticed = { configuration, consoleUrl: mailedUrl, asking, secretsKeyArn };
    const notices = mail && new Notices(this, "Notices", { ...noticed, ...mail });
    const readers = [webhooks.dispatch.lambda, alerts.evaluate, ...(notices ? [notices.tell] : [])];
    streamAlarms(this, { configuration, readers });
    new DayStarts(this, "DayStarts", configuration);
    if (configuration.canary) {
      const { surface } = readApi;
      const secretsKeyArn = webhooks.secretsKey.keyArn;
      const path = [readApi, webhooks];
      const canary = { configuration, readApi: surface, secretsKeyArn, path };
      this.output("CanaryReceiverUrl", new Canary(this, "Canary", canary).receiverUrl);
    }
    budgetAlarm(this, configuration);
    if (!configuration.ephemeral) dashboard(this, configuration);

    // The command line finds the deployment through these.
    this.output("ApiUrl", readApi.url);
    this.output("BaseUrl", site.url);
    this.output("ConsoleUrl", webConsole.url);
    this.output("SignInIssuer", webConsole.issuer);
    this.output("KeyBrand", configuration.keyBrand);
    const tables = tablesOf(this);
    for (const name of tableNames) {
      const table = tables[name];
      if (table !== undefined) this.output(tableOutput(name), table.tableName);
    }
    this.output("SecretsKey", webhooks.secretsKey.keyArn);
    const { firstAttempts, retries, slowAttempts } = webhooks;
    for (const [name, { queue, deadLetters }] of Object.entries({
      FirstAttempts: firstAttempts,
      Retries: retries,
      SlowAttempts: slowAttempts,
    })) {
      this.output(`${name}Queue`, queue.queueUrl);
      this.output(`${name}DeadLetters`, deadLetters.queueUrl);
    }
    this.output("FailedRecordsBucket", webhooks.dispatch.failedRecords.bucketName);
    this.output("FailedEvaluationsBucket", alerts.failedRecords.bucketName);
    this.output(
      "AllowedReceiverAddresses",
      configuration.allowedReceiverAddresses.join(",") || "-",
    );
    this.output("ScheduleGroup", webhooks.schedules.scheduleGroupName);
    this.output("SchedulerFromSeconds", String(configuration.schedulerFromSeconds));
    for (const [name, value] of Object.entries(doctorOutputs(configuration))) {
      this.output(name, value);
    }
  }

  /** Says what a stage with data that must not be lost lacks. */
  private warn({ ephemeral, alarmTopicArn, protectData }: Configuration): void {
    if (ephemeral) return;
    const warnings = {
      "no-alarm-topic": alarmTopicArn === undefined && "Nobody hears of alarms: set alarmTopicArn.",
      "unprotected-data":
        !protectData &&
        "The data can be deleted: once the first deployment has succeeded, set protectData.",
    };
    for (const [id, warning] of Object.entries(warnings)) {
      if (warning) Annotations.of(this).addWarningV2(`counting-service:${id}`, warning);
    }
  }

  private output(name: string, value: string): void {
    new CfnOutput(this, name, { value });
  }
}
