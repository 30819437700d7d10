import { embedName } from "./restorable-tables.ts";
import type { Deleted } from "./restore-verdict.ts";

/** An entry of the audit log, as far as it says what is gone or came back. */
export interface LoggedChange {
  action: string;
  target: { id: string | null };
  before: Record<string, unknown> | null;
  /** Null for something that is gone. */
  after: Record<string, unknown> | null;
}

/**
 * What of an organization was deleted on purpose; `entries` are its own, oldest first. With the
 * deletion of an organization everything is, until its own item comes back: it comes last in a
 * restore, and only if somebody wants what was deleted. A restore of any other table ends nothing.
 */
export function deletedBy(entries: Iterable<LoggedChange>): Deleted {
  const names = new Set<string>();
  let isGone = false;
  for (const { action, target, before, after } of entries) {
    if (action === "org.delete") isGone = true;
    else if (action === "data.restore") isGone &&= target.id !== "Organizations";
    else if (after !== null) continue;
    else if (target.id !== null) names.add(target.id);
    else if (action === "embed.revoke" && before !== null) {
      names.add(embedName(String(before.counterId), String(before.lastFour)));
    }
  }
  return isGone ? "everything" : names;
}
