import * as z from "zod";
import { StartError } from "../start-error.ts";
import { isKnownKey, isMultivalued } from "./condition-keys.ts";
import { readOperator, type Test } from "./condition-operators.ts";
import { type Pattern, resourcePattern, textPattern } from "./patterns.ts";

/** One condition of a statement: an operator, a key and its values. */
export interface Condition {
  operator: string;
  key: string;
  /** The key in lower case, for AWS does not tell upper from lower case here. */
  name: string;
  values: readonly string[];
  test: Test;
}

/** A statement of a policy, ready to be asked. */
export interface Statement {
  effect: "Allow" | "Deny";
  /** As they are written, for people. */
  actions: readonly string[];
  resources: readonly string[];
  matchesAction: Pattern;
  matchesResource: Pattern;
  /** Of policies of resources and of trust policies. */
  principals: readonly Principal[];
  conditions: readonly Condition[];
  document: StatementDocument;
}

/** `AWS` is an ARN, an account or `*`; `Service` a service's name. */
export interface Principal {
  kind: "AWS" | "Service";
  value: string;
}

const oneOrMore = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => (Array.isArray(given) ? given : [given]));

const ConditionValues = z
  .union([z.string(), z.boolean(), z.number(), z.array(z.union([z.string(), z.number()]))])
  .transform((given) => [given].flat().map(String));

const StatementDocument = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(["Allow", "Deny"]),
  Principal: z
    .union([
      z.literal("*").transform(() => ({ AWS: ["*"], Service: [] })),
      z.strictObject({ AWS: oneOrMore.default([]), Service: oneOrMore.default([]) }),
    ])
    .optional(),
  Action: oneOrMore.optional(),
  NotAction: oneOrMore.optional(),
  Resource: oneOrMore.optional(),
  NotResource: oneOrMore.optional(),
  Condition: z.record(z.string(), z.record(z.string(), ConditionValues)).default({}),
});

type StatementDocument = z.infer<typeof StatementDocument>;

/** A policy document as a template has it, with its references resolved. */
export const PolicyDocument = z.strictObject({
  // The older version has no variables; this evaluation knows none either.
  Version: z.enum(["2012-10-17", "2008-10-17"]).optional(),
  Id: z.string().optional(),
  Statement: z
    .union([z.array(StatementDocument), StatementDocument])
    .transform((given) => [given].flat()),
});
export type PolicyDocument = z.infer<typeof PolicyDocument>;

/** The statements of a policy; throws StartError for what is not known here. `owner` names it. */
export function readStatements(document: PolicyDocument, owner: string): Statement[] {
  return document.Statement.map((statement) => {
    const { Effect, Principal, Action, NotAction, Resource, NotResource, Condition } = statement;
    refuseVariables([...(Resource ?? []), ...(NotResource ?? [])], owner);
    return {
      document: statement,
      effect: Effect,
      actions: Action ?? (NotAction ?? []).map((action) => `all but ${action}`),
      resources: Resource ?? (NotResource ?? []).map((resource) => `all but ${resource}`),
      matchesAction: anyOf(Action, NotAction, (pattern) => textPattern(pattern, "is")),
      matchesResource: anyOf(Resource, NotResource, resourcePattern),
      principals: (["AWS", "Service"] as const).flatMap((kind) =>
        (Principal?.[kind] ?? []).map((value) => ({ kind, value })),
      ),
      conditions: Object.entries(Condition).flatMap(([operator, keys]) =>
        Object.entries(keys).map(([key, values]) =>
          readCondition({ operator, key, values }, owner),
        ),
      ),
    };
  });
}

/** Trust policies have neither, and apply to the one resource that has them. */
function anyOf(
  wanted: readonly string[] | undefined,
  unwanted: readonly string[] | undefined,
  compile: (pattern: string) => Pattern,
): Pattern {
  const patterns = (wanted ?? unwanted ?? ["*"]).map(compile);
  const isNegated = wanted === undefined && unwanted !== undefined;
  return (text) => patterns.some((matches) => matches(text)) !== isNegated;
}

function readCondition(
  { operator, key, values }: { operator: string; key: string; values: readonly string[] },
  owner: string,
): Condition {
  const compile = readOperator(operator);
  if (compile === undefined) throw unknown(owner, `the condition operator ${operator}`);
  if (!isKnownKey(key)) throw unknown(owner, `the condition key ${key}`);
  if (isMultivalued(key) && !/^(ForA\w+:|Null$)/.test(operator)) {
    throw new StartError(
      `${owner}: ${key} has several values in a request, so ${operator} needs ForAllValues: or ` +
        "ForAnyValue: before it.",
    );
  }
  refuseVariables(values, owner);
  return { operator, key, name: key.toLowerCase(), values, test: compile(values) };
}

function refuseVariables(texts: readonly string[], owner: string): void {
  const found = texts.find((text) => text.includes("${"));
  if (found !== undefined) throw unknown(owner, `the policy variable in ${found}`);
}

const unknown = (owner: string, what: string) =>
  new StartError(`${owner}: the local runtime does not know ${what}.`);
