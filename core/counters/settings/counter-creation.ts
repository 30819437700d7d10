import { groupKeyOf } from "../../groups/membership.ts";
import type { ChangedBy } from "../../members/changed-by.ts";
import { type AuditPorts, type ChangeAudit, changeAudit } from "../../members/member-audit.ts";
import {
  type InitialCounterSettings,
  isGroupId,
  newCounter,
  type StoredCounter,
} from "../counter.ts";
import { newCounterId } from "../counter-names.ts";
import type { NoGroupToJoin } from "./change-counter.ts";
import { settingsChanged } from "./counter-audit.ts";

export type CounterCreation =
  /** How many were written now; the rest existed already under the same id and stayed as it was. */
  | { result: "created"; created: number }
  | { result: "limit_reached" | "no_such_organization" | "forbidden" }
  | NoGroupToJoin;

export interface CounterCreator {
  /** The most items, as `creationItems` counts them, that `create` takes at once. */
  maximumItems: number;
  /**
   * Creates counters of one organization, all or none, as members of their groups; with `auditOf`,
   * together with the audit entry of those that are written.
   */
  create(
    counters: StoredCounter[],
    auditOf?: (created: StoredCounter[]) => ChangeAudit,
  ): Promise<CounterCreation>;
}

export interface CounterCreationPorts extends AuditPorts {
  counterCreator: CounterCreator;
}

export interface CounterSetup {
  organizationId: string;
  settings: InitialCounterSettings;
  /** Of a creation that may be repeated. */
  counterId?: string | undefined;
}

/** How many items a transaction has that creates these counters. */
export function creationItems(counters: StoredCounter[]): number {
  const groups = counters.flatMap((counter) => groupKeyOf(counter)?.groupId ?? []);
  // One item counts the organization's counters; each group is one, and each member.
  return 1 + counters.length + groups.length + new Set(groups).size;
}

/** Splits counters, in their order, into batches that one transaction each can create. */
export function creationBatches(counters: StoredCounter[], maximumItems: number) {
  const batches: StoredCounter[][] = [];
  let batch: StoredCounter[] = [];
  for (const counter of counters) {
    if (batch.length > 0 && creationItems([...batch, counter]) > maximumItems) {
      batches.push(batch);
      batch = [];
    }
    batch.push(counter);
  }
  return batch.length > 0 ? [...batches, batch] : batches;
}

/**
 * Creates one counter with these settings, in a group that exists, if any, and within the limit. A
 * counter that has the id already stays as it is, and is not `isNew`. The audit entry is written with
 * the counter.
 */
export async function createCounter(
  ports: CounterCreationPorts,
  { organizationId, settings, counterId = newCounterId(ports.randomBase62) }: CounterSetup,
  by: ChangedBy,
): Promise<
  | { result: "created"; counter: StoredCounter; isNew: boolean }
  | Exclude<CounterCreation, { result: "created" }>
> {
  const { groupId } = settings;
  if (groupId && !isGroupId(groupId)) return { result: "no_such_group", groupId };
  const counter = newCounter(settings, { organizationId, counterId }, ports.clock.now());
  const change = { ...settingsChanged(undefined, counter), action: "counter.create" as const };
  const creation = await ports.counterCreator.create([counter], () =>
    changeAudit(ports, by, change),
  );
  if (creation.result !== "created") return creation;
  return { result: "created", counter, isNew: creation.created > 0 };
}
