import { embedName } from "./restorable-tables.ts";
import type { Deleted } from "./restore-verdict.ts";

/** An entry of the audit log, as far as it says what is gone, over or came back. */
export interface LoggedChange {
  /** Begins with its time. */
  entryKey: string;
  action: string;
  target: { id: string | null; name: string | null };
  before: Record<string, unknown> | null;
  /** Null for something that is gone. */
  after: Record<string, unknown> | null;
}

/** The actions beside deletions that say something of what is gone. */
export const tellingActions = ["member.invite", "invitation.accept", "data.restore"] as const;

/** What of an organization was deleted on purpose, by the entries of its audit log. */
export class LoggedDeletions {
  readonly #names = new Set<string>();
  /** Of each address, its invitations' ids and when they were made. */
  readonly #invited = new Map<string, Map<string, string>>();
  #everything = false;

  /**
   * Oldest first; the newest ones can be added a second time. With the deletion of an organization
   * everything is gone, until its own item comes back: it comes last in a restore, and only if
   * somebody wants what was deleted. A restore of any other table ends nothing.
   */
  add({ entryKey, action, target, before, after }: LoggedChange): void {
    if (action === "member.invite") {
      this.#invite({ id: String(target.id), email: String(target.name), entryKey }, before);
    } else if (action === "invitation.accept") this.#names.add(String(after?.invitationId));
    else if (action === "data.restore") this.#everything &&= target.id !== "Organizations";
    else if (after !== null) return;
    else if (action === "org.delete") this.#everything = true;
    else if (target.id !== null) this.#names.add(target.id);
    else if (action === "embed.revoke" && before !== null) {
      this.#names.add(embedName(String(before.counterId), String(before.lastFour)));
    }
  }

  deleted(): Deleted {
    return this.#everything ? "everything" : this.#names;
  }

  /** An invitation that replaced another one says so by what was before. */
  #invite(
    { id, email, entryKey }: { id: string; email: string; entryKey: string },
    before: LoggedChange["before"],
  ): void {
    const ofAddress = this.#invited.get(email) ?? new Map<string, string>();
    this.#invited.set(email, ofAddress.set(id, entryKey));
    if (before === null) return;
    for (const [other, madeAt] of ofAddress) if (madeAt < entryKey) this.#names.add(other);
  }
}
