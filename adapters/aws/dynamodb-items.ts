import type { AttributeValue, TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { isKnownFormat } from "../../core/stored-format.ts";
import { notAsExpected, unknownFormat } from "./damaged-items.ts";

/**
 * A stored item as its schema says; throws, naming its key and the fields that differ. Attributes that
 * the schema does not name are of a newer release, and ignored.
 */
export function parseItem<Schema extends z.ZodType>(
  schema: Schema,
  item: Record<string, AttributeValue> | undefined,
): z.output<Schema> {
  const stored = item === undefined ? undefined : unmarshalled(item);
  if (!isKnownFormat(stored?.formatVersion)) throw unknownFormat(stored);
  const parsed = schema.safeParse(stored);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => issue.path.join(".") || "(whole item)");
  throw notAsExpected(stored, fields);
}

function unmarshalled(item: Record<string, AttributeValue>): Record<string, unknown> {
  try {
    return unmarshall(item);
  } catch {
    // A number that no double holds.
    throw notAsExpected(unmarshall(item, { wrapNumbers: true }), ["(a number)"]);
  }
}

const ImageAttribute: z.ZodType<AttributeValue> = z.union([
  z.object({ S: z.string() }),
  z.object({ N: z.string() }),
  z.object({ BOOL: z.boolean() }),
  z.object({ NULL: z.literal(true) }),
  z.object({
    M: z.record(
      z.string(),
      z.lazy(() => ImageAttribute),
    ),
  }),
]);

/**
 * A stream's image with the attributes of the types that tables with a stream have. One of another
 * type is of a newer release, and ignored.
 */
export const StreamImage = z.record(z.string(), z.unknown()).transform((image) =>
  Object.fromEntries(
    Object.entries(image).flatMap(([name, value]) => {
      const attribute = ImageAttribute.safeParse(value);
      return attribute.success ? [[name, attribute.data]] : [];
    }),
  ),
);

/** Holds while an item has this revision; 0 is that of an item which does not exist. */
export function revisionCondition(revision: number): {
  condition: string;
  values: Record<string, number>;
} {
  return revision === 0
    ? { condition: "attribute_not_exists(revision)", values: {} }
    : { condition: "revision = :revision", values: { ":revision": revision } };
}

/** Stores a whole item, with its next revision, unless another write has raised that since it was read. */
export function revisedPut<Item extends { revision: number }>(
  TableName: string,
  item: Item,
): TransactWriteItem {
  const { condition, values } = revisionCondition(item.revision);
  return {
    Put: {
      TableName,
      Item: marshall({ ...item, revision: item.revision + 1 }),
      ConditionExpression: condition,
      ...(item.revision > 0 && { ExpressionAttributeValues: marshall(values) }),
    },
  };
}

/** The parts of an update that sets these attributes, whatever words DynamoDB reserves. */
export function settingOf<Value>(attributes: Record<string, Value>) {
  const fields = Object.entries(attributes);
  return {
    expression: `SET ${fields.map(([name]) => `#${name} = :${name}`).join(", ")}`,
    names: Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
    values: Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
  };
}

/** Reads these attributes and no others, also those whose names are reserved words. */
export function projectionOf(names: readonly string[]) {
  return {
    ProjectionExpression: names.map((name) => `#${name}`).join(", "),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
  };
}
