import { expect, test } from "vitest";
import * as z from "zod";
import { readTables } from "../../emulators/dynamodb/tables.ts";
import { readKeys } from "../../emulators/kms/kms-keys.ts";
import { readBuckets } from "../../emulators/s3/buckets.ts";
import { readQueues } from "../../emulators/sqs/queues.ts";
import { StartError } from "../../start-error.ts";
import { Stack } from "../../template/stack.ts";
import { Template } from "../../template/template.ts";

function stackOf(template: object): Stack {
  const apiUrl = (logicalId: string) => `http://localhost:1/${logicalId}`;
  const cdnUrl = (logicalId: string) => `http://localhost:2/${logicalId}`;
  const addresses = { sqs: "http://127.0.0.1:9", apiUrl, cdnUrl };
  return new Stack("my-stack", Template.parse({ Resources: {}, ...template }), addresses);
}

const resources = {
  Orders: { Type: "AWS::SQS::Queue", Properties: { QueueName: "orders" } },
  Strict: { Type: "AWS::SQS::Queue", Properties: { FifoQueue: true } },
  Things: { Type: "AWS::DynamoDB::Table" },
  Api: { Type: "AWS::ApiGatewayV2::Api" },
  Key: { Type: "AWS::KMS::Key" },
  FailedRecords: { Type: "AWS::S3::Bucket", Properties: { BucketName: "failed-records" } },
  Group: { Type: "AWS::Scheduler::ScheduleGroup", Properties: { Name: "retries" } },
  Role: { Type: "AWS::IAM::Role" },
  Tap: { Type: "AWS::Lambda::Function" },
  TapVersion: { Type: "AWS::Lambda::Version", Properties: { FunctionName: { Ref: "Tap" } } },
  TapAlias: {
    Type: "AWS::Lambda::Alias",
    Properties: { FunctionName: { "Fn::GetAtt": ["Tap", "Arn"] }, Name: "live" },
  },
};

function resolved(Value: unknown, more: object = {}): string | undefined {
  return stackOf({ Resources: resources, Outputs: { It: { Value } }, ...more }).outputs().It;
}

test.each([
  [{ Ref: "Orders" }, "http://127.0.0.1:9/000000000000/orders"],
  [{ Ref: "Strict" }, "http://127.0.0.1:9/000000000000/Strict.fifo"],
  [{ Ref: "Things" }, "Things"],
  [{ Ref: "AWS::Region" }, "us-east-1"],
  [{ Ref: "AWS::StackName" }, "my-stack"],
  [{ "Fn::GetAtt": ["Orders", "Arn"] }, "arn:aws:sqs:us-east-1:000000000000:orders"],
  [{ "Fn::GetAtt": ["Orders", "QueueName"] }, "orders"],
  [{ "Fn::GetAtt": ["Orders", "QueueUrl"] }, "http://127.0.0.1:9/000000000000/orders"],
  [{ Ref: "Key" }, "Key"],
  [{ "Fn::GetAtt": ["Key", "KeyId"] }, "Key"],
  [{ "Fn::GetAtt": ["Key", "Arn"] }, "arn:aws:kms:us-east-1:000000000000:key/Key"],
  [{ Ref: "FailedRecords" }, "failed-records"],
  [{ "Fn::GetAtt": ["FailedRecords", "Arn"] }, "arn:aws:s3:::failed-records"],
  [{ Ref: "Group" }, "retries"],
  [
    { "Fn::GetAtt": ["Group", "Arn"] },
    "arn:aws:scheduler:us-east-1:000000000000:schedule-group/retries",
  ],
  [{ "Fn::GetAtt": ["Role", "Arn"] }, "arn:aws:iam::000000000000:role/Role"],
  // A version and an alias are their function.
  [{ Ref: "TapVersion" }, "arn:aws:lambda:us-east-1:000000000000:function:Tap:1"],
  [{ "Fn::GetAtt": ["TapVersion", "Version"] }, "1"],
  [{ Ref: "TapAlias" }, "arn:aws:lambda:us-east-1:000000000000:function:Tap:live"],
  [{ "Fn::GetAtt": "Api.ApiEndpoint" }, "http://localhost:1/Api"],
  [{ "Fn::Join": ["-", ["a", { Ref: "Things" }, 3]] }, "a-Things-3"],
  [
    { "Fn::Sub": "$" + "{Things}/$" + "{!Raw}/$" + "{Orders.QueueName}" },
    "Things/$" + "{Raw}/orders",
  ],
  [{ "Fn::Sub": ["$" + "{X}", { X: { Ref: "Things" } }] }, "Things"],
  [{ "Fn::Select": [1, { "Fn::Split": ["|", "a|b|c"] }] }, "b"],
  [{ "Fn::If": ["Yes", "then", { Ref: "AWS::NoValue" }] }, "then"],
  [{ "Fn::If": ["No", "then", "else"] }, "else"],
  [{ "Fn::FindInMap": ["Sizes", "big", "count"] }, "9"],
  [{ Ref: "BootstrapVersion" }, "/cdk-bootstrap/version"],
])("%j is %s", (value, expected) => {
  const more = {
    Conditions: {
      Yes: { "Fn::Equals": [{ Ref: "AWS::Region" }, "us-east-1"] },
      No: { "Fn::And": [{ Condition: "Yes" }, { "Fn::Not": [{ Condition: "Yes" }] }] },
    },
    Mappings: { Sizes: { big: { count: 9 } } },
    Parameters: { BootstrapVersion: { Default: "/cdk-bootstrap/version" } },
  };
  expect(resolved(value, more)).toBe(expected);
});

