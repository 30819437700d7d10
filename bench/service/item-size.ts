import type { AttributeValue } from "@aws-sdk/client-dynamodb";

/** The size of an item by DynamoDB's rules for what it charges, in bytes. */
export function itemBytes(item: Record<string, AttributeValue>): number {
  return Object.entries(item).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value),
    0,
  );
}

function valueBytes({ S, N, M, L }: AttributeValue): number {
  if (S !== undefined) return Buffer.byteLength(S);
  // About one byte for two digits, and one more.
  if (N !== undefined) return Math.ceil(N.replace(/\D/g, "").length / 2) + 1;
  if (M !== undefined) return 3 + Object.keys(M).length + itemBytes(M);
  if (L !== undefined) return 3 + L.reduce((sum, value) => sum + 1 + valueBytes(value), 0);
  return 1;
}
