import { expect, test } from "vitest";
import * as z from "zod";
import { deployments, everySetting, otherSettings, template } from "./synthesized.ts";

const oneOrMore = z
  .union([z.string(), z.array(z.unknown())])
  .transform((value) => (Array.isArray(value) ? value.map(String) : [value]));

/** A statement of any policy: of a role, its trust, or of a resource. */
const Statement = z.object({
  Effect: z.enum(["Allow", "Deny"]),
  Action: oneOrMore,
  Condition: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
});

/** How Lambda writes a permission into the function's policy. */
const Permission = z.object({
  Type: z.literal("AWS::Lambda::Permission"),
  Properties: z.looseObject({ Action: z.string() }),
});
const permissionConditions: Record<string, string> = {
  SourceArn: "ArnLike aws:SourceArn",
  SourceAccount: "StringEquals aws:SourceAccount",
  PrincipalOrgID: "StringEquals aws:PrincipalOrgID",
  EventSourceToken: "StringEquals lambda:EventSourceToken",
  FunctionUrlAuthType: "StringEquals lambda:FunctionUrlAuthType",
};

/** Every condition in a value, each as `Allow action: operator key`. */
function conditionsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(conditionsIn);
  if (typeof value !== "object" || value === null) return [];
  const { data: statement } = Statement.safeParse(value);
  const { data: permission } = Permission.safeParse(value);
  const own = statement
    ? Object.entries(statement.Condition).flatMap(([operator, keys]) =>
        Object.keys(keys).flatMap((key) =>
          statement.Action.map((action) => `${statement.Effect} ${action}: ${operator} ${key}`),
        ),
      )
    : Object.entries(permissionConditions).flatMap(([name, condition]) =>
        permission?.Properties[name] === undefined
          ? []
          : [`Allow ${permission.Properties.Action}: ${condition}`],
      );
  return [...own, ...Object.values(value).flatMap(conditionsIn)];
}

const dynamodb = (actions: string, condition: string) =>
  actions.split(" ").map((action) => `Allow dynamodb:${action}: ${condition}`);

/** Why a call has the key, or why a statement without it says the same of the call. */
const decided: { conditions: string[]; why: string }[] = [
  {
    conditions: dynamodb("UpdateItem", "StringEqualsIfExists dynamodb:ReturnValues"),
    why: "a part of a transaction has no such parameter; an update without it returns nothing",
  },
  {
    conditions: dynamodb("GetItem BatchGetItem Query", "StringEqualsIfExists dynamodb:Select"),
    why: "as in IAM's own example; a read always has the parameter (DynamoDB developer guide)",
  },
  {
    conditions: dynamodb(
      "GetItem BatchGetItem Query UpdateItem",
      "ForAllValues:StringEquals dynamodb:Attributes",
    ),
    why: "each has the attributes of the item's key, so none is without the key; no Scan is allowed",
  },
  {
    conditions: dynamodb(
      "GetItem BatchGetItem Query PutItem UpdateItem DeleteItem BatchWriteItem",
      "ForAllValues:StringEquals dynamodb:LeadingKeys",
    ),
    why: "each names the partition; only a Scan and PartiQL do not, and neither is allowed with it",
  },
  {
    conditions: ["Decrypt", "GenerateDataKeyWithoutPlaintext"].map(
      (action) => `Allow kms:${action}: StringEquals kms:EncryptionContext:purpose`,
    ),
    why: "the code sends this context always; what comes without it is to be refused",
  },
  {
    conditions: ["Allow iam:PassRole: StringEquals iam:PassedToService"],
    why: "CreateSchedule passes it (Service Authorization Reference, EventBridge Scheduler)",
  },
  {
    conditions: ["Account", "Arn"].map(
      (source) => `Allow sts:AssumeRole: StringEquals aws:Source${source}`,
    ),
    why: "Scheduler sends both (Confused deputy prevention in EventBridge Scheduler)",
  },
  {
    conditions: ["Allow lambda:InvokeFunction: ArnLike aws:SourceArn"],
    why: "API Gateway sends the route's ARN; without it anybody's API could invoke",
  },
  {
    conditions: ["Allow ses:SendEmail: StringEquals ses:FromAddress"],
    why: "every mail has a sender (Service Authorization Reference, Amazon SES v2)",
  },
  {
    conditions: ["Allow sqs:SendMessage: ArnEquals aws:SourceArn"],
    why: "EventBridge sends the rule's (Using resource-based policies for Amazon EventBridge)",
  },
  {
    conditions: ["sqs", "s3"].map((service) => `Deny ${service}:*: Bool aws:SecureTransport`),
    why: 'a refusal, and "this key is always included in the request context" (IAM user guide)',
  },
];

const all = decided.flatMap(({ conditions }) => conditions);

test("each condition of a policy is decided for a call that lacks its key, and no other", () => {
  const made = [template(everySetting), deployments(everySetting)];
  const found = made.flatMap((one) => conditionsIn(one.toJSON()));
  expect(new Set(found)).toEqual(new Set(all));
});

test("so is each that other settings make", () => {
  const found = conditionsIn(template(otherSettings).toJSON());
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter((condition) => !all.includes(condition))).toEqual([]);
});

test("a condition is found in a role, in its trust, and in the policy of a resource", () => {
  const statement = (Action: string | string[]) => ({
    Statement: [{ Effect: "Allow", Action, Condition: { StringLike: { "a:Key": "x" } } }],
  });
  const resources = {
    Role: { Policies: [{ PolicyDocument: statement(["a:B", "a:C"]) }] },
    Trust: { AssumeRolePolicyDocument: statement("sts:AssumeRole") },
    Permission: { Type: "AWS::Lambda::Permission", Properties: { Action: "l:I", SourceArn: "x" } },
  };
  expect(conditionsIn(resources)).toEqual([
    "Allow a:B: StringLike a:Key",
    "Allow a:C: StringLike a:Key",
    "Allow sts:AssumeRole: StringLike a:Key",
    "Allow l:I: ArnLike aws:SourceArn",
  ]);
});
