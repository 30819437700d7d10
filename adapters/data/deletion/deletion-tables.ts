import type { TableName, Tables } from "../../../core/tables.ts";

/** Every table that a deletion reads or empties. */
export type DeletionTables = Tables<
  Exclude<TableName, "idempotencyKeys" | "dataKeys" | "sessions" | "rateLimits">
>;
