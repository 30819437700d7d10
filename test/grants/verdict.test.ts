import { describe, expect, test } from "vitest";
import { grantsOf } from "./policies.ts";
import { findingsOf } from "./verdict.ts";

const counters = { "Fn::GetAtt": ["Counters", "Arn"] };
const template = {
  Resources: {
    Tap: {
      Type: "AWS::Lambda::Function",
      Properties: { Role: { "Fn::GetAtt": ["TapRole", "Arn"] } },
    },
    TapPolicy: {
      Type: "AWS::IAM::Policy",
      Properties: {
        Roles: [{ Ref: "TapRole" }],
        PolicyDocument: {
          Statement: [
            { Effect: "Allow", Action: "dynamodb:PutItem", Resource: counters },
            {
              Effect: "Allow",
              Action: ["dynamodb:Query", "logs:PutLogEvents"],
              Resource: [{ "Fn::Join": ["", [counters, "/index/*"]] }],
            },
          ],
        },
      },
    },
  },
};

const put = { action: "dynamodb:PutItem", resource: "Counters" };
const query = { action: "dynamodb:Query", resource: "Counters/index/ByName" };
const judge = (...called: (typeof put)[]) =>
  findingsOf(new Map([["Tap", called]]), grantsOf(template));

describe("the calls of a function and its role", () => {
  test("agree when each call is allowed and each right is used", () => {
    expect(judge(put, query)).toEqual([]);
  });

  test("differ when an action is called that is not allowed", () => {
    const read = { action: "dynamodb:GetItem", resource: "Counters" };
    expect(judge(put, query, read)).toEqual([
      { functionId: "Tap", kind: "called but not allowed", ...read },
    ]);
  });

  test("differ when an allowed action is called on another resource", () => {
    const other = { action: "dynamodb:PutItem", resource: "CountersArchive" };
    expect(judge(put, query, other)).toEqual([
      { functionId: "Tap", kind: "called but not allowed", ...other },
    ]);
  });

  test("differ when a right is never used, except by Lambda itself", () => {
    expect(judge(put)).toEqual([
      {
        functionId: "Tap",
        kind: "allowed but never called",
        action: "dynamodb:Query",
        resource: "Counters/index/*",
      },
    ]);
  });

  test("may differ by a right that the version before this one still calls, until its release", () => {
    const keeping = {
      functionName: "Tap",
      ...query,
      resource: "Counters/index/*",
      goesIn: "0.10.0",
    };
    const found = (release: string) =>
      findingsOf(new Map([["Tap", [put]]]), grantsOf(template), { grants: [keeping], release });
    expect(found("0.9.3")).toEqual([]);
    expect(found("0.10.0").map(({ kind, action }) => [kind, action])).toEqual([
      ["kept for too long", "dynamodb:Query"],
    ]);
  });
});
