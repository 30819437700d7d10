import { Duration } from "aws-cdk-lib";
import { FilterRule } from "aws-cdk-lib/aws-lambda";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { evaluateAlerts } from "../../lambdas/functions/events.ts";
import { failures, ServiceAlarm } from "../alarms/service-alarm.ts";
import { recordsFailed, recordsLate } from "../alarms/stream-alarms.ts";
import type { Configuration } from "../configuration.ts";
import { grantReading } from "../platform/attribute-conditions.ts";
import { pipelineMemory, ServiceFunction } from "../platform/service-function.ts";
import { failedRecordStore, grantStoring, streamMapping } from "../platform/stream-mapping.ts";
import { tablesOf } from "../platform/tables.ts";

/** From a stored count to the totals of groups and to the alerts that fire. */
export class Alerts extends Construct {
  /** The failed-record store of counts that could not be evaluated. */
  readonly failedRecords: Bucket;
  readonly evaluate: ServiceFunction<never>;

  constructor(scope: Construct, id: string, configuration: Configuration) {
    super(scope, id);
    this.failedRecords = failedRecordStore(this, "FailedRecords", configuration);
    const evaluate = this.evaluateFunction(configuration);
    this.evaluate = evaluate;
    grantStoring(evaluate, this.failedRecords);
    const exists = FilterRule.exists();
    const image = (attribute: object) => ({ dynamodb: { NewImage: attribute } });
    // DynamoDB allows two readers of a shard; this is the second.
    const mapping = streamMapping(this, "Mapping", {
      target: evaluate,
      table: tablesOf(this).countEvents,
      filters: [image({ groupId: { S: exists } }), image({ hasAlerts: { BOOL: exists } })],
      failedRecords: this.failedRecords,
    });
    new ServiceAlarm(this, "FailedRecordsAlarm", {
      configuration,
      ...recordsFailed(configuration, { mappings: [mapping], stored: "CountsNotEvaluated" }),
      impact: "Alerts may not fire and totals of groups are behind: counts could not be evaluated.",
      runbook: "Counts are not evaluated",
    });
    new ServiceAlarm(this, "StreamAgeAlarm", {
      configuration,
      ...recordsLate(evaluate),
      impact: "Alerts fire minutes late instead of within a second.",
      runbook: "Alerts are late",
    });
    new ServiceAlarm(this, "EvaluationErrorsAlarm", {
      configuration,
      name: "errors",
      metric: failures(configuration, { EvaluationErrors: evaluate }),
      above: 0,
      periods: 3,
      impact: "Alerts fire late, because evaluating counts fails and is retried.",
      runbook: "Alerts are late",
    });
  }

  private evaluateFunction(configuration: Configuration) {
    const { organizations, counterGroups, groupMembers, alerts, alertFirings, countMarks } =
      tablesOf(this);
    const evaluate = new ServiceFunction(this, "EvaluateAlerts", {
      definition: evaluateAlerts,
      configuration,
      retriesPerMinute: 1,
      memorySize: pipelineMemory,
      // A busy group is contended for: a batch may lose many races before it is written.
      timeout: Duration.seconds(30),
      environment: {
        FAILED_RECORDS_BUCKET: this.failedRecords.bucketName,
      },
    });
    // Only what decides whether alerts are evaluated, and when days begin: no key's hash, no name.
    grantReading(evaluate, organizations.tableArn, {
      attributes: ["organizationId", "plan", "alertEpoch", "timeZone", "dayStarts"],
    });
    evaluate.grant(counterGroups.tableArn, "dynamodb:GetItem", "dynamodb:UpdateItem");
    evaluate.grant(groupMembers.tableArn, "dynamodb:BatchGetItem", "dynamodb:UpdateItem");
    evaluate.grant(alerts.tableArn, "dynamodb:Query", "dynamodb:PutItem");
    evaluate.grant(alertFirings.tableArn, "dynamodb:PutItem");
    evaluate.grant(countMarks.tableArn, "dynamodb:PutItem");
    return evaluate;
  }
}
