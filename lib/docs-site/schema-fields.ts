import type { Schema } from "./openapi.ts";

type SchemaOf = (schema: Schema) => Schema;

/** The fields of an object as a list in Markdown, with those of objects within it below them. */
export function schemaFields(schema: Schema, schemaOf: SchemaOf, indent = ""): string {
  const { properties = {}, required = [] } = schemaOf(schema);
  return Object.entries(properties)
    .map(([name, field]) => {
      const optional = required.includes(name) ? "" : ", optional";
      const text = field.description ?? "";
      const line = `${indent}- **\`${name}\`** *${schemaType(field, schemaOf)}${optional}* ${text}`;
      const inner = schemaOf(field.items ?? field);
      if (inner.properties === undefined) return line;
      return `${line}\n${schemaFields(inner, schemaOf, `${indent}  `)}`;
    })
    .join("\n");
}

/** What a value can be, for people: `string or null`, `integer, 1 to 500, default 100`. */
export function schemaType(schema: Schema, schemaOf: SchemaOf): string {
  const resolved = schemaOf(schema);
  if (resolved.anyOf) return resolved.anyOf.map((one) => schemaType(one, schemaOf)).join(" or ");
  if (resolved.items) return `array of ${schemaType(resolved.items, schemaOf)}s`;
  const types = [resolved.type ?? "any value"].flat().join(" or ");
  const { format, enum: values, const: only, default: standard, maxLength } = resolved;
  const notes = [
    format,
    values?.map((value) => `\`${value}\``).join(" or "),
    only && `always \`${only}\``,
    rangeOf(resolved),
    maxLength && `at most ${maxLength} characters`,
    standard !== undefined && `default ${standard}`,
  ];
  return [types, ...notes.filter(Boolean)].join(", ");
}

/** Bounds, but for those of every integer. */
function rangeOf({ minimum, maximum }: Schema): string | undefined {
  const from = minimum !== undefined && Math.abs(minimum) < 2 ** 53 - 1 ? minimum : undefined;
  const to = maximum !== undefined && maximum < 2 ** 53 - 1 ? maximum : undefined;
  if (from !== undefined && to !== undefined) return `${from} to ${to}`;
  if (from !== undefined) return `at least ${from}`;
  return to === undefined ? undefined : `at most ${to}`;
}
