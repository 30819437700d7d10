import { describe, expect, test } from "vitest";
import { dynamodbRequests } from "../../iam/requests/dynamodb-requests.ts";

const keys = {
  table: ["id", "at"],
  indexes: new Map([["ByName", ["name", "at"]]]),
};
const requestsOf = (operation: string, input: object) =>
  dynamodbRequests(operation, { ...input }, () => keys) ?? [];

const arn = "arn:aws:dynamodb:us-east-1:000000000000:table/things";
const TableName = "things";
const Key = { id: { S: "a" }, at: { N: "1" } };

/** The attributes of the only request. */
function attributesOf(operation: string, input: object): string[] {
  const [request] = requestsOf(operation, { TableName, ...input });
  return [...(request?.context["dynamodb:attributes"] ?? [])].sort();
}

// "Using IAM policy conditions for fine-grained access control" in the DynamoDB developer guide.
describe("the attributes of a request are", () => {
  test.each<[string, string, object, string[]]>([
    ["those of the key", "GetItem", { Key }, []],
    [
      "those of a projection, at the top level",
      "GetItem",
      { Key, ProjectionExpression: "a.b[0].c, #d.e, f", ExpressionAttributeNames: { "#d": "d" } },
      ["a", "d", "f"],
    ],
    [
      "those that an update sets, reads and removes",
      "UpdateItem",
      {
        Key,
        UpdateExpression:
          "SET a = if_not_exists(b, :zero) + :c, #d.#e = :f REMOVE g ADD h :one DELETE i :j",
        ExpressionAttributeNames: { "#d": "d", "#e": "e" },
      },
      ["a", "b", "d", "g", "h", "i"],
    ],
    [
      "those of conditions",
      "UpdateItem",
      {
        Key,
        UpdateExpression: "SET a = :a",
        ConditionExpression:
          "attribute_exists (b) AND NOT (size(c) > :n) OR d IN (:x, :y) and e BETWEEN :p AND :q",
      },
      ["a", "b", "c", "d", "e"],
    ],
    [
      "those behind a minus",
      "UpdateItem",
      {
        Key,
        UpdateExpression: "SET #a=#b-#c, d=e-f, g=:h-i",
        ExpressionAttributeNames: { "#a": "a", "#b": "b", "#c": "c" },
      },
      ["a", "b", "c", "d", "e", "f", "g", "i"],
    ],
    [
      "those that are called like the only keyword that is not reserved",
      "UpdateItem",
      { Key, UpdateExpression: "SET a = remove REMOVE b", ConditionExpression: "c = :c" },
      ["a", "b", "c", "remove"],
    ],
    [
      "those that are called so, and removed",
      "UpdateItem",
      { Key, UpdateExpression: "REMOVE remove" },
      ["remove"],
    ],
    [
      "those that are called so, in a condition",
      "UpdateItem",
      { Key, UpdateExpression: "remove a", ConditionExpression: "remove = :c" },
      ["a", "remove"],
    ],
    ["those of paths with spaces", "GetItem", { Key, ProjectionExpression: "a . b" }, ["a"]],
    ["those of an item", "PutItem", { Item: { ...Key, a: { S: "" } } }, ["a"]],
    [
      "those of a filter and a key condition",
      "Query",
      { KeyConditionExpression: "id = :id", FilterExpression: "begins_with(a, :b)" },
      ["a"],
    ],
    [
      "those of an index's key",
      "Query",
      {
        IndexName: "ByName",
        KeyConditionExpression: "#n = :n",
        ExpressionAttributeNames: { "#n": "name" },
      },
      ["name"],
    ],
    [
      "those of the parameters before expressions",
      "Query",
      { KeyConditions: { id: {} }, QueryFilter: { a: {} }, AttributesToGet: ["b"] },
      ["a", "b"],
    ],
  ])("%s", (_, operation, input, others) => {
    expect(attributesOf(operation, input)).toEqual(["at", "id", ...others].sort());
  });
});

