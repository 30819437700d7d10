import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type * as z from "zod";

/** A stored item as its schema says; throws, naming the fields that differ and no values. */
export function parseItem<Schema extends z.ZodType>(
  schema: Schema,
  item: Record<string, AttributeValue> | undefined,
): z.output<Schema> {
  const parsed = schema.safeParse(item === undefined ? undefined : unmarshall(item));
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => issue.path.join(".") || "(whole item)");
  throw new Error(`a stored item is not as expected: ${fields.join(", ")}`);
}
