import * as z from "zod";
import { StartError } from "../start-error.ts";

/** Resolves the names in a template. */
export interface Scope {
  ref(name: string): unknown;
  getAtt(logicalId: string, attribute: string): unknown;
  condition(name: string): boolean;
  findInMap(map: string, first: string, second: string): unknown;
  /** Transforms every text that `Fn::Join` or `Fn::Sub` produced. */
  rewrite(text: string): string;
}

/** The value with all intrinsic functions resolved; `undefined` is AWS::NoValue. */
export function resolve(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => resolve(item, scope)).filter((item) => item !== undefined);
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const [name, argument] = entries[0] ?? [];
  if (entries.length === 1 && name && isIntrinsic(name)) return tryEvaluate(name, argument, scope);
  const resolved = entries.map(([key, item]) => [key, resolve(item, scope)] as const);
  return Object.fromEntries(resolved.filter(([, item]) => item !== undefined));
}

/** Whether a condition of the template holds. */
export function holds(condition: unknown, scope: Scope): boolean {
  const parsed = z.record(z.string(), z.unknown()).safeParse(condition);
  const [name, argument] = (parsed.success ? Object.entries(parsed.data)[0] : undefined) ?? [];
  const all = (): boolean[] => List.parse(argument).map((item) => holds(item, scope));
  switch (name) {
    case "Condition":
      return scope.condition(z.string().parse(argument));
    case "Fn::Equals": {
      const [left, right] = List.parse(resolve(argument, scope));
      return String(left) === String(right);
    }
    case "Fn::And":
      return all().every(Boolean);
    case "Fn::Or":
      return all().some(Boolean);
    case "Fn::Not":
      return !all()[0];
    default:
      throw new StartError(`The template has a condition that is not known here: ${name}.`);
  }
}

const List = z.array(z.unknown());
const Scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const isIntrinsic = (name: string) => name === "Ref" || name.startsWith("Fn::");

function tryEvaluate(name: string, argument: unknown, scope: Scope): unknown {
  try {
    return evaluate(name, argument, scope);
  } catch (cause) {
    if (!(cause instanceof z.ZodError)) throw cause;
    const used = JSON.stringify({ [name]: argument });
    throw new StartError(`The template has an expression not known here: ${used}`, { cause });
  }
}

function evaluate(name: string, argument: unknown, scope: Scope): unknown {
  switch (name) {
    case "Ref":
      return scope.ref(z.string().parse(argument));
    case "Fn::GetAtt":
      return getAtt(argument, scope);
    case "Fn::Join":
      return scope.rewrite(join(resolve(argument, scope)));
    case "Fn::Sub":
      return scope.rewrite(substitute(argument, scope));
    case "Fn::Select":
      return select(resolve(argument, scope));
    case "Fn::Split": {
      const [separator, text] = z.tuple([z.string(), Scalar]).parse(resolve(argument, scope));
      return text.split(separator);
    }
    case "Fn::If": {
      const [condition, yes, no] = List.length(3).parse(argument);
      return resolve(scope.condition(z.string().parse(condition)) ? yes : no, scope);
    }
    case "Fn::FindInMap":
      return scope.findInMap(...z.tuple([Scalar, Scalar, Scalar]).parse(resolve(argument, scope)));
    case "Fn::Base64":
      return Buffer.from(Scalar.parse(resolve(argument, scope))).toString("base64");
    default:
      throw new StartError(`The template uses ${name}, which the local runtime does not know.`);
  }
}

function getAtt(argument: unknown, scope: Scope): unknown {
  const path = typeof argument === "string" ? argument.split(".") : z.array(Scalar).parse(argument);
  const [logicalId = "", ...attribute] = path;
  return scope.getAtt(logicalId, attribute.join("."));
}

function join(argument: unknown): string {
  const [separator, parts] = z.tuple([z.string(), z.array(Scalar)]).parse(argument);
  return parts.join(separator);
}

function select(argument: unknown): unknown {
  const [index, items] = z.tuple([z.coerce.number(), List]).parse(argument);
  return items[index];
}

function substitute(argument: unknown, scope: Scope): string {
  const [text, variables] =
    typeof argument === "string"
      ? [argument, {}]
      : z.tuple([z.string(), z.record(z.string(), z.unknown())]).parse(argument);
  return text.replaceAll(/\$\{([^}]+)\}/g, (_, name: string) => {
    if (name.startsWith("!")) return `\${${name.slice(1)}}`;
    const value = Object.hasOwn(variables, name)
      ? resolve(variables[name], scope)
      : name.includes(".")
        ? getAtt(name, scope)
        : scope.ref(name);
    return Scalar.parse(value);
  });
}
