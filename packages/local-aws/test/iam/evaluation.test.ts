import { describe, expect, test } from "vitest";
import { contextOf } from "../../iam/condition-keys.ts";
import { type Caller, decide } from "../../iam/decision.ts";
import { missing } from "../../iam/evaluation.ts";
import { PolicyDocument, readStatements } from "../../iam/policy-document.ts";

const table = "arn:aws:dynamodb:us-east-1:000000000000:table/GameScores";
const role: Caller = { kind: "role", name: "GameRole" };

const statements = (...given: object[]) =>
  readStatements(PolicyDocument.parse({ Version: "2012-10-17", Statement: given }), "Test");

interface Asked {
  own?: object[];
  ofResource?: object[];
  trust?: object[];
  caller?: Caller;
  action?: string;
  resource?: string;
  context?: Parameters<typeof contextOf>[0];
}

function ask({ own = [], ofResource = [], trust = [], caller = role, ...asked }: Asked) {
  const { action = "dynamodb:GetItem", resource = table, context = {} } = asked;
  const { name } = role;
  const arn = `arn:aws:iam::000000000000:role/${name}`;
  const game = { name, arn, statements: statements(...own), trust: statements(...trust) };
  const policies = {
    roles: new Map([[name, game]]),
    resources: new Map([[resource, statements(...ofResource)]]),
  };
  return decide(policies, caller, { action, resource, context: contextOf(context) });
}

const allow = (more: object = {}) => ({
  Effect: "Allow",
  Action: "dynamodb:GetItem",
  Resource: table,
  ...more,
});

// "IAM JSON policy elements: Action" and "… Resource" in the IAM user guide.
describe("a statement applies to", () => {
  test.each([
    ["its action", {}, true],
    ["an action in other letters", { Action: "DynamoDB:getitem" }, true],
    ["actions by wildcard", { Action: "dynamodb:Get*" }, true],
    ["one of several actions", { Action: ["dynamodb:PutItem", "dynamodb:GetItem"] }, true],
    ["no other action", { Action: "dynamodb:PutItem" }, false],
    ["all but its NotAction", { Action: undefined, NotAction: "dynamodb:PutItem" }, true],
    ["never its NotAction", { Action: undefined, NotAction: "dynamodb:Get*" }, false],
    ["every resource", { Resource: "*" }, true],
    ["resources by wildcard", { Resource: "arn:aws:dynamodb:*:*:table/Game?cores" }, true],
    ["no resource whose name only begins so", { Resource: table.slice(0, -1) }, false],
    ["a table, not its indexes", { Resource: `${table}/index/*` }, false],
    [
      "a wildcard within one part of an ARN only",
      { Resource: "arn:aws:dynamodb:u*0:table/GameScores" },
      false,
    ],
    // "If a * wildcard is the last character of a resource ARN segment, it can expand to match beyond the
    // colon boundaries": "IAM JSON policy elements: Resource".
    ["a wildcard at the end", { Resource: "arn:aws:dynamodb:*" }, true],
    ["a wildcard at the end of a region", { Resource: "arn:aws:dynamodb:us-east-1:*" }, true],
    ["a wildcard behind a service", { Resource: "arn:aws:dynamo*" }, true],
    ["a wildcard at the end of a part", { Resource: "arn:*:table/GameScores" }, true],
    ["another service, with a wildcard at the end", { Resource: "arn:aws:sqs:*" }, false],
    ["all but its NotResource", { Resource: undefined, NotResource: `${table}2` }, true],
  ])("%s", (_, given, applies) => {
    expect(ask({ own: [allow(given)] }).effect).toBe(applies ? "allowed" : "not allowed");
  });
});

