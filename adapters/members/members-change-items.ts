import type { TransactWriteItem } from "@aws-sdk/client-dynamodb";
import type { MembersChange } from "../../core/members/members-change.ts";
import type { Action } from "../../core/members/role.ts";
import { auditPut } from "../audit/dynamodb-audit-log.ts";
import { membershipCheck } from "./membership-check.ts";

export interface MembersChangeTables {
  members: string;
  auditEntries: string;
}

/**
 * What a member's change adds to its transaction: the check comes first there, and the entry
 * anywhere. An operator's change adds nothing.
 */
export function membersChangeItems(
  tables: MembersChangeTables,
  made: MembersChange | undefined,
  action: Action,
): { check?: TransactWriteItem; entries: TransactWriteItem[] } {
  if (made === undefined) return { entries: [] };
  return {
    check: membershipCheck(tables.members, made.member, action),
    entries: [auditPut(tables.auditEntries, made.entry)],
  };
}
