import type { DynamoDBClient, TransactWriteItem } from "@aws-sdk/client-dynamodb";
import type { Member } from "../../core/members/member.ts";
import type { ChangeAudit } from "../../core/members/member-audit.ts";
import type { Action } from "../../core/members/role.ts";
import type { Tables } from "../../core/tables.ts";
import { auditPut } from "../audit/dynamodb-audit-log.ts";
import { failedCondition, type TransactionResult, transact } from "../aws/dynamodb-transaction.ts";
import { membershipCheck } from "./membership-check.ts";

export type MemberAuditTables = Tables<"members" | "auditEntries">;

/** One person's change; it can have several entries. */
type Audits = ChangeAudit | ChangeAudit[] | undefined;

/**
 * What a change adds to its transaction: its entries, and for a member the check. Nothing where the
 * entry is written elsewhere.
 */
export function memberAuditItems(
  tables: MemberAuditTables,
  audits: Audits,
  action: Action,
): { check?: TransactWriteItem; entries: TransactWriteItem[] } {
  const all = [audits ?? []].flat();
  const member = all[0]?.member;
  return {
    ...(member !== undefined && { check: membershipCheck(tables.members, member, action) }),
    entries: all.map(({ entry }) => auditPut(tables.auditEntries, entry)),
  };
}

/**
 * The same for a change of an organization: its entries, and for a member the checks of the write with
 * what it returns where they fail. `others` are checked for members, too.
 */
export function memberAuditWrite<Otherwise>(
  tables: MemberAuditTables,
  audits: Audits,
  { action, otherwise }: { action: Action; otherwise: Otherwise },
  ...others: Check<Otherwise>[]
): { entries: TransactWriteItem[]; checked: { checks?: Check<Otherwise>[] } } {
  const { check: item, entries } = memberAuditItems(tables, audits, action);
  return {
    entries,
    checked: item === undefined ? {} : { checks: [{ item, otherwise }, ...others] },
  };
}

/** A condition of a change of an organization, and the result when it does not hold. */
export interface Check<Result> {
  item: TransactWriteItem;
  otherwise: Result;
}

/** How many items `transactAudited` adds for one entry of a member. */
export const auditedItems = 2;

/** Writes items with the entry of the change; `forbidden` where the member may no longer make it. */
export async function transactAudited(
  client: DynamoDBClient,
  items: TransactWriteItem[],
  { tables, audit, action }: Pick<MemberWrite, "action"> & Audited,
): Promise<TransactionResult & { forbidden: boolean }> {
  const { entries } = memberAuditItems(tables, audit, action);
  return await transactAsMember(client, [...items, ...entries], {
    ...{ tables, action, member: audit?.member },
  });
}

interface Audited {
  tables: MemberAuditTables;
  audit: ChangeAudit | undefined;
}

interface MemberWrite {
  tables: Tables<"members">;
  /** Absent for an operator. */
  member: Member | undefined;
  action: Action;
}

/** The same for items that have no entry, or have it among them. */
export async function transactAsMember(
  client: DynamoDBClient,
  items: TransactWriteItem[],
  { tables, member, action }: MemberWrite,
): Promise<TransactionResult & { forbidden: boolean }> {
  const last = member === undefined ? [] : [membershipCheck(tables.members, member, action)];
  const written = await transact(client, [...items, ...last]);
  if (written.result === "written") return { ...written, forbidden: false };
  return { ...written, forbidden: last.length > 0 && failedCondition(written.reasons.at(-1)) };
}
