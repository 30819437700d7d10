import { readFileSync } from "node:fs";
import { join } from "node:path";
import type {
  AttributeDefinition,
  AttributeValue,
  GlobalSecondaryIndex,
  KeySchemaElement,
} from "@aws-sdk/client-dynamodb";
import * as z from "zod";

/** A table of a release: what it takes to create it again, and its items. */
export interface StoredTable {
  attributes: AttributeDefinition[];
  key: KeySchemaElement[];
  indexes: Pick<GlobalSecondaryIndex, "IndexName" | "KeySchema" | "Projection">[];
  items: Record<string, AttributeValue>[];
}

const StoredTable = z.custom<StoredTable>((table) => z.looseObject({}).safeParse(table).success);
const Tables = z.record(z.string(), StoredTable);
const Messages = z.record(z.string(), z.string());
/** Of the organization that has something of everything. */
const Ids = z.object({
  organizationId: z.string(),
  counterId: z.string(),
  groupId: z.string(),
  endpointId: z.string(),
  personId: z.string(),
  invitationId: z.string(),
});

/** What write-fixtures.test.ts wrote of a release: its tables by name, its messages by kind. */
export function fixturesOf(release: string) {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(join(import.meta.dirname, release, `${name}.json`), "utf8"));
  return {
    tables: Tables.parse(read("tables")),
    messages: Messages.parse(read("messages")),
    ids: Ids.parse(read("ids")),
  };
}
