import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { type StandingTable, tableDescription } from "../../core/tables.ts";
import { noteDamaged } from "./damaged-items.ts";

/** The items of a list, each as `parse` reads it, without those that are damaged. */
export function readableItems<Item extends Record<string, AttributeValue>, Parsed>(
  table: StandingTable,
  items: Item[],
  parse: (item: Item) => Parsed,
): Parsed[] {
  const { partitionKey, sortKey = partitionKey } = tableDescription(table);
  const parsed: Parsed[] = [];
  for (const item of items) {
    try {
      parsed.push(parse(item));
    } catch (error) {
      const { S, N = "" } = item[sortKey] ?? {};
      noteDamaged({ table, id: S ?? N, error });
    }
  }
  return parsed;
}
