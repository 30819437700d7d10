import { type DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import { localDynamodbClient } from "../../../../adapters/aws/dynamodb-client.ts";
import { tableCopy } from "../../../../adapters/data/restore/table-copy.ts";
import { tableFacts } from "../../../../adapters/data/restore/table-facts.ts";
import { type Item, liveItem, liveTable, restoredTable } from "../../../system/restored-table.ts";
import { client } from "../../../system/service.ts";
import { proxyOfTest } from "../../fault-proxy.ts";

/** A person, and a copy by this client of a restored table into that of the people. */
async function copyOfPeople(dynamodb: DynamoDBClient) {
  const person: Item = {
    ...{ personId: { S: `per_${process.hrtime.bigint()}` }, issuer: { S: "https://id.example" } },
    subject: { S: "ada" },
  };
  const { tableName: source } = await restoredTable("People", []);
  const live = await tableFacts(client, liveTable("People"));
  if (live === undefined) throw new Error("no table");
  const copy = tableCopy(dynamodb, { source, live, unitsPerSecond: 1_000 });
  return { person, copy };
}

test("an item that got an attribute after it was read is not replaced", async () => {
  const { person, copy } = await copyOfPeople(client);
  const put = (item: Item) =>
    client.send(new PutItemCommand({ TableName: liveTable("People"), Item: item }));
  await put(person);
  const [read] = await copy.live([person]);
  // A person signs out everywhere, for the first time.
  const signedOut = { ...person, sessionEpoch: { N: "1" } };
  await put(signedOut);
  const older = { ...person, subject: { S: "Ada" } };
  expect(await copy.write(older, { set: {}, remove: ["sessionEpoch"] }, read)).toBe(false);
  expect(await liveItem("People", person)).toEqual(signedOut);
  expect(await copy.write(older, { set: {}, remove: [] }, signedOut)).toBe(true);
});

/** A client of a DynamoDB that loses the response to the first PutItem. */
async function losingFirstPut() {
  let lost = false;
  const proxy = await proxyOfTest(({ operation }) => {
    if (lost || operation !== "PutItem") return undefined;
    lost = true;
    return "lose the response";
  });
  return localDynamodbClient(proxy.endpoint);
}

test("an item whose response was lost counts as written, and one that others wrote does not", async () => {
  const { person, copy } = await copyOfPeople(await losingFirstPut());
  expect(await copy.write(person, { set: {}, remove: [] }, undefined)).toBe(true);
  expect(await liveItem("People", person)).toEqual(person);
  // Another restore at the same time.
  expect(await copy.write(person, { set: {}, remove: [] }, undefined)).toBe(false);
});
