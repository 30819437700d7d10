import { createServer } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../../../../local/ports.ts";
import { runHere } from "../run-ops.ts";

interface FormerStack {
  name: string;
  id: string;
  deletedAt: string;
  resources: [type: string, logicalId: string, physicalId: string, status: string][];
}

const arn = (id: string) => `arn:aws:cloudformation:eu-west-1:123456789012:stack/counting/${id}`;

const real: FormerStack = {
  ...{ name: "counting", id: arn("real"), deletedAt: "2026-11-20T10:00:00.000Z" },
  resources: [
    [
      "AWS::DynamoDB::GlobalTable",
      "TablesCounters1",
      "counting-TablesCounters1-X",
      "DELETE_SKIPPED",
    ],
    ["AWS::KMS::Key", "WebhooksSecretsKey1", "1234abcd-12ab", "DELETE_SKIPPED"],
    ["AWS::Cognito::UserPool", "ConsoleSignInUserPool1", "eu-west-1_abc", "DELETE_SKIPPED"],
    ["AWS::S3::Bucket", "AlertsFailedRecords1", "counting-failed", "DELETE_SKIPPED"],
    ["AWS::Logs::LogGroup", "Logs1", "/aws/lambda/x", "DELETE_SKIPPED"],
    ["AWS::SQS::Queue", "Queue1", "https://sqs/queue", "DELETE_COMPLETE"],
  ],
};
const attempt: FormerStack = {
  ...{ name: "counting", id: arn("attempt"), deletedAt: "2026-11-21T10:00:00.000Z" },
  resources: [
    ["AWS::DynamoDB::GlobalTable", "TablesCounters1", "counting-empty", "DELETE_SKIPPED"],
  ],
};
const other: FormerStack = { ...attempt, name: "counting-dev", id: arn("dev") };

/** CloudFormation, in the shapes that its API reference documents; the emulators have none. */
async function playCloudFormation(stacks: FormerStack[], running: string[] = []): Promise<void> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const query = new URLSearchParams(body);
    const name = query.get("StackName");
    const result = (operation: string, content: string) =>
      response.end(
        `<${operation}Response><${operation}Result>${content}</${operation}Result></${operation}Response>`,
      );
    switch (query.get("Action")) {
      case "ListStacks":
        expect(query.get("StackStatusFilter.member.1")).toBe("DELETE_COMPLETE");
        return result(
          "ListStacks",
          `<StackSummaries>${stacks.map(summary).join("")}</StackSummaries>`,
        );
      case "ListStackResources": {
        const found = stacks.find(({ id }) => id === name)?.resources ?? [];
        return result(
          "ListStackResources",
          `<StackResourceSummaries>${found.map(resource).join("")}</StackResourceSummaries>`,
        );
      }
      default:
        if (running.includes(name ?? "")) {
          return result(
            "DescribeStacks",
            `<Stacks><member><StackName>${name}</StackName><StackStatus>CREATE_COMPLETE</StackStatus></member></Stacks>`,
          );
        }
        response.writeHead(400);
        return response.end(
          `<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>Stack with id ${name} does not exist</Message></Error></ErrorResponse>`,
        );
    }
  });
  const environment = {
    AWS_REGION: "eu-west-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_SESSION_TOKEN: undefined,
    AWS_PROFILE: undefined,
    AWS_ENDPOINT_URL: `http://127.0.0.1:${await listen(server, 0)}`,
  };
  for (const [key, value] of Object.entries(environment)) vi.stubEnv(key, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    server.close();
    server.closeAllConnections();
  });
}

function summary({ name, id, deletedAt }: FormerStack): string {
  return `<member><StackName>${name}</StackName><StackId>${id}</StackId><StackStatus>DELETE_COMPLETE</StackStatus><CreationTime>2026-01-01T00:00:00.000Z</CreationTime><DeletionTime>${deletedAt}</DeletionTime></member>`;
}

function resource([type, logicalId, physicalId, status]: FormerStack["resources"][number]): string {
  return `<member><ResourceType>${type}</ResourceType><LogicalResourceId>${logicalId}</LogicalResourceId><PhysicalResourceId>${physicalId}</PhysicalResourceId><LastUpdatedTimestamp>2026-01-01T00:00:00.000Z</LastUpdatedTimestamp><ResourceStatus>${status}</ResourceStatus></member>`;
}

const importMap = (...more: string[]) =>
  runHere(["data", "import-map", "--stack", "counting", ...more]);

test("the map has what the stack left and can be imported", async () => {
  await playCloudFormation([real, other]);
  const { exitCode, stdout, stderr } = await importMap();
  expect([exitCode, JSON.parse(stdout)]).toEqual([
    0,
    {
      AlertsFailedRecords1: { BucketName: "counting-failed" },
      ConsoleSignInUserPool1: { UserPoolId: "eu-west-1_abc" },
      TablesCounters1: { TableName: "counting-TablesCounters1-X" },
      WebhooksSecretsKey1: { KeyId: "1234abcd-12ab" },
    },
  ]);
  expect(stderr).toBe(`4 resources of ${real.id}, destroyed ${real.deletedAt}.\n`);
});

test("of several with the name, the last is taken, and the others are named and can be chosen", async () => {
  await playCloudFormation([real, attempt], ["counting"]);
  const { stdout, stderr } = await importMap();
  expect(JSON.parse(stdout)).toEqual({ TablesCounters1: { TableName: "counting-empty" } });
  expect(stderr).toContain(`note: ${real.id} had the same name`);
  expect(stderr).toContain("warning: there is a stack counting now");
  const chosen = await importMap("--stack-id", real.id);
  expect(Object.keys(JSON.parse(chosen.stdout))).toHaveLength(4);
});

test.each<[string, FormerStack[], string[], RegExp]>([
  ["no stack", [other], [], /remembers no destroyed stack counting;/],
  [
    "no stack of this id",
    [real],
    ["--stack-id", arn("x")],
    /no destroyed stack counting with the id/,
  ],
  ["an ephemeral one", [{ ...real, resources: [] }], [], /left nothing that can be imported/],
])("with %s, it says so", async (_, stacks, more, message) => {
  await playCloudFormation(stacks);
  expect(await importMap(...more)).toMatchObject({
    ...{ exitCode: 1, stdout: "", stderr: expect.stringMatching(message) },
  });
});

test("it is for stacks in AWS", async () => {
  expect(await runHere(["data", "import-map", "--local"])).toMatchObject({ exitCode: 2 });
});
