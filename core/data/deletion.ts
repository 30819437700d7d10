import { type AuditEntry, type AuditedChange, newAuditEntry } from "../audit/audit-entry.ts";
import type { RandomBase62 } from "../base62.ts";
import type { Clock } from "../clock.ts";
import { isSameName } from "../display-name.ts";
import { actorBy, type ChangedBy } from "../members/changed-by.ts";
import { isOrganizationId, type NoSuchOrganization } from "../organization-id.ts";
import {
  canaryOrganizationId,
  findOrganization,
  type Organization,
  type OrganizationRecord,
  type Organizations,
} from "../organizations/organization.ts";
import { type DeletionPart, deletionParts } from "./deletion-parts.ts";
import { type DeletionSummary, summaryPhrases } from "./deletion-summary.ts";

/** A deletion that has begun: all that is left of the organization itself. */
export interface Deletion {
  organizationId: string;
  name: string;
  startedAt: string;
  /** Deleted endpoints, whose deliveries are to be removed. */
  endpointIds: string[];
}

export interface Deletions {
  get(organizationId: string): Promise<Deletion | undefined>;
  /** Every one that is not finished, oldest first. */
  list(): Promise<Deletion[]>;
  /**
   * The first transaction: the organization, its keys and its endpoints go, and the deletion and the
   * entry are written. Decides from the present record, and again whenever it has changed.
   */
  begin(
    organizationId: string,
    by: ChangedBy,
    decide: (record: OrganizationRecord) => Promise<BeginDecision>,
  ): Promise<"begun" | "no_such_organization" | "forbidden" | "wrong_name">;
  /**
   * Removes some items of a part; idempotent. `done` when none is left, and for a deletion
   * that has been finished meanwhile.
   */
  removeSome(deletion: Deletion, part: DeletionPart): Promise<{ removed: number; done: boolean }>;
  /**
   * Removes the last owners and the deletion itself, in one transaction; false while another run
   * still has items to remove.
   */
  finish(deletion: Deletion): Promise<boolean>;
}

export type BeginDecision = { entry: AuditEntry } | { refused: "wrong_name" };

export interface DeletionPorts {
  organizations: Pick<Organizations, "get">;
  deletions: Deletions;
  summaryOf(record: OrganizationRecord): Promise<DeletionSummary>;
  clock: Pick<Clock, "now">;
  randomBase62: RandomBase62;
}

export type DeletionState =
  | { result: "protected" }
  | { result: "possible"; organization: Organization; summary: DeletionSummary }
  | { result: "begun"; deletion: Deletion }
  | NoSuchOrganization;

/** What a deletion would remove, or that it has begun; `organizationId` may be any text. */
export async function viewDeletion(
  ports: DeletionPorts,
  organizationId: string,
): Promise<DeletionState> {
  if (organizationId === canaryOrganizationId) return { result: "protected" };
  const deletion = await findDeletion(ports, organizationId);
  if (deletion !== undefined) return { result: "begun", deletion };
  const record = await findOrganization(ports, organizationId);
  if (record === undefined) return { result: "no_such_organization" };
  const { organization } = record;
  return { result: "possible", organization, summary: await ports.summaryOf(record) };
}

export type DeletionStart =
  | { result: "begun"; deletion: Deletion }
  /** `protected`: the canary's organization is part of the stack. */
  | { result: "wrong_name" | "forbidden" | "protected" }
  | NoSuchOrganization;

/**
 * Makes an organization unusable everywhere at once; the rest is `continueDeletion`. Where it has
 * begun already, it begins no second time. `name` is the organization's, as a person has typed it.
 */
export async function beginDeletion(
  ports: DeletionPorts,
  { organizationId, name }: { organizationId: string; name?: string | undefined },
  by: ChangedBy,
): Promise<DeletionStart> {
  if (organizationId === canaryOrganizationId) return { result: "protected" };
  const isWrongName = (stored: string) => name !== undefined && !isSameName(name, stored);
  const begun = isOrganizationId(organizationId)
    ? await ports.deletions.begin(organizationId, by, async (record) => {
        if (isWrongName(record.organization.name)) return { refused: "wrong_name" };
        return {
          entry: deletionEntry(ports, { record, by, summary: await ports.summaryOf(record) }),
        };
      })
    : "no_such_organization";
  if (begun !== "begun" && begun !== "no_such_organization") return { result: begun };
  const deletion = await findDeletion(ports, organizationId);
  if (deletion === undefined) return { result: "no_such_organization" };
  return isWrongName(deletion.name) ? { result: "wrong_name" } : { result: "begun", deletion };
}

export interface DeletionControl {
  /** Called after each step with the part, and how many items this run has removed. */
  onProgress?(part: DeletionPart, removed: number): void;
  /** Asked before each step; a deletion that stops is continued by the next run. */
  isStopped(): boolean;
}

export type DeletionRun =
  | { result: "deleted"; removed: number }
  | { result: "unfinished"; part: DeletionPart; removed: number }
  /** None has begun, or another run has finished it. */
  | { result: "no_deletion" };

/** Continues a deletion in bounded steps. Safe to interrupt, to repeat and to run concurrently. */
export async function continueDeletion(
  ports: Pick<DeletionPorts, "deletions">,
  organizationId: string,
  { onProgress = () => {}, isStopped }: DeletionControl,
): Promise<DeletionRun> {
  const deletion = await findDeletion(ports, organizationId);
  if (deletion === undefined) return { result: "no_deletion" };
  let removed = 0;
  do {
    for (const part of deletionParts) {
      for (let done = false; !done; ) {
        if (isStopped()) return { result: "unfinished", part, removed };
        const step = await ports.deletions.removeSome(deletion, part);
        removed += step.removed;
        done = step.done;
        onProgress(part, removed);
      }
    }
  } while (!(await ports.deletions.finish(deletion)));
  return { result: "deleted", removed };
}

async function findDeletion(
  { deletions }: Pick<DeletionPorts, "deletions">,
  organizationId: string,
): Promise<Deletion | undefined> {
  return isOrganizationId(organizationId) ? await deletions.get(organizationId) : undefined;
}

function deletionEntry(
  { clock, randomBase62 }: DeletionPorts,
  of: { record: OrganizationRecord; by: ChangedBy; summary: DeletionSummary },
): AuditEntry {
  const { id, name, plan, timeZone } = of.record.organization;
  const change: AuditedChange = {
    organizationId: id,
    actor: actorBy(of.by),
    action: "org.delete",
    target: { kind: "organization", id, name },
    before: { name, plan, timeZone, had: summaryPhrases(of.summary) },
    after: null,
  };
  return newAuditEntry(change, { nowMs: clock.now(), randomBase62 });
}
