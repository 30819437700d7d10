import { expect, test } from "vitest";
import { dynamodbBinary } from "../../emulators/dynamodb/dynamodb-binary.ts";

test("DYNOXIDE_BIN is used before the package of the platform", () => {
  expect(dynamodbBinary({ DYNOXIDE_BIN: process.execPath })).toBe(process.execPath);
});

test("a DYNOXIDE_BIN that does not exist is an error", () => {
  expect(() => dynamodbBinary({ DYNOXIDE_BIN: "/no/such/program" })).toThrow("/no/such/program");
});

test("without a program, the error says how to get one", () => {
  const find = () => dynamodbBinary({}, "@dynoxide/no-such-platform");
  for (const setting of ["DYNAMODB_ENDPOINT", "DYNOXIDE_BIN", "@dynoxide/no-such-platform"]) {
    expect(find).toThrow(setting);
  }
});
