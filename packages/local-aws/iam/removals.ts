import type { RecordedCall } from "./call-record.ts";
import { decide, type Policies } from "./decision.ts";
import { readStatements, type Statement } from "./policy-document.ts";

/** The policies without one part, to ask whether any recorded call needs it. */
export interface Removal {
  /** A `grant` is an action on a resource; a `value` is one of a condition. */
  kind: "statement" | "grant" | "value";
  /** The role, or the ARN of the resource whose policy it is. */
  owner: string;
  /** The part in words, such as `dynamodb:GetItem on arn:…`. */
  text: string;
  without: Policies;
}

/** Each statement, each action on a resource and each value of a condition, removed in turn. */
export function removalsOf(policies: Policies): Removal[] {
  const { roles, resources } = policies;
  return [
    ...[...roles.values()].flatMap((role) => [
      ...ofStatements(role.name, role.statements, (statements) => ({
        resources,
        roles: new Map(roles).set(role.name, { ...role, statements }),
      })),
      ...ofStatements(role.name, role.trust, (trust) => ({
        resources,
        roles: new Map(roles).set(role.name, { ...role, trust }),
      })),
    ]),
    ...[...resources].flatMap(([arn, own]) =>
      ofStatements(arn, own, (statements) => ({
        roles,
        resources: new Map(resources).set(arn, statements),
      })),
    ),
  ];
}

/** Whether a recorded call that is allowed would be refused without the part. */
export function isNeeded({ owner, without }: Removal, calls: readonly RecordedCall[]): boolean {
  return calls.some(
    (call) =>
      (call.caller.name === owner || call.resource.includes(owner)) && isRefusedNow(without, call),
  );
}

/**
 * Recorded calls that were allowed, but that the complete policies refuse now, because the record
 * shortens names that a policy distinguishes. They cannot show what a removal breaks.
 */
export function unjudgeable(policies: Policies, calls: readonly RecordedCall[]): RecordedCall[] {
  return calls.filter((call) => isRefusedNow(policies, call));
}

/** Whether policies refuse a call that was allowed when it was recorded. */
function isRefusedNow(policies: Policies, { caller, denied, ...request }: RecordedCall): boolean {
  return denied === undefined && decide(policies, caller, request).effect !== "allowed";
}

function ofStatements(
  owner: string,
  statements: readonly Statement[],
  put: (statements: Statement[]) => Policies,
): Removal[] {
  return statements.flatMap((statement, index) => {
    const instead = (documents: Statement["document"][]) =>
      put(statements.toSpliced(index, 1, ...readStatements({ Statement: documents }, owner)));
    const of = (kind: Removal["kind"], text: string, documents: Statement["document"][]) => ({
      kind,
      owner,
      text,
      without: instead(documents),
    });
    const { effect, actions, resources: on } = statement;
    const whole = `${effect} ${actions.join(", ")} on ${on.join(", ")}`;
    return [
      of("statement", whole, []),
      ...grantsOf(statement).map(({ text, others }) => of("grant", text, others)),
      ...valuesOf(statement).map(({ text, other }) => of("value", `${whole}: ${text}`, [other])),
    ];
  });
}

/** Each action on each resource, with the statements that allow all others. */
function grantsOf({ document, actions, resources, effect }: Statement) {
  if (effect === "Deny" || !document.Action || !document.Resource) return [];
  return actions.flatMap((action) =>
    resources.map((resource) => ({
      text: `${action} on ${resource}`,
      others: [
        { ...document, Resource: resources.filter((other) => other !== resource) },
        { ...document, Action: actions.filter((other) => other !== action), Resource: [resource] },
      ],
    })),
  );
}

/** Each value of each condition, with the statement that has all others. */
function valuesOf({ document, conditions }: Statement) {
  return conditions.flatMap(({ operator, key, values }) =>
    values.map((value) => {
      const left = { ...document.Condition[operator], [key]: values.filter((v) => v !== value) };
      const other = { ...document, Condition: { ...document.Condition, [operator]: left } };
      return { text: `${operator} ${key} ${value}`, other };
    }),
  );
}
