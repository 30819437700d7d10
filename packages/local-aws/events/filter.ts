import * as z from "zod";
import { StartError } from "../start-error.ts";

/** Whether a record passes. */
export type Filter = (record: unknown) => boolean;

/**
 * Compiles the FilterCriteria of an event source mapping: a record passes when any pattern matches
 * or when there are no patterns. Throws StartError for a pattern or an operator that it does not know.
 */
export function compileFilter(patterns: readonly string[]): Filter {
  if (patterns.length === 0) return () => true;
  const filters = patterns.map(compileText);
  return (record) => filters.some((filter) => filter(record));
}

function compileText(text: string): Filter {
  try {
    return compilePattern(Pattern.parse(JSON.parse(text)));
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(`The filter ${text} is not a pattern.`, { cause });
  }
}

const Pattern = z.record(z.string(), z.unknown());
const Leaf = z.array(z.unknown());

function compilePattern(pattern: z.infer<typeof Pattern>): Filter {
  const fields = Object.entries(pattern).map(([name, expected]): Filter => {
    if (name === "$or") {
      const choices = z.array(Pattern).parse(expected).map(compilePattern);
      return (value) => choices.some((choice) => choice(value));
    }
    const nested = Pattern.safeParse(expected);
    const matches = nested.success
      ? compilePattern(nested.data)
      : compileLeaf(Leaf.parse(expected));
    return (value) => matches(field(value, name));
  });
  return (value) => {
    // A list of objects matches when one of them does.
    if (Array.isArray(value)) return value.some((item) => fields.every((matches) => matches(item)));
    return fields.every((matches) => matches(value));
  };
}

function field(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function compileLeaf(choices: unknown[]): Filter {
  const tests = choices.map(compileChoice);
  return (value) =>
    Array.isArray(value)
      ? value.some((item) => tests.some((test) => test(item)))
      : tests.some((test) => test(value));
}

function compileChoice(choice: unknown): Filter {
  const operator = Pattern.safeParse(choice);
  if (!operator.success) return (value) => value === choice;
  const [[name = "", argument] = []] = Object.entries(operator.data);
  switch (name) {
    case "prefix":
    case "suffix":
    case "equals-ignore-case":
      return textTest(name, z.string().parse(argument));
    case "exists":
      return z.boolean().parse(argument)
        ? (value) => value !== undefined
        : (value) => value === undefined;
    case "anything-but":
      return anythingBut(argument);
    case "numeric":
      return numeric(Leaf.parse(argument));
    default:
      throw new StartError(`The filter operator "${name}" is not known to the local runtime.`);
  }
}

function textTest(name: "prefix" | "suffix" | "equals-ignore-case", text: string): Filter {
  const tests = {
    prefix: (value: string) => value.startsWith(text),
    suffix: (value: string) => value.endsWith(text),
    "equals-ignore-case": (value: string) => value.toLowerCase() === text.toLowerCase(),
  };
  return (value) => typeof value === "string" && tests[name](value);
}

function anythingBut(argument: unknown): Filter {
  const excluded = compileLeaf(Array.isArray(argument) ? argument : [argument]);
  return (value) => value !== undefined && !excluded(value);
}

function numeric(terms: unknown[]): Filter {
  const [comparison, bound, ...rest] = terms;
  const limit = z.number().parse(bound);
  const comparisons: Record<string, (value: number) => boolean> = {
    "=": (value) => value === limit,
    "<": (value) => value < limit,
    "<=": (value) => value <= limit,
    ">": (value) => value > limit,
    ">=": (value) => value >= limit,
  };
  const compare = comparisons[String(comparison)];
  if (!compare) throw new StartError(`The numeric filter "${comparison}" is not known.`);
  const others = rest.length > 0 ? numeric(rest) : () => true;
  return (value) => typeof value === "number" && compare(value) && others(value);
}
