import type { DynamodbStep } from "./dynamodb-steps.ts";

/**
 * Ends the first page of a query or scan without a limit after one item. DynamoDB ends a page after
 * 1 MB, so what reads one page only seems right with little data.
 */
export const shortPages: DynamodbStep = ({ operation, input }) => {
  if (operation !== "Query" && operation !== "Scan") return undefined;
  if (input === undefined || "Limit" in input || "ExclusiveStartKey" in input) return undefined;
  // A count without items covers one page; its callers know that.
  if (input.Select === "COUNT") return undefined;
  return { input: { ...input, Limit: 1 } };
};
