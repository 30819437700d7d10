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

/** Without it Scheduler accepts no schedule, and a distant retry takes the queue. */
const trust = {
  Statement: [
    {
      Effect: "Allow",
      Principal: { Service: "scheduler.amazonaws.com" },
      Action: "sts:AssumeRole",
    },
  ],
};

const template = {
  Resources: {
    endpoints: table("organizationId", "endpointId"),
    deliveries: table("endpointId", "deliveryKey"),
    ...Object.fromEntries(queues.map((name) => [name, { Type: "AWS::SQS::Queue" }])),
    schedules: { Type: "AWS::Scheduler::ScheduleGroup" },
    scheduler: { Type: "AWS::IAM::Role", Properties: { AssumeRolePolicyDocument: trust } },
  },
  Outputs: Object.fromEntries(queues.map((name) => [name, { Value: { Ref: name } }])),
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
  const { retries = "", slow = "" } = outputs;
  return {
    urls: { fast: retries, slow },
    endpoints,
    async close() {
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
