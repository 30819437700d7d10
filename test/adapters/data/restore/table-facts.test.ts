import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { localDynamodbClient } from "../../../../adapters/aws/dynamodb-client.ts";
import { tableFacts } from "../../../../adapters/data/restore/table-facts.ts";
import { listen } from "../../../../local/ports.ts";

const arn = "arn:aws:dynamodb:eu-west-1:123456789012:table/live";

/** DynamoDB as its API reference has DescribeTable; the emulator restores nothing. */
async function describing(Table: object) {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/x-amz-json-1.0" });
    response.end(JSON.stringify({ Table }));
  });
  const client = localDynamodbClient(`http://127.0.0.1:${await listen(server, 0)}`);
  onTestFinished(() => {
    client.destroy();
    server.close();
    server.closeAllConnections();
  });
  return await tableFacts(client, "copy");
}

test("what AWS says of a restored table is read, its keys in their order", async () => {
  const facts = await describing({
    ...{ TableName: "copy", TableArn: `${arn}-copy`, TableStatus: "ACTIVE" },
    KeySchema: [
      { AttributeName: "lastEventId", KeyType: "RANGE" },
      { AttributeName: "counterKey", KeyType: "HASH" },
    ],
    AttributeDefinitions: [
      { AttributeName: "lastEventId", AttributeType: "N" },
      { AttributeName: "counterKey", AttributeType: "S" },
    ],
    RestoreSummary: {
      ...{ SourceTableArn: arn, RestoreDateTime: 1_790_000_000, RestoreInProgress: true },
    },
  });
  expect(facts).toEqual({
    ...{ name: "copy", arn: `${arn}-copy`, active: true },
    keys: [
      { name: "counterKey", type: "S" },
      { name: "lastEventId", type: "N" },
    ],
    restored: { sourceArn: arn, at: "2026-09-21T14:13:20.000Z", inProgress: true },
  });
});