test("an API's address that the CDK builds from its id is the local one", () => {
  const parts = ["https://", { Ref: "Api" }, ".execute-api.", { Ref: "AWS::Region" }];
  const built = { "Fn::Join": ["", [...parts, ".", { Ref: "AWS::URLSuffix" }, "/"]] };
  expect(resolved(built)).toBe("http://localhost:1/Api/");
});

test("a distribution's domain name becomes the URL of the local CDN", () => {
  const Cdn = { Type: "AWS::CloudFront::Distribution" };
  const address = {
    "Fn::Join": ["", ["https://", { "Fn::GetAtt": ["Cdn", "DomainName"] }, "/x"]],
  };
  expect(resolved(address, { Resources: { ...resources, Cdn } })).toBe("http://localhost:2/Cdn/x");
});

test.each([
  [{ "Fn::ImportValue": "x" }, "Fn::ImportValue"],
  [{ "Fn::FindInMap": ["a", "b", "c", { DefaultValue: 1 }] }, "Fn::FindInMap"],
  [{ Ref: "Nothing" }, "Nothing"],
  [{ "Fn::GetAtt": ["Things", "Shape"] }, "Things (AWS::DynamoDB::Table)"],
])("%j is an error that names it", (value, name) => {
  expect(() => resolved(value)).toThrow(name);
});

test("an unknown resource type is an error with logical id and type", () => {
  const stack = stackOf({
    Resources: {
      Machine: { Type: "AWS::StepFunctions::StateMachine" },
      Role: { Type: "AWS::IAM::Role" },
    },
  });
  const refuse = () => stack.refuseUnknownTypes(["AWS::SQS::Queue"]);
  expect(refuse).toThrow(StartError);
  expect(refuse).toThrow("Machine (AWS::StepFunctions::StateMachine)");
});

const table = {
  KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
  AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
};
const policy = { PolicyDocument: { Statement: [] } };
const encryptedWith = (encryption: object) => ({
  BucketEncryption: {
    ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: encryption }],
  },
});
const read = (Type: string, Properties: object) => {
  const stack = stackOf({ Resources: { It: { Type, Properties } } });
  readTables(stack);
  readBuckets(stack);
  readQueues(stack, "http://127.0.0.1:9");
};