// "Policy evaluation logic" in the IAM user guide, within one account.
describe("identity and resource policies", () => {
  const deny = { Effect: "Deny", Action: "*", Resource: "*" };
  const principal = (AWS: string) => ({ Principal: { AWS } });
  const own = "arn:aws:iam::000000000000:role/GameRole";
  const account = "arn:aws:iam::000000000000:root";
  const key = "arn:aws:kms:us-east-1:000000000000:key/k";
  const decrypt = { Action: "kms:Decrypt", Resource: key };
  const asksKey = { action: "kms:Decrypt", resource: key };

  test.each<[string, Asked, string]>([
    ["nothing is allowed by itself", {}, "not allowed"],
    ["either may allow: the role's", { own: [allow()] }, "allowed"],
    ["either may allow: the resource's", { ofResource: [allow(principal(own))] }, "allowed"],
    [
      "the account as a principal leaves it to roles",
      { ofResource: [allow(principal(account))] },
      "not allowed",
    ],
    ["a deny counts before an allow", { own: [allow(), deny] }, "denied"],
    [
      "a resource's deny counts, too",
      { own: [allow()], ofResource: [{ ...deny, Principal: "*" }] },
      "denied",
    ],
    [
      "a deny for the account is one for its roles",
      { own: [allow()], ofResource: [{ ...deny, ...principal(account) }] },
      "denied",
    ],
    [
      "a deny for others is none",
      { own: [allow()], ofResource: [{ ...deny, ...principal(`${own}2`) }] },
      "allowed",
    ],
    ["a key must leave it to the account", { ...asksKey, own: [allow(decrypt)] }, "not allowed"],
    [
      "a key that leaves it to the account",
      {
        ...asksKey,
        own: [allow(decrypt)],
        ofResource: [allow({ Action: "kms:*", Resource: "*", ...principal(account) })],
      },
      "allowed",
    ],
  ])("%s", (_, asked, effect) => {
    expect(ask(asked).effect).toBe(effect);
  });

  test("a service is allowed by the resource's policy alone", () => {
    const Principal = { Service: "apigateway.amazonaws.com" };
    const caller: Caller = { kind: "service", name: "apigateway.amazonaws.com" };
    expect(ask({ caller, own: [allow()] }).effect).toBe("not allowed");
    expect(ask({ caller, ofResource: [allow({ Principal })] }).effect).toBe("allowed");
    const other: Caller = { kind: "service", name: "events.amazonaws.com" };
    expect(ask({ caller: other, ofResource: [allow({ Principal })] }).effect).toBe("not allowed");
  });

  test("a role is assumed by whom its trust policy names, on its conditions", () => {
    const trust = [
      {
        Effect: "Allow",
        Action: "sts:AssumeRole",
        Principal: { Service: "scheduler.amazonaws.com" },
        Condition: { StringEquals: { "aws:SourceAccount": "000000000000" } },
      },
    ];
    const caller: Caller = { kind: "service", name: "scheduler.amazonaws.com" };
    const assumption = { trust, caller, action: "sts:AssumeRole", resource: own };
    const context = { "aws:SourceAccount": "000000000000" };
    expect(ask({ ...assumption, context }).effect).toBe("allowed");
    expect(ask(assumption).effect).toBe("not allowed");
  });
});

