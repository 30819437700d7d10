import { arnPattern, textPattern } from "./patterns.ts";

/** Whether a value of a request fits a value of a policy. */
type Comparison = (expected: string) => (actual: string) => boolean;

interface Operator {
  compare: Comparison;
  /** True for `…NotEquals` and the like: it holds where none of the values fits. */
  negated: boolean;
}

const numeric =
  (holds: (actual: number, expected: number) => boolean): Comparison =>
  (expected) =>
  (actual) =>
    holds(Number(actual), Number(expected));

const equalText: Comparison = (expected) => (actual) => actual === expected;
const equalLetters: Comparison = (expected) => (actual) =>
  actual.toLowerCase() === expected.toLowerCase();
// ArnEquals is ArnLike: AWS lets both have wildcards.
const arn: Comparison = (expected) => arnPattern(expected);
const text: Comparison = (expected) => textPattern(expected);

const is = (compare: Comparison): Operator => ({ compare, negated: false });
const isNot = (compare: Comparison): Operator => ({ compare, negated: true });

/** AWS's operators that are known here; `Null` is another matter, for it looks at no value. */
const operators: ReadonlyMap<string, Operator> = new Map([
  ["StringEquals", is(equalText)],
  ["StringNotEquals", isNot(equalText)],
  ["StringEqualsIgnoreCase", is(equalLetters)],
  ["StringNotEqualsIgnoreCase", isNot(equalLetters)],
  ["StringLike", is(text)],
  ["StringNotLike", isNot(text)],
  ["ArnEquals", is(arn)],
  ["ArnNotEquals", isNot(arn)],
  ["ArnLike", is(arn)],
  ["ArnNotLike", isNot(arn)],
  ["Bool", is(equalLetters)],
  ["NumericEquals", is(numeric((a, b) => a === b))],
  ["NumericNotEquals", isNot(numeric((a, b) => a === b))],
  ["NumericLessThan", is(numeric((a, b) => a < b))],
  ["NumericLessThanEquals", is(numeric((a, b) => a <= b))],
  ["NumericGreaterThan", is(numeric((a, b) => a > b))],
  ["NumericGreaterThanEquals", is(numeric((a, b) => a >= b))],
]);

/** What a condition makes of the values that a request has for its key: those that do not fit. */
export type Test = (actual: readonly string[] | undefined) => Failure | undefined;

/** Why a condition does not hold. */
export interface Failure {
  /** The values of the request that the condition does not let through; none when the key is missing. */
  values: readonly string[];
}

/** An operator such as `ForAllValues:StringEqualsIfExists`, in its parts; undefined when unknown. */
export function readOperator(name: string): ((expected: readonly string[]) => Test) | undefined {
  const [, set, base = "", ifExists] =
    /^(?:(ForAllValues|ForAnyValue):)?(.*?)(IfExists)?$/.exec(name) ?? [];
  if (base === "Null") return set || ifExists ? undefined : isNull;
  const operator = operators.get(base);
  if (operator === undefined) return undefined;
  return (expected) => {
    const fits = fitting(operator, expected);
    // "IAM JSON policy elements: Condition operators": without the key, what is negated is true, and
    // ForAllValues, too, but never ForAnyValue.
    const isMissingFine =
      set !== "ForAnyValue" && (set !== undefined || ifExists !== undefined || operator.negated);
    return (actual) => {
      if (actual === undefined || actual.length === 0)
        return isMissingFine ? undefined : { values: [] };
      const others = actual.filter((value) => !fits(value));
      const holds = set === "ForAnyValue" ? others.length < actual.length : others.length === 0;
      return holds ? undefined : { values: others };
    };
  };
}

function fitting({ compare, negated }: Operator, expected: readonly string[]) {
  const tests = expected.map(compare);
  return (actual: string) => tests.some((test) => test(actual)) !== negated;
}

/** `Null: { key: "true" }` holds when the request does not have the key. */
function isNull([expected]: readonly string[]): Test {
  return (actual) =>
    (actual === undefined) === (expected === "true") ? undefined : { values: actual ?? [] };
}
