/** A part of a request that uses expressions. */
export type ExpressionHolder = Readonly<Record<string, unknown>>;

const expressions = [
  "ProjectionExpression",
  "UpdateExpression",
  "ConditionExpression",
  "FilterExpression",
  "KeyConditionExpression",
];
/** The parameters from before expressions: lists of names, and objects by name. */
const listed = ["AttributesToGet"];
const keyed = ["AttributeUpdates", "Expected", "KeyConditions", "QueryFilter", "ScanFilter"];

const keywords = new Set(["SET", "ADD", "DELETE", "AND", "OR", "NOT", "BETWEEN", "IN"]);
// The only keyword that is not reserved, and so can be an attribute. The keyword stands before an
// attribute, and behind neither an operator nor another keyword.
const removeClause =
  /(?<!(?:[=+\-,(]|(?<![#:.\w])(?:SET|ADD|DELETE))\s*)(?<![#:.\w])REMOVE(?=\s+[#A-Z_])/gi;

/** The top-level attributes that the parameters of a request name. */
export function namedAttributes(holder: ExpressionHolder): string[] {
  const names = holder.ExpressionAttributeNames;
  return [
    ...expressions.flatMap((parameter) => {
      const given = holder[parameter];
      if (typeof given !== "string") return [];
      const text = parameter === "UpdateExpression" ? given.replace(removeClause, " ") : given;
      return identifiersIn(text).map((id) => resolve(id, names));
    }),
    ...listed.flatMap((parameter) => listOf(holder[parameter])),
    ...keyed.flatMap((parameter) => Object.keys(objectOf(holder[parameter]))),
  ];
}

/** The value that a key condition demands of an attribute; undefined when it demands none. */
export function demandedValue(holder: ExpressionHolder, attribute: string): unknown {
  const legacy = objectOf(objectOf(holder.KeyConditions)[attribute]).AttributeValueList;
  if (Array.isArray(legacy)) return legacy[0];
  const text = String(holder.KeyConditionExpression ?? "");
  for (const [, left = "", right = ""] of text.matchAll(/([#:]?\w+)\s*=\s*([#:]?\w+)/g)) {
    const [name, value] = left.startsWith(":") ? [right, left] : [left, right];
    if (resolve(name, holder.ExpressionAttributeNames) === attribute)
      return objectOf(holder.ExpressionAttributeValues)[value];
  }
  return undefined;
}

export function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

export const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function resolve(identifier: string, names: unknown): string {
  return identifier.startsWith("#")
    ? String(objectOf(names)[identifier] ?? identifier)
    : identifier;
}

// Programs have few expressions, but send them often.
const known = new Map<string, string[]>();
const mostKnown = 5_000;

/** What begins a path: not what follows a dot, no value, no function and no keyword. */
function identifiersIn(expression: string): string[] {
  const before = known.get(expression);
  if (before) return before;
  const found = expression.match(/(?<![\w#:]|\.\s*)(?:#\w+|[A-Za-z_]\w*)\b(?!\s*\()/g) ?? [];
  const identifiers = [...new Set(found)].filter((word) => !keywords.has(word.toUpperCase()));
  if (known.size >= mostKnown) known.clear();
  known.set(expression, identifiers);
  return identifiers;
}
