import { isOrganizationId } from "../organization-id.ts";
import { type ExportedTable, exportedLine } from "./exported-kinds.ts";
import { numberOf, type StoredItem, textOf } from "./stored-item.ts";

/** Reads of an organization, each strongly consistent, in pages of some 1 MB at the most. */
export interface ExportPorts {
  organization(organizationId: string): Promise<StoredItem | undefined>;
  apiKeys(keyHashes: string[]): Promise<StoredItem[]>;
  embeds(organizationId: string): AsyncIterable<StoredItem>;
  /** The items of a table under the organization's id. */
  ofOrganization(
    table: Exclude<ExportedTable, Partitioned | "Organizations" | "ApiKeys" | "EmbedSessions">,
    organizationId: string,
  ): AsyncIterable<StoredItem>;
  /** The items of one partition, of count events up to this one. */
  ofPartition(table: Partitioned, partition: string, upTo?: number): AsyncIterable<StoredItem>;
  now(): number;
}

/** Tables whose partitions are smaller than an organization. */
export type Partitioned = "GroupMembers" | "CountEvents" | "SettingsChanges" | "Deliveries";

export const exportFormat = "counting-organization-export";
export const exportVersion = 1;

export type ExportLine = Record<string, unknown> & { kind: string };

/** The organization does not exist, or was deleted while it was exported. */
export class NoSuchOrganizationToExport extends Error {
  override readonly name = "NoSuchOrganizationToExport";
}

/**
 * Everything that belongs to an organization, a line each. The first line names format, version and
 * organization; the last has kind "end" and counts the lines of each kind. Each counter's history
 * ends with the event that its line names; other things are as they are when they are read.
 */
export async function* exportOrganization(
  ports: ExportPorts,
  organizationId: string,
): AsyncGenerator<ExportLine> {
  const record = isOrganizationId(organizationId)
    ? await ports.organization(organizationId)
    : undefined;
  if (record === undefined) throw new NoSuchOrganizationToExport(organizationId);
  const startedAt = new Date(ports.now()).toISOString();
  yield {
    ...{ kind: "export", format: exportFormat, version: exportVersion },
    ...{ organizationId, startedAt },
  };
  const counts: Record<string, number> = {};
  for await (const { table, item } of itemsOf(ports, organizationId, record)) {
    const line = exportedLine(table, item);
    if (line === undefined) continue;
    const kind = String(line.kind);
    counts[kind] = (counts[kind] ?? 0) + 1;
    yield { ...line, kind };
  }
  // Otherwise half of it may have been gone when it was read.
  if ((await ports.organization(organizationId)) === undefined) {
    throw new NoSuchOrganizationToExport(organizationId);
  }
  yield { kind: "end", counts, finishedAt: new Date(ports.now()).toISOString() };
}

async function* itemsOf(
  ports: ExportPorts,
  organizationId: string,
  record: StoredItem,
): AsyncGenerator<{ table: ExportedTable; item: StoredItem }> {
  yield { table: "Organizations", item: record };
  const keyHashes = Object.values(record.apiKeys?.M ?? {}).flatMap(({ S }) => S ?? []);
  for (const item of await ports.apiKeys(keyHashes)) yield { table: "ApiKeys", item };
  for (const table of ["Members", "Invitations"] as const)
    yield* ofTable(ports, table, organizationId);
  for await (const item of ports.ofOrganization("CounterGroups", organizationId)) {
    yield { table: "CounterGroups", item };
    const partition = `${organizationId}/${textOf(item, "groupId")}`;
    yield* ofPartition(ports, "GroupMembers", partition);
  }
  for await (const item of ports.ofOrganization("Counters", organizationId)) {
    yield { table: "Counters", item };
    const counterId = textOf(item, "counterId");
    const newest = numberOf(item, "lastEventId");
    yield* ofPartition(ports, "CountEvents", `${organizationId}/${counterId}`, newest);
    yield* ofPartition(ports, "SettingsChanges", counterId);
  }
  for (const table of ["Alerts", "AlertFirings", "Gates"] as const) {
    yield* ofTable(ports, table, organizationId);
  }
  for await (const item of ports.embeds(organizationId)) yield { table: "EmbedSessions", item };
  for (const table of ["Notices", "WebhookEndpoints"] as const) {
    yield* ofTable(ports, table, organizationId);
  }
  for (const endpointId of record.endpointIds?.SS ?? []) {
    yield* ofPartition(ports, "Deliveries", endpointId);
  }
  yield* ofTable(ports, "AuditEntries", organizationId);
}

async function* ofTable(
  ports: ExportPorts,
  table: Parameters<ExportPorts["ofOrganization"]>[0],
  organizationId: string,
) {
  for await (const item of ports.ofOrganization(table, organizationId)) yield { table, item };
}

async function* ofPartition(
  ports: ExportPorts,
  table: Partitioned,
  partition: string,
  upTo?: number,
) {
  for await (const item of ports.ofPartition(table, partition, upTo)) yield { table, item };
}