// "IAM JSON policy elements: Condition operators", and "Single-valued vs. multivalued context keys".
describe("a condition", () => {
  const attributes = { "dynamodb:Attributes": ["UserId", "Wins"] };
  const select = { "dynamodb:Select": "COUNT" };
  const source = {
    "aws:SourceArn": "arn:aws:execute-api:us-east-1:000000000000:api/$default/$default",
  };
  const listed = (operator: string, ...values: string[]) => ({
    [operator]: { "dynamodb:Attributes": values },
  });
  const selects = (operator: string, value: string) => ({
    [operator]: { "dynamodb:Select": value },
  });
  const from = (operator: string, value: string) => ({ [operator]: { "aws:SourceArn": value } });
  const api = "arn:aws:execute-api:us-east-1:000000000000:api";

  test.each<[object, Asked["context"], boolean]>([
    [listed("ForAllValues:StringEquals", "UserId", "Wins", "Losses"), attributes, true],
    [listed("ForAllValues:StringEquals", "UserId"), attributes, false],
    [listed("ForAllValues:StringEquals", "UserId"), {}, true],
    [listed("ForAllValues:StringLike", "User*", "W?ns"), attributes, true],
    [listed("ForAllValues:StringNotLike", "Boss*"), attributes, true],
    [listed("ForAllValues:StringNotLike", "W*"), attributes, false],
    [listed("ForAnyValue:StringEquals", "Wins", "Losses"), attributes, true],
    [listed("ForAnyValue:StringEquals", "Losses"), attributes, false],
    [listed("ForAnyValue:StringEquals", "Wins"), {}, false],
    [selects("StringEquals", "COUNT"), select, true],
    [selects("StringEquals", "count"), select, false],
    [selects("StringEqualsIgnoreCase", "count"), select, true],
    [selects("StringEquals", "COUNT"), {}, false],
    [selects("StringEqualsIfExists", "COUNT"), {}, true],
    [selects("StringEqualsIfExists", "SPECIFIC_ATTRIBUTES"), select, false],
    [selects("StringNotEquals", "COUNT"), select, false],
    [selects("StringNotEquals", "COUNT"), {}, true],
    [selects("NumericLessThan", "10"), { "dynamodb:Select": "9" }, true],
    [selects("NumericLessThan", "10"), { "dynamodb:Select": "10" }, false],
    [{ Null: { "dynamodb:Select": "true" } }, {}, true],
    [{ Null: { "dynamodb:Select": "false" } }, {}, false],
    [{ Null: { "dynamodb:Attributes": "false" } }, attributes, true],
    [{ Bool: { "aws:SecureTransport": "true" } }, { "aws:SecureTransport": "true" }, true],
    [{ Bool: { "aws:SecureTransport": false } }, { "aws:SecureTransport": "true" }, false],
    // aws/serverless-application-model issue 1860: the second pattern has one slash too many.
    [from("ArnLike", `${api}/*/*`), source, true],
    [from("ArnLike", `${api}/*/*/*`), source, false],
    [from("ArnLike", "arn:aws:*/$default"), source, false],
    [from("ArnNotLike", `${api}/*/*/*`), source, true],
    [from("ArnEquals", `${api}/*/$default`), source, true],
    [
      { ...selects("StringEquals", "COUNT"), ...listed("ForAllValues:StringEquals", "UserId") },
      { ...select, ...attributes },
      false,
    ],
    [{ StringEquals: { "DYNAMODB:select": ["COUNT", "ALL_ATTRIBUTES"] } }, select, true],
  ])("%j for %j", (Condition, context = {}, holds) => {
    const decision = ask({ own: [allow({ Condition })], context });
    expect(decision.effect).toBe(holds ? "allowed" : "not allowed");
  });

  test("that failed is named with the values that it does not list", () => {
    const only = { "ForAllValues:StringEquals": { "dynamodb:Attributes": ["UserId"] } };
    const own = [allow({ Resource: `${table}2` }), allow({ Condition: only })];
    const decision = ask({ own, context: attributes });
    const request = { action: "dynamodb:GetItem", resource: table, context: {} };
    const nearest = decision.effect === "not allowed" ? decision.nearest : undefined;
    expect(missing(request, nearest)).toBe(
      "ForAllValues:StringEquals dynamodb:Attributes does not list Wins",
    );
  });
});

test.each([
  ["an operator", { Condition: { DateLessThan: { "aws:SourceArn": "a" } } }, "DateLessThan"],
  [
    "a set of a single value's",
    { Condition: { "ForSomeValues:StringLike": { "aws:SourceArn": "a" } } },
    "ForSomeValues",
  ],
  [
    "a key",
    { Condition: { StringEquals: { "aws:PrincipalTag/team": "a" } } },
    "aws:PrincipalTag/team",
  ],
  ["a variable", { Resource: `${table}/\${aws:username}` }, "{aws:username}"],
  [
    "one operator for a key of many values",
    { Condition: { StringEquals: { "dynamodb:Attributes": "a" } } },
    "ForAllValues",
  ],
])("%s that is not known is refused", (_, given, named) => {
  expect(() => statements(allow(given))).toThrow(named);
});

test("an element that is not known is refused", () => {
  expect(() => statements(allow({ NotPrincipal: "*" }))).toThrow("NotPrincipal");
});
