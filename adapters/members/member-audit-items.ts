import type { TransactWriteItem } from "@aws-sdk/client-dynamodb";
import type { MemberAudit } from "../../core/members/member-audit.ts";
import type { Action } from "../../core/members/role.ts";
import { auditPut } from "../audit/dynamodb-audit-log.ts";
import { membershipCheck } from "./membership-check.ts";

export interface MemberAuditTables {
  members: string;
  auditEntries: string;
}

/**
 * What a member's change adds to its transaction: the check comes first there, and the entry
 * anywhere. An operator's change adds nothing.
 */
export function memberAuditItems(
  tables: MemberAuditTables,
  audit: MemberAudit | undefined,
  action: Action,
): { check?: TransactWriteItem; entries: TransactWriteItem[] } {
  if (audit === undefined) return { entries: [] };
  return {
    check: membershipCheck(tables.members, audit.member, action),
    entries: [auditPut(tables.auditEntries, audit.entry)],
  };
}

/**
 * The same for a change of an organization: its entries, and the condition of the write with what it
 * returns where the member may no longer make the change.
 */
export function memberAuditWrite<Otherwise>(
  tables: MemberAuditTables,
  audit: MemberAudit | undefined,
  { action, otherwise }: { action: Action; otherwise: Otherwise },
): {
  entries: TransactWriteItem[];
  checked: { check?: { item: TransactWriteItem; otherwise: Otherwise } };
} {
  const { check: item, entries } = memberAuditItems(tables, audit, action);
  return { entries, checked: item === undefined ? {} : { check: { item, otherwise } } };
}
