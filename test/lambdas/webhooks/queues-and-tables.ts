import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startRuntime } from "local-aws";

const table = (hash: string, range: string) => ({
  Type: "AWS::DynamoDB::Table",
  Properties: {
    KeySchema: [
      { AttributeName: hash, KeyType: "HASH" },
      { AttributeName: range, KeyType: "RANGE" },
    ],
    AttributeDefinitions: [hash, range].map((name) => ({
      AttributeName: name,
      AttributeType: "S",
    })),
  },
});

const queues = ["retries", "slow"];
const arnOf = (id: string) => ({ "Fn::GetAtt": [id, "Arn"] });
const statements = (statement: object) => ({
  Version: "2012-10-17",
  Statement: [{ Effect: "Allow", ...statement }],
});

/** Scheduler assumes it to send what is due, to queues that do not exist, too. */
const scheduleRole = {
  Type: "AWS::IAM::Role",
  Properties: {
    AssumeRolePolicyDocument: statements({
      Action: "sts:AssumeRole",
      Principal: { Service: "scheduler.amazonaws.com" },
    }),
    Policies: [
      {
        PolicyName: "send",
        PolicyDocument: statements({ Action: "sqs:SendMessage", Resource: "*" }),
      },
    ],
  },
};

const template = {
  Resources: {
    endpoints: table("organizationId", "endpointId"),
    deliveries: table("endpointId", "deliveryKey"),
    ...Object.fromEntries(queues.map((name) => [name, { Type: "AWS::SQS::Queue" }])),
    schedules: { Type: "AWS::Scheduler::ScheduleGroup" },
    scheduleRole,
  },
  Outputs: {
    ...Object.fromEntries(
      queues.flatMap((name) => [
        [name, { Value: { Ref: name } }],
        [`${name}Arn`, { Value: arnOf(name) }],
      ]),
    ),
    scheduleRoleArn: { Value: arnOf("scheduleRole") },
  },
};

/** The tables and queues of `deliver-webhook` in emulators of their own, without any function. */
export async function startQueuesAndTables() {
  const dataDir = mkdtempSync(join(tmpdir(), "deliver-webhook-"));
  const templateFile = join(dataDir, "Queues.template.json");
  writeFileSync(templateFile, JSON.stringify(template));
  const { outputs, endpoints, close } = await startRuntime({
    templateFile,
    dataDir,
    portOf: () => 0,
    onEvent: () => {},
  });
  const { retries = "", slow = "", retriesArn = "", slowArn = "", scheduleRoleArn = "" } = outputs;
  return {
    urls: { fast: retries, slow },
    arns: { fast: retriesArn, slow: slowArn },
    scheduleRoleArn,
    endpoints,
    async close() {
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