test.each<[string, string, object]>([
  ["ResourcePolicy", "AWS::DynamoDB::Table", { ...table, ResourcePolicy: policy }],
  [
    "StreamSpecification.ResourcePolicy",
    "AWS::DynamoDB::Table",
    { ...table, StreamSpecification: { StreamViewType: "NEW_IMAGE", ResourcePolicy: policy } },
  ],
  [
    "SSESpecification.KMSMasterKeyId",
    "AWS::DynamoDB::Table",
    { ...table, SSESpecification: { SSEEnabled: true, KMSMasterKeyId: "key" } },
  ],
  [
    "Replicas.0.ResourcePolicy",
    "AWS::DynamoDB::GlobalTable",
    { ...table, Replicas: [{ Region: "us-east-1", ResourcePolicy: policy }] },
  ],
  [
    "Replicas.0.SSESpecification.KMSMasterKeyId",
    "AWS::DynamoDB::GlobalTable",
    { ...table, Replicas: [{ Region: "us-east-1", SSESpecification: { KMSMasterKeyId: "key" } }] },
  ],
  [
    "Replicas.0.ReplicaStreamSpecification.ResourcePolicy",
    "AWS::DynamoDB::GlobalTable",
    { ...table, Replicas: [{ ReplicaStreamSpecification: { ResourcePolicy: policy } }] },
  ],
  ["SSEAlgorithm", "AWS::S3::Bucket", encryptedWith({ SSEAlgorithm: "aws:kms" })],
  [
    "KMSMasterKeyID",
    "AWS::S3::Bucket",
    encryptedWith({ SSEAlgorithm: "AES256", KMSMasterKeyID: "key" }),
  ],
  ["KmsMasterKeyId", "AWS::SQS::Queue", { KmsMasterKeyId: "key" }],
])("%s of %s would decide who has access, and is an error", (property, type, properties) => {
  const reading = () => read(type, properties);
  expect(reading).toThrow(StartError);
  expect(reading).toThrow(new RegExp(`^It \\(${type}\\) .*${property}`));
});

test.each<[string, object]>([
  ["AWS::DynamoDB::Table", { ...table, SSESpecification: { SSEEnabled: true } }],
  ["AWS::DynamoDB::GlobalTable", { ...table, Replicas: [{ Region: "us-east-1" }] }],
  ["AWS::S3::Bucket", encryptedWith({ SSEAlgorithm: "AES256" })],
  ["AWS::SQS::Queue", { SqsManagedSseEnabled: true }],
])("%s may be encrypted with a key of AWS", (type, properties) => {
  expect(() => read(type, properties)).not.toThrow();
});

test("a property that would change behaviour is an error with logical id and name", () => {
  const stack = stackOf({
    Resources: {
      Orders: { Type: "AWS::SQS::Queue", Properties: { Tags: [], Magic: 1, Size: "x" } },
    },
  });
  const [orders] = stack.resources("AWS::SQS::Queue");
  const schema = z.strictObject({ Size: z.number() });
  const reading = () => orders && stack.properties(orders, schema, ["Tags"]);
  expect(reading).toThrow(/Orders \(AWS::SQS::Queue\).*Size.*Magic/);
});

test.each([
  [{ KeySpec: "RSA_2048" }, "KeySpec"],
  [{ KeyUsage: "SIGN_VERIFY" }, "KeyUsage"],
  [{ Enabled: false }, "Enabled"],
  [{ Magic: true }, "Magic"],
])("a key with %j is an error", (Properties, name) => {
  const stack = stackOf({ Resources: { Key: { Type: "AWS::KMS::Key", Properties } } });
  expect(() => readKeys(stack)).toThrow(name);
});

test("a bucket with notifications is an error", () => {
  const Properties = { NotificationConfiguration: {} };
  const stack = stackOf({ Resources: { FailedRecords: { Type: "AWS::S3::Bucket", Properties } } });
  expect(() => readBuckets(stack)).toThrow("NotificationConfiguration");
});

test("a resource whose condition does not hold is not there", () => {
  const Type = "AWS::SQS::Queue";
  const stack = stackOf({
    Resources: { On: { Type, Condition: "Yes" }, Off: { Type, Condition: "No" } },
    Conditions: { Yes: { "Fn::Equals": [1, "1"] }, No: { "Fn::Equals": [1, 2] } },
  });
  expect(stack.resources(Type).map(({ logicalId }) => logicalId)).toEqual(["On"]);
});