describe("other keys", () => {
  const one = (operation: string, input: object, key: string) =>
    requestsOf(operation, { TableName, ...input })[0]?.context[key.toLowerCase()];

  test.each<[string, object, string, string[] | undefined]>([
    ["GetItem", { Key }, "dynamodb:LeadingKeys", ["a"]],
    ["PutItem", { Item: Key }, "dynamodb:LeadingKeys", ["a"]],
    [
      "Query",
      {
        KeyConditionExpression: "at > :t AND #id = :id",
        ExpressionAttributeNames: { "#id": "id" },
        ExpressionAttributeValues: { ":id": { S: "b" } },
      },
      "dynamodb:LeadingKeys",
      ["b"],
    ],
    [
      "Query",
      {
        IndexName: "ByName",
        KeyConditionExpression: "name = :n",
        ExpressionAttributeValues: { ":n": { S: "c" } },
      },
      "dynamodb:LeadingKeys",
      ["c"],
    ],
    [
      "Query",
      {
        KeyConditionExpression: ":id = id",
        ExpressionAttributeValues: { ":id": { S: "b" } },
      },
      "dynamodb:LeadingKeys",
      ["b"],
    ],
    // "Scan returns all items regardless of the leading keys."
    ["Scan", {}, "dynamodb:LeadingKeys", undefined],
    ["GetItem", { Key }, "dynamodb:Select", ["ALL_ATTRIBUTES"]],
    ["GetItem", { Key, ProjectionExpression: "a" }, "dynamodb:Select", ["SPECIFIC_ATTRIBUTES"]],
    ["Query", { IndexName: "ByName" }, "dynamodb:Select", ["ALL_PROJECTED_ATTRIBUTES"]],
    ["Query", { Select: "COUNT" }, "dynamodb:Select", ["COUNT"]],
    ["UpdateItem", { Key }, "dynamodb:Select", undefined],
    ["UpdateItem", { Key }, "dynamodb:ReturnValues", ["NONE"]],
    ["UpdateItem", { Key, ReturnValues: "UPDATED_NEW" }, "dynamodb:ReturnValues", ["UPDATED_NEW"]],
    [
      "UpdateItem",
      { Key, ReturnValuesOnConditionCheckFailure: "ALL_OLD" },
      "dynamodb:ReturnValues",
      ["ALL_OLD"],
    ],
    ["GetItem", { Key }, "dynamodb:ReturnValues", undefined],
    [
      "GetItem",
      { Key, ReturnConsumedCapacity: "TOTAL" },
      "dynamodb:ReturnConsumedCapacity",
      ["TOTAL"],
    ],
  ])("%s %j has %s %j", (operation, input, key, values) => {
    expect(one(operation, input, key)).toEqual(values);
  });
});

describe("the actions and resources of a request", () => {
  const named = (operation: string, input: object) =>
    requestsOf(operation, input).map(({ action, resource, context }) => [
      action,
      resource,
      context["dynamodb:leadingkeys"]?.join(),
    ]);
  const b = { id: { S: "b" }, at: { N: "2" } };

  test("of an index are its own", () => {
    expect(named("Query", { TableName, IndexName: "ByName" })).toEqual([
      ["dynamodb:Query", `${arn}/index/ByName`, undefined],
    ]);
  });

  test("of a batch are the batch's, for each item by itself", () => {
    const RequestItems = { [TableName]: { Keys: [Key, b] } };
    expect(named("BatchGetItem", { RequestItems })).toEqual([
      ["dynamodb:BatchGetItem", arn, "a"],
      ["dynamodb:BatchGetItem", arn, "b"],
    ]);
    const writes = [{ PutRequest: { Item: Key } }, { DeleteRequest: { Key: b } }];
    expect(named("BatchWriteItem", { RequestItems: { [TableName]: writes } })).toEqual([
      ["dynamodb:BatchWriteItem", arn, "a"],
      ["dynamodb:BatchWriteItem", arn, "b"],
    ]);
  });

  // "Using IAM with DynamoDB transactions".
  test("of a transaction are those of each item", () => {
    const TransactItems = [
      { Put: { TableName, Item: Key } },
      { Update: { TableName, Key } },
      { Delete: { TableName, Key } },
      { ConditionCheck: { TableName, Key: b } },
    ];
    expect(named("TransactWriteItems", { TransactItems })).toEqual([
      ["dynamodb:PutItem", arn, "a"],
      ["dynamodb:UpdateItem", arn, "a"],
      ["dynamodb:DeleteItem", arn, "a"],
      ["dynamodb:ConditionCheckItem", arn, "b"],
    ]);
    const [put, update] = requestsOf("TransactWriteItems", { TransactItems });
    for (const part of [put, update]) {
      expect(part?.context).not.toHaveProperty("dynamodb:returnvalues");
    }
    const [first] = requestsOf("TransactGetItems", {
      TransactItems: [{ Get: { TableName, Key } }],
    });
    expect(first).toMatchObject({
      action: "dynamodb:GetItem",
      context: { "dynamodb:enclosingoperation": ["TransactGetItems"] },
    });
  });

  test("of inserts in PartiQL are those of each table", () => {
    const into = (text: string) => ({ Statement: text, Parameters: [{ S: "a" }] });
    const insert = into(`INSERT INTO "${TableName}" VALUE {'id': ?}`);
    expect(named("BatchExecuteStatement", { Statements: [insert, insert] })).toEqual([
      ["dynamodb:PartiQLInsert", arn, undefined],
      ["dynamodb:PartiQLInsert", arn, undefined],
    ]);
    for (const other of [`DELETE FROM "${TableName}" WHERE id = ?`, "", "INSERT INTO x"]) {
      const Statements = [insert, into(other)];
      expect(dynamodbRequests("BatchExecuteStatement", { Statements }, () => keys)).toBeUndefined();
    }
  });

  test("of an operation that is not known are not guessed", () => {
    expect(dynamodbRequests("ExecuteStatement", {}, () => keys)).toBeUndefined();
  });
});
