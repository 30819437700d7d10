import { StartError } from "../start-error.ts";
import * as arns from "./arns.ts";
import { ignoredResources } from "./ignored-resources.ts";

/** A resource as others refer to it: its type and its local physical name. */
export interface Referent {
  logicalId: string;
  type: string;
  name: string;
  /** Of an alias or a version: its own name. */
  qualifier?: string;
}

/** URLs, which exist only once the servers are bound. */
export interface Urls {
  sqs: string;
  apiUrl(logicalId: string): string;
  cdnUrl(logicalId: string): string;
}

type Attributes = (
  name: string,
  urls: Urls,
  target: Referent,
) => Record<string, string> & { Ref: string };

/** The property that names a resource; without it the logical id is its name. */
export const nameProperties: ReadonlyMap<string, string> = new Map([
  ["AWS::DynamoDB::Table", "TableName"],
  ["AWS::DynamoDB::GlobalTable", "TableName"],
  ["AWS::SQS::Queue", "QueueName"],
  ["AWS::Lambda::Function", "FunctionName"],
  ["AWS::Lambda::Alias", "FunctionName"],
  ["AWS::Lambda::Version", "FunctionName"],
  ["AWS::S3::Bucket", "BucketName"],
  ["AWS::SecretsManager::Secret", "Name"],
  ["AWS::Scheduler::ScheduleGroup", "Name"],
  ["AWS::Scheduler::Schedule", "Name"],
  ["AWS::IAM::Role", "RoleName"],
  ["AWS::Logs::LogGroup", "LogGroupName"],
  ["AWS::SNS::Topic", "TopicName"],
  ["AWS::SES::ConfigurationSet", "Name"],
  ["AWS::Events::Rule", "Name"],
]);

/** What `Ref` (attribute "Ref") or `Fn::GetAtt` of a resource returns. */
export function attributeOf(target: Referent, attribute: string, urls: Urls): string {
  const attributes = attributesByType.get(target.type) ?? onlyRef;
  const value = attributes(target.name, urls, target)[attribute];
  if (value !== undefined) return value;
  // An output may show such a value; nothing that runs here can use it.
  if (ignoredResources.has(target.type)) return `not-local:${target.logicalId}.${attribute}`;
  throw new StartError(
    `${target.logicalId} (${target.type}): the local runtime does not know its ${attribute}.`,
  );
}

const onlyRef: Attributes = (name) => ({ Ref: name });

/** A template names the function of an alias by its name or its ARN. */
const qualifiedArn = (nameOrArn: string, { qualifier }: Referent) =>
  `${arns.functionArn(nameOrArn.replace(/^arn:.*:function:/, ""))}:${qualifier}`;

const table: Attributes = (name) => ({
  Ref: name,
  Arn: arns.tableArn(name),
  StreamArn: arns.streamArn(name),
});

const attributesByType: ReadonlyMap<string, Attributes> = new Map<string, Attributes>([
  ["AWS::DynamoDB::Table", table],
  ["AWS::DynamoDB::GlobalTable", table],
  [
    "AWS::SQS::Queue",
    (name, { sqs }) => ({
      Ref: arns.queueUrl(sqs, name),
      QueueUrl: arns.queueUrl(sqs, name),
      QueueName: name,
      Arn: arns.queueArn(name),
    }),
  ],
  ["AWS::Lambda::Function", (name) => ({ Ref: name, Arn: arns.functionArn(name) })],
  // Both have the name of their function, because invoking one invokes the function.
  ["AWS::Lambda::Alias", (name, _, target) => ({ Ref: qualifiedArn(name, target) })],
  [
    "AWS::Lambda::Version",
    (name, _, target) => ({ Ref: qualifiedArn(name, target), Version: "1" }),
  ],
  [
    "AWS::ApiGatewayV2::Api",
    (name, { apiUrl }, { logicalId }) => ({
      Ref: name,
      ApiId: name,
      ApiEndpoint: apiUrl(logicalId),
    }),
  ],
  // The stack turns this name into the URL of the local CDN.
  [
    "AWS::CloudFront::Distribution",
    (name) => ({ Ref: name, DomainName: `${name}.cloudfront.net` }),
  ],
  ["AWS::CloudFront::Function", (name) => ({ Ref: name, FunctionARN: name })],
  ["AWS::KMS::Key", (name) => ({ Ref: name, KeyId: name, Arn: arns.keyArn(name) })],
  [
    "AWS::SecretsManager::Secret",
    (name) => ({ Ref: arns.secretArn(name), Id: arns.secretArn(name) }),
  ],
  ["AWS::S3::Bucket", (name) => ({ Ref: name, Arn: arns.bucketArn(name) })],
  ["AWS::Events::Rule", (name) => ({ Ref: name, Arn: arns.eventRuleArn(name) })],
  ["AWS::Scheduler::ScheduleGroup", (name) => ({ Ref: name, Arn: arns.scheduleGroupArn(name) })],
  ["AWS::IAM::Role", (name) => ({ Ref: name, Arn: arns.roleArn(name), RoleId: name })],
  ["AWS::Logs::LogGroup", (name) => ({ Ref: name, Arn: arns.logGroupArn(name) })],
  [
    "AWS::SNS::Topic",
    (name) => ({ Ref: arns.topicArn(name), TopicArn: arns.topicArn(name), TopicName: name }),
  ],
]);
