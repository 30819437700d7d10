import type { Role } from "../../members/role.ts";
import { numberOf, type StoredItem, type StoredValue, textOf } from "../stored-item.ts";
import type { RestorableTable } from "./restorable-tables.ts";

/** What is known of the time since the backup. */
export interface Since {
  nowMs: number;
  /** The newest roles that the audit logs of the item's owners name, by the ids of members. */
  roles: ReadonlyMap<string, Role>[];
}

/**
 * The attributes without which a restored item would bring back what has ended since: the role of a
 * member who was demoted, and sessions of a person who has signed out everywhere.
 */
export function endedSince(
  { ends }: Pick<RestorableTable, "ends">,
  item: StoredItem,
  { nowMs, roles }: Since,
): Record<string, StoredValue> {
  if (ends === "sessions") {
    // Nobody knows the lost epoch. A person's first epoch is a time, too, so none was higher than now.
    return { sessionEpoch: { N: String(Math.max(numberOf(item, "sessionEpoch") + 1, nowMs)) } };
  }
  if (ends !== "role") return {};
  const memberId = textOf(item, "memberId");
  const role = roles.map((known) => known.get(memberId)).find((known) => known !== undefined);
  return role === undefined ? {} : { role: { S: role } };
}
