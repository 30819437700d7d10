import { expect, test } from "vitest";
import { shortPages } from "../../emulators/dynamodb/short-pages.ts";

const things = { TableName: "things" };

test.each<[string, string, object, number | undefined]>([
  ["the first page of a query", "Query", things, 1],
  ["the first page of a scan", "Scan", things, 1],
  ["a page with a limit", "Query", { ...things, Limit: 7 }, undefined],
  ["a later page", "Query", { ...things, ExclusiveStartKey: { id: { S: "a" } } }, undefined],
  ["a bare count", "Query", { ...things, Select: "COUNT" }, undefined],
  ["any other call", "GetItem", things, undefined],
])("%s (%s of %j) has the limit %j", (_, operation, input, limit) => {
  const changed = shortPages({ operation, accessKey: "local", input: { ...input }, bytes: 1 });
  expect(changed).toEqual(limit === undefined ? undefined : { input: { ...input, Limit: limit } });
});
